package io.weir.server.http;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A path-style address, cut behind the account.
 *
 * @param account whose tables are meant
 * @param secondary whether the read-only secondary was addressed, {@code /ACCOUNT-secondary}
 * @param rawResource the rest of the path as sent, with its leading slash; may be empty
 */
public record AccountPath(AccountName account, boolean secondary, String rawResource) {

  private static final String SECONDARY = "-secondary";

  /** Fails with {@code InvalidResourceName} when the path does not begin with the name of an account. */
  static AccountPath parse(String rawPath) {
    if (!rawPath.startsWith("/")) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_RESOURCE_NAME, "expected=/ACCOUNT/RESOURCE");
    }
    var slash = rawPath.indexOf('/', 1);
    var end = slash < 0 ? rawPath.length() : slash;
    var first = Percent.decode(rawPath.substring(1, end));
    var secondary = first.endsWith(SECONDARY);
    var name = secondary ? first.substring(0, first.length() - SECONDARY.length()) : first;
    return new AccountPath(new AccountName(name), secondary, rawPath.substring(end));
  }
}
