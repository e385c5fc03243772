package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.request.QueryOptions;
import io.weir.server.settings.StoredPolicies;
import java.util.Optional;

/**
 * The claims of a shared access signature (SAS) in a request's query. They are not verified yet.
 *
 * <p>Source: the public documentation, "Create an account SAS" and "Create a service SAS".
 */
sealed interface SharedAccess permits AccountAccess, TableAccess {

  /** The option that holds the signature. A request with this option uses a SAS. */
  String SIGNATURE = "sig";

  /** Returns the text that a key of the account must have signed. */
  String stringToSign(AccountName account);

  /**
   * Returns this signature, completed with the terms of the stored policy that it names. Fails with
   * {@code AuthenticationFailed} if there is no such policy, or if policy and signature both set
   * the same term.
   */
  SharedAccess withStoredPolicy(StoredPolicies<TableName> policies, AccountName account);

  /** Returns all options of the signature. */
  QueryOptions options();

  /**
   * Returns the rights that the signature grants. Call it only on a verified and completed
   * signature.
   */
  Grant grant();

  /** Parses a SAS without a request path. */
  static SharedAccess parse(QueryOptions options) {
    return parse(options, Optional.empty());
  }

  /**
   * Parses the SAS in the options. Fails with {@code AuthenticationFailed} if an option is missing
   * or contradicts another.
   *
   * <p>deliberate: {@code tn} may be absent from a table's SAS, although the documentation requires
   * it. Some tools omit it because the path names the table. This is safe: the signature covers the
   * table name, so it is valid for the signed table only.
   *
   * @param pathTable the table in the request's path
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

  /**
   * Returns the value of an option. Fails with {@code AuthenticationFailed} if it is absent or
   * empty.
   */
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
