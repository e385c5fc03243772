package io.weir.server.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.properties.ServiceProperties;
import io.weir.server.properties.StoredProperties;
import io.weir.server.xml.Element;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import reactor.core.publisher.Mono;

/** What concerns the service of an account and no table of it. Any thread. */
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
        () -> Answers.xml(properties.of(exchange.request().account()).document()));
  }

  /** Sets the sections that are sent. Fails as {@link ServiceProperties#parse} does. */
  Mono<HttpReply> setProperties(HttpExchange exchange) {
    exchange.requireOfService();
    return exchange
        .body()
        .map(ServiceProperties::parse)
        .flatMap(asked -> properties.change(exchange.request().account(), asked))
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /**
   * How far the secondary is behind.
   *
   * <p>deliberate: never. The secondary's address is read from the same store, so it shows each write as soon as it is acknowledged; a
   * client learns what it may read there, and not that there is a second copy, which there is not.
   */
  Mono<HttpReply> stats(HttpExchange exchange) {
    exchange.requireOfService();
    return Mono.fromCallable(() -> Answers.xml(Element.of(
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
