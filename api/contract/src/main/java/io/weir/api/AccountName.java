package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The name of an account, which is a namespace of tables: 3 to 24 lower-case letters and digits.
 *
 * <p>Fails with {@code InvalidResourceName} for any other text. Source: the public documentation,
 * "Storage account name rules".
 */
public record AccountName(String value) {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 24;

  /** The account for local development, which all public SDKs know. */
  public static final AccountName DEVELOPMENT = new AccountName("devstoreaccount1");

  public AccountName {
    if (value.length() < SHORTEST || value.length() > LONGEST || !isPlain(value)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME, "expected=accountName of=[a-z0-9]{3,24}");
    }
  }

  /**
   * Whether the text holds lower-case letters and digits only.
   *
   * <p>deliberate: no regular expression, because every request creates a name.
   */
  private static boolean isPlain(String value) {
    for (var i = 0; i < value.length(); i++) {
      var unit = value.charAt(i);
      if ((unit < 'a' || unit > 'z') && (unit < '0' || unit > '9')) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return value;
  }
}
