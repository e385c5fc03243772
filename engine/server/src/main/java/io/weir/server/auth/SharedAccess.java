package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.policy.StoredPolicies;
import io.weir.server.request.QueryOptions;
import java.util.Optional;

/**
 * A shared access signature as it stands in the query of a request: what it claims, not yet verified.
 *
 * <p>Source: the public documentation, "Create an account SAS" and "Create a service SAS".
 */
sealed interface SharedAccess permits AccountAccess, TableAccess {

  /** The option that holds the signature: a request that has it is signed so. */
  String SIGNATURE = "sig";

  /** What must have been signed with a key of the account. */
  String stringToSign(AccountName account);

  /**
   * The same, completed by what is stored under the name of a policy. Fails with {@code AuthenticationFailed} when there is no such
   * policy, or says what the token says as well.
   */
  SharedAccess under(StoredPolicies policies, AccountName account);

  /** What it claims, in whole. */
  QueryOptions options();

  /** What it allows, once it is verified and completed. */
  Grant grant();

  /** The same without a path that could name a table. */
  static SharedAccess parse(QueryOptions options) {
    return parse(options, Optional.empty());
  }

  /**
   * The token in the options. Fails with {@code AuthenticationFailed} when options are missing or make no sense together.
   *
   * <p>deliberate: the documentation requires {@code tn} of a table's token. Some tools leave it out, since the path says the same; the
   * signature covers the table, so it is good for the table of the path or for nothing.
   *
   * @param pathTable the table that the path of the request is about
   */
  static SharedAccess parse(QueryOptions options, Optional<TableName> pathTable) {
    if (options.has("tn") || !options.has("ss") && !options.has("srt")) {
      return TableAccess.parse(completed(options, pathTable));
    }
    return AccountAccess.parse(options);
  }

  private static QueryOptions completed(QueryOptions options, Optional<TableName> pathTable) {
    return options.has("tn")
        ? options
        : pathTable.map(table -> options.with("tn", table.value())).orElse(options);
  }

  /** The value of an option that must be given. */
  static String required(QueryOptions options, String name) {
    var value = options.get(name, "");
    if (value.isEmpty()) {
      throw failed("missing=" + name);
    }
    return value;
  }

  static AccessDeniedException failed(String facts) {
    return new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, facts);
  }
}
