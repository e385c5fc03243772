package io.weir.server.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.settings.ServiceProperties;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredProperties;
import reactor.core.publisher.Mono;

/** Operations on the service of an account: its properties and statistics. Any thread. */
final class ServiceOperations {

  private final StoredProperties properties;
  private final ServiceStatistics statistics;

  ServiceOperations(StoredProperties properties, ServiceStatistics statistics) {
    this.properties = properties;
    this.statistics = statistics;
  }

  Mono<HttpReply> properties(HttpExchange exchange) {
    exchange.requireOfService();
    return Mono.fromCallable(
        () -> ProtocolReplies.xml(properties.of(exchange.request().account()).document()));
  }

  /**
   * Replaces the sections in the document and keeps the others. Fails as
   * {@link ServiceProperties#parse} does.
   */
  Mono<HttpReply> setProperties(HttpExchange exchange) {
    exchange.requireOfService();
    return exchange
        .body()
        .whole()
        .map(ServiceProperties::parse)
        .flatMap(parsed -> properties.change(exchange.request().account(), parsed))
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /** Returns the replication state of the secondary. */
  Mono<HttpReply> stats(HttpExchange exchange) {
    exchange.requireOfService();
    return Mono.fromCallable(() -> ProtocolReplies.xml(statistics.document()));
  }
}
