package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.regex.Pattern;

/**
 * The name of an account, a namespace of tables: 3 to 24 lower-case letters and digits.
 *
 * <p>Fails with {@code InvalidResourceName}. Source: the public documentation, "Storage account name rules".
 */
public record AccountName(String value) {

  // Before the constant, whose constructor applies it.
  private static final Pattern RULE = Pattern.compile("[a-z0-9]{3,24}");

  /** The account of local development, known to all public SDKs. */
  public static final AccountName DEVELOPMENT = new AccountName("devstoreaccount1");

  public AccountName {
    if (!RULE.matcher(value).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME, "expected=accountName of=[a-z0-9]{3,24}");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
