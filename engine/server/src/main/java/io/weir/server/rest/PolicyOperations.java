package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.policy.AccessPolicies;
import io.weir.server.policy.StoredPolicies;
import reactor.core.publisher.Mono;

/**
 * The stored access policies of a table. Only who holds a key of the account may see or set them: a token that could would make
 * others. Made for one request.
 */
final class PolicyOperations {

  private final HttpExchange exchange;
  private final StoredPolicies policies;
  private final AccountName account;

  PolicyOperations(HttpExchange exchange, StoredPolicies policies) {
    exchange.requireOwner();
    this.exchange = exchange;
    this.policies = policies;
    this.account = exchange.request().account();
  }

  /** Fails with {@code TableNotFound}. */
  Mono<HttpReply> get(TableName table) {
    return Mono.fromCallable(() -> Answers.xml(policies.of(account, table).document()));
  }

  /** Replaces all. Fails with {@code TableNotFound}, and as {@link AccessPolicies#parse} does. */
  Mono<HttpReply> set(TableName table) {
    return exchange
        .body()
        .map(body -> body.length == 0 ? AccessPolicies.NONE : AccessPolicies.parse(body))
        .flatMap(asked -> policies.replace(account, table, asked))
        .then(Mono.fromCallable(Answers::noContent));
  }
}
