package io.weir.server.queue;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueuePage;
import io.weir.api.xml.Element;
import io.weir.api.xml.QueueXml;
import io.weir.server.answer.HttpReply;
import io.weir.server.auth.QueuePermission;
import io.weir.server.settings.ServiceProperties;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The operations on the queue service of an account. Any thread. */
final class ServiceRequests {

  private static final String METADATA = "metadata";
  private static final String RULES = "deadletters";

  /** Queues whose rules are requested at the same time, for services that ask others. */
  private static final int AT_ONCE = 16;

  private final StoredProperties properties;
  private final ServiceStatistics statistics;

  ServiceRequests(StoredProperties properties, ServiceStatistics statistics) {
    this.properties = properties;
    this.statistics = statistics;
  }

  /**
   * Lists queues by name. Metadata and the rules for giving up messages are part of the answer on
   * request: {@code include=metadata,deadletters}. The rules require an account key.
   */
  Mono<HttpReply> list(QueueExchange exchange) {
    var included = Set.copyOf(List.of(exchange.option("include").orElse("").split(",", -1)));
    if (included.contains(RULES)) {
      exchange.beginAsOwner("ListQueues");
    } else {
      exchange.begin("ListQueues", QueuePermission.LIST_QUEUES, null);
    }
    var listing = new QueueListing(
        exchange.option("prefix").orElse(""),
        exchange.option("marker").orElse(""),
        exchange.number("maxresults").orElse(QueueListing.MAX_RESULTS));
    return exchange
        .queues()
        .list(listing)
        .flatMap(page ->
            elements(exchange, page, included).map(queues -> document(exchange, page, queues)))
        .map(document -> QueueReplies.xml(
            HttpResponseStatus.OK,
            document.document(Map.of("ServiceEndpoint", endpoint(exchange)))));
  }

  private static Mono<List<Element>> elements(
      QueueExchange exchange, QueuePage page, Set<String> included) {
    return Flux.fromIterable(page.queues())
        .flatMapSequential(
            queue -> rule(exchange, queue, included)
                .map(rule -> element(queue, included.contains(METADATA), rule)),
            AT_ONCE)
        .collectList();
  }

  /**
   * Returns the queue's rule as elements: one, or none if it has no rule, was deleted meanwhile, or
   * nobody asks.
   */
  private static Mono<List<Element>> rule(
      QueueExchange exchange, ListedQueue queue, Set<String> included) {
    if (!included.contains(RULES)) {
      return Mono.just(List.of());
    }
    return exchange
        .queues()
        .deadLetters(queue.name())
        .onErrorResume(NotFoundException.class, deleted -> Mono.empty())
        .map(rule -> List.of(QueueXml.deadLetters(rule)))
        .defaultIfEmpty(List.of());
  }

  private static Element document(QueueExchange exchange, QueuePage page, List<Element> queues) {
    var parts = new ArrayList<Element>();
    for (var option :
        new String[][] {{"prefix", "Prefix"}, {"marker", "Marker"}, {"maxresults", "MaxResults"}}) {
      exchange.option(option[0]).ifPresent(value -> parts.add(Element.text(option[1], value)));
    }
    parts.add(Element.of("Queues", queues.toArray(Element[]::new)));
    parts.add(Element.text("NextMarker", page.nextMarker()));
    return Element.of("EnumerationResults", parts.toArray(Element[]::new));
  }

  private static Element element(ListedQueue queue, boolean withMetadata, List<Element> rule) {
    var parts = new ArrayList<Element>();
    parts.add(Element.text("Name", queue.name().value()));
    if (withMetadata) {
      parts.add(Element.of(
          "Metadata",
          queue.metadata().texts().entrySet().stream()
              .map(text -> Element.text(text.getKey(), text.getValue()))
              .toArray(Element[]::new)));
    }
    parts.addAll(rule);
    return Element.of("Queue", parts.toArray(Element[]::new));
  }

  private static String endpoint(QueueExchange exchange) {
    var server = (exchange.sender().encrypted() ? "https://" : "http://")
        + exchange.head().header(HttpHeaderNames.HOST);
    return exchange.head().path().inHost() ? server : server + "/" + exchange.account();
  }

  Mono<HttpReply> properties(QueueExchange exchange) {
    exchange.begin("GetQueueServiceProperties", QueuePermission.READ_SERVICE, null);
    return Mono.fromCallable(() -> QueueReplies.xml(
        HttpResponseStatus.OK, properties.of(exchange.account()).document()));
  }

  /**
   * Replaces the sections in the document and keeps the others. Fails as
   * {@link ServiceProperties#parse} does.
   */
  Mono<HttpReply> setProperties(QueueExchange exchange) {
    exchange.begin("SetQueueServiceProperties", QueuePermission.WRITE_SERVICE, null);
    return exchange
        .wholeBody()
        .map(ServiceProperties::parse)
        .flatMap(parsed -> properties.change(exchange.account(), parsed))
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /** Returns the replication state of the secondary. */
  Mono<HttpReply> stats(QueueExchange exchange) {
    exchange.begin("GetQueueServiceStats", QueuePermission.READ_SERVICE, null);
    if (!exchange.head().path().secondary()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "comp=stats expected=/ACCOUNT-secondary");
    }
    return Mono.fromCallable(() -> QueueReplies.xml(HttpResponseStatus.OK, statistics.document()));
  }
}
