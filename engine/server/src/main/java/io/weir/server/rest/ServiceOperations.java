package io.weir.server.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.xml.Element;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.settings.ServiceProperties;
import io.weir.server.settings.StoredProperties;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import reactor.core.publisher.Mono;

/** Operations on the service of an account: its properties and statistics. Any thread. */
final class ServiceOperations {

  private final StoredProperties properties;
  private final Clock clock;

  ServiceOperations(StoredProperties properties, Clock clock) {
    this.properties = properties;
    this.clock = clock;
  }

  Mono<HttpReply> properties(HttpExchange exchange) {
    exchange.requireOfService();
    return Mono.fromCallable(
        () -> ProtocolReplies.xml(properties.of(exchange.request().account()).document()));
  }

  /** Replaces the sections in the document and keeps the others. Fails as {@link ServiceProperties#parse} does. */
  Mono<HttpReply> setProperties(HttpExchange exchange) {
    exchange.requireOfService();
    return exchange
        .body()
        .whole()
        .map(ServiceProperties::parse)
        .flatMap(parsed -> properties.change(exchange.request().account(), parsed))
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /**
   * Returns the replication state of the secondary.
   *
   * <p>deliberate: the last synchronisation is always now. The secondary's address reads the same store, so it shows every acknowledged
   * write. The response tells a client what it can read there; it does not imply a second copy of the data.
   */
  Mono<HttpReply> stats(HttpExchange exchange) {
    exchange.requireOfService();
    return Mono.fromCallable(() -> ProtocolReplies.xml(Element.of(
            "StorageServiceStats",
            Element.of(
                "GeoReplication",
                Element.text("Status", "live"),
                Element.text(
                    "LastSyncTime",
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        clock.instant().atOffset(ZoneOffset.UTC)))))
        .document()));
  }
}
