package io.weir.server.request;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * An address, cut behind the account: what {@link Addressing} makes of a host and a path.
 *
 * @param account whose tables are meant
 * @param secondary whether the read-only secondary was addressed, {@code ACCOUNT-secondary}
 * @param inHost whether the host named the account; else the path began with it
 * @param rawResource the rest of the path as sent, with its leading slash; may be empty
 */
public record AccountPath(
    AccountName account, boolean secondary, boolean inHost, String rawResource) {

  private static final String SECONDARY = "-secondary";

  /** Cuts a path. Fails with {@code InvalidResourceName} when it does not begin with the name of an account. */
  static AccountPath parse(String rawPath) {
    if (!rawPath.startsWith("/")) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME, "expected=/ACCOUNT/RESOURCE");
    }
    var slash = rawPath.indexOf('/', 1);
    var end = slash < 0 ? rawPath.length() : slash;
    return of(Percent.decode(rawPath.substring(1, end)), false, rawPath.substring(end));
  }

  /** With the account as it was written, its suffix included. Fails likewise. */
  static AccountPath of(String written, boolean inHost, String rawResource) {
    var secondary = written.endsWith(SECONDARY);
    var name = secondary ? written.substring(0, written.length() - SECONDARY.length()) : written;
    return new AccountPath(new AccountName(name), secondary, inHost, rawResource);
  }

  /** Another resource of the same account. */
  AccountPath at(String otherRawResource) {
    return new AccountPath(account, secondary, inHost, otherRawResource);
  }
}
