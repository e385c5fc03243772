package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import reactor.core.publisher.Mono;

/**
 * Gets and sets the stored access policies of a table. Requires an account key, because a client
 * that may set policies can grant itself further rights. Created per request.
 */
final class PolicyOperations {

  private final HttpExchange exchange;
  private final StoredPolicies<TableName> policies;
  private final AccountName account;

  PolicyOperations(HttpExchange exchange, StoredPolicies<TableName> policies) {
    exchange.requireOwner();
    this.exchange = exchange;
    this.policies = policies;
    this.account = exchange.request().account();
  }

  /** Returns the policies. Fails with {@code TableNotFound}. */
  Mono<HttpReply> get(TableName table) {
    return Mono.fromCallable(
        () -> ProtocolReplies.xml(policies.of(account, table).document()));
  }

  /**
   * Replaces all policies. Fails with {@code TableNotFound}, and as {@link AccessPolicies#parse}
   * does.
   */
  Mono<HttpReply> set(TableName table) {
    return exchange
        .body()
        .whole()
        .map(body -> body.length == 0 ? AccessPolicies.NONE : AccessPolicies.parse(body))
        .flatMap(parsed -> policies.replace(account, table, parsed))
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }
}
