package io.weir.server.request;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * An address split after the account: the result of {@link Addressing}.
 *
 * @param account the account
 * @param secondary whether the address names the read-only secondary, {@code ACCOUNT-secondary}
 * @param inHost whether the host named the account; otherwise the path began with it
 * @param rawResource the rest of the path as sent, with its leading slash; may be empty
 */
public record AccountPath(
    AccountName account, boolean secondary, boolean inHost, String rawResource) {

  private static final String SECONDARY = "-secondary";

  /**
   * Splits a path. Fails with {@code InvalidResourceName} if it does not begin with the name of an
   * account.
   */
  static AccountPath parse(String rawPath) {
    if (!rawPath.startsWith("/")) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME, "expected=/ACCOUNT/RESOURCE");
    }
    var slash = rawPath.indexOf('/', 1);
    var end = slash < 0 ? rawPath.length() : slash;
    return of(Percent.decode(rawPath.substring(1, end)), false, rawPath.substring(end));
  }

  /** Returns the path for an account as written, with its suffix. Fails as {@link #parse} does. */
  static AccountPath of(String written, boolean inHost, String rawResource) {
    var secondary = written.endsWith(SECONDARY);
    var name = secondary ? written.substring(0, written.length() - SECONDARY.length()) : written;
    return new AccountPath(new AccountName(name), secondary, inHost, rawResource);
  }

  /** Returns another resource of the same account. */
  AccountPath at(String otherRawResource) {
    return new AccountPath(account, secondary, inHost, otherRawResource);
  }
}
