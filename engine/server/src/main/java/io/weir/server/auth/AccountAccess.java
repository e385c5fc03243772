package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.server.request.QueryOptions;
import io.weir.server.settings.StoredPolicies;

/** An account SAS. It grants some operations on every table of the account. Immutable. */
record AccountAccess(QueryOptions options) implements SharedAccess {

  /** The first version whose string-to-sign contains the encryption scope. */
  private static final String WITH_ENCRYPTION_SCOPE = "2020-12-06";

  static AccountAccess parse(QueryOptions options) {
    SharedAccess.required(options, "ss");
    SharedAccess.required(options, "srt");
    SharedAccess.required(options, "sp");
    return new AccountAccess(options);
  }

  @Override
  public String stringToSign(AccountName account) {
    var text = new StringBuilder(account.value()).append('\n');
    for (var name : new String[] {"sp", "ss", "srt", "st", "se", "sip", "spr", "sv"}) {
      text.append(options.get(name, "")).append('\n');
    }
    if (options.get("sv", "").compareTo(WITH_ENCRYPTION_SCOPE) >= 0) {
      text.append(options.get("ses", "")).append('\n');
    }
    return text.toString();
  }

  /**
   * Returns this signature: stored policies belong to tables, so an account SAS cannot refer to
   * one.
   */
  @Override
  public SharedAccess withStoredPolicy(StoredPolicies<TableName> policies, AccountName account) {
    return this;
  }

  @Override
  public Grant grant() {
    if (options.get("ss", "").indexOf('t') < 0) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_SERVICE_MISMATCH, "expected=ss:t");
    }
    return new AccountGrant(options.get("srt", ""), options.get("sp", ""));
  }
}
