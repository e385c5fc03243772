package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.ResourcePath;
import io.weir.server.request.Sender;
import io.weir.server.settings.StoredPolicies;
import java.time.Clock;

/**
 * Authenticates requests by a shared access signature and restricts them to what it grants. Any
 * thread.
 *
 * <p>Verifies the signature first. Its terms are evaluated only after the signature has proved to
 * be authentic.
 */
final class SharedAccessAuthenticator implements Authenticator {

  private final AccountRegistry accounts;
  private final StoredPolicies<TableName> policies;
  private final Clock clock;

  SharedAccessAuthenticator(
      AccountRegistry accounts, StoredPolicies<TableName> policies, Clock clock) {
    this.accounts = accounts;
    this.policies = policies;
    this.clock = clock;
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    var options = head.options();
    SharedAccess.required(options, "sv");
    var signed = SharedAccess.parse(options, ResourcePath.tableOf(head));
    var account = accounts
        .find(head.path().account())
        .orElseThrow(() -> SharedAccess.failed("account=unknown"));
    if (!account.verifies(
        signed.stringToSign(account.name()), options.get(SharedAccess.SIGNATURE, ""))) {
      throw SharedAccess.failed("signature=mismatch");
    }
    var access = signed.withStoredPolicy(policies, account.name());
    new Validity(access.options()).require(clock.instant(), sender);
    return GrantedTables.access(access.grant());
  }
}
