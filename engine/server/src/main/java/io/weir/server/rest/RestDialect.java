package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.TableRequest;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import java.util.function.Function;
import org.reactivestreams.Publisher;

/**
 * The protocol of the Azure Table service. Accepts every request, so it must be the last dialect
 * that is tried.
 */
public final class RestDialect implements DialectHandler {

  private final Function<AccountName, Outbox> outbox;
  private final StoredPolicies<TableName> policies;
  private final ServiceOperations service;

  /**
   * Creates the dialect.
   *
   * @param outbox returns the commits of writes and messages together of an account
   * @param statistics told at the secondary
   */
  public RestDialect(
      Function<AccountName, Outbox> outbox,
      StoredPolicies<TableName> policies,
      StoredProperties properties,
      ServiceStatistics statistics) {
    this.outbox = outbox;
    this.policies = policies;
    this.service = new ServiceOperations(properties, statistics);
  }

  @Override
  public boolean accepts(TableRequest request) {
    return true;
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var route = new Route(exchange, outbox, policies, service);
    return exchange.request().resource().dispatch(route).flatMap(exchange::reply);
  }
}
