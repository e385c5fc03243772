package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.server.http.Exchange;
import io.weir.server.http.Reply;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import reactor.core.publisher.Mono;

/**
 * Gets and sets the stored access policies of a table. Requires an account key, because a client that may set policies can grant itself
 * further rights. Created per request.
 */
final class PolicyOperations {

  private final Exchange exchange;
  private final StoredPolicies policies;
  private final AccountName account;

  PolicyOperations(Exchange exchange, StoredPolicies policies) {
    exchange.requireOwner();
    this.exchange = exchange;
    this.policies = policies;
    this.account = exchange.request().account();
  }

  /** Returns the policies. Fails with {@code TableNotFound}. */
  Mono<Reply> get(TableName table) {
    return Mono.fromCallable(
        () -> ProtocolReplies.xml(policies.of(account, table).document()));
  }

  /** Replaces all policies. Fails with {@code TableNotFound}, and as {@link AccessPolicies#parse} does. */
  Mono<Reply> set(TableName table) {
    return exchange
        .body()
        .map(body -> body.length == 0 ? AccessPolicies.NONE : AccessPolicies.parse(body))
        .flatMap(parsed -> policies.replace(account, table, parsed))
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }
}
