package io.weir.server.auth;

import io.weir.server.policy.StoredPolicies;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.ResourcePath;
import io.weir.server.request.Sender;
import java.time.Clock;

/**
 * Verifies shared access signatures, and restricts the tables to what they allow. Any thread.
 *
 * <p>The signature is verified first: nothing that a token claims is looked at before it is known who wrote it.
 */
final class SharedAccessAuthenticator implements Authenticator {

  private final Accounts accounts;
  private final StoredPolicies policies;
  private final Clock clock;

  SharedAccessAuthenticator(Accounts accounts, StoredPolicies policies, Clock clock) {
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
    var access = signed.under(policies, account.name());
    new Validity(access.options()).require(clock.instant(), sender);
    return GrantedTables.access(access.grant());
  }
}
