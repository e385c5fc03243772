package io.weir.server.queue;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.QueueName;
import io.weir.api.xml.QueueXml;
import io.weir.server.answer.HttpReply;
import io.weir.server.auth.QueuePermission;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import reactor.core.publisher.Mono;

/** The operations on a queue. Created per request. */
final class QueueRequests {

  /** The header of the number of lanes. */
  private static final String LANES = "x-weir-lanes";

  private final QueueExchange exchange;
  private final StoredPolicies<QueueName> policies;
  private final QueueName queue;

  QueueRequests(QueueExchange exchange, StoredPolicies<QueueName> policies) {
    this.exchange = exchange;
    this.policies = policies;
    this.queue = exchange.path().requireQueue();
  }

  /**
   * Creates a queue: 201, or 204 if it exists with the same metadata, and with the same number of
   * {@code lanes} if the request names one.
   */
  Mono<HttpReply> create() {
    exchange.begin("CreateQueue", QueuePermission.CREATE_QUEUE, queue);
    var metadata = MetadataHeaders.read(exchange.head());
    var lanes = exchange.number("lanes");
    return lanes.isEmpty()
        ? exchange.queues().create(queue, metadata).map(QueueRequests::created)
        : exchange
            .queues()
            .create(queue, metadata, lanes.getAsInt())
            .map(isNew -> created(isNew).with(LANES, Integer.toString(lanes.getAsInt())));
  }

  private static HttpReply created(boolean isNew) {
    return HttpReply.of(isNew ? HttpResponseStatus.CREATED : HttpResponseStatus.NO_CONTENT);
  }

  Mono<HttpReply> delete() {
    exchange.begin("DeleteQueue", QueuePermission.DELETE_QUEUE, queue);
    return exchange.queues().delete(queue).then(Mono.fromCallable(QueueReplies::noContent));
  }

  /**
   * Returns the metadata, the number of lanes, and the number of messages, which is exact although
   * the header says otherwise.
   */
  Mono<HttpReply> metadata() {
    exchange.begin("GetQueueMetadata", QueuePermission.READ_METADATA, queue);
    return exchange
        .queues()
        .properties(queue)
        .map(properties -> MetadataHeaders.write(
            HttpReply.of(HttpResponseStatus.OK)
                .with("x-ms-approximate-messages-count", Long.toString(properties.messages()))
                .with(LANES, Integer.toString(properties.lanes())),
            properties.metadata()));
  }

  Mono<HttpReply> setMetadata() {
    exchange.begin("SetQueueMetadata", QueuePermission.WRITE_METADATA, queue);
    return exchange
        .queues()
        .setMetadata(queue, MetadataHeaders.read(exchange.head()))
        .then(Mono.fromCallable(QueueReplies::noContent));
  }

  /** Returns the stored access policies. Requires an account key, as for tables. */
  Mono<HttpReply> policies() {
    exchange.beginAsOwner("GetQueueAcl");
    return Mono.fromCallable(() -> QueueReplies.xml(
        HttpResponseStatus.OK, policies.of(exchange.account(), queue).document()));
  }

  /**
   * Returns the rule by which the queue gives up messages; 404 {@code ResourceNotFound} if there is
   * none. Requires an account key.
   */
  Mono<HttpReply> deadLetters() {
    exchange.beginAsOwner("GetDeadLetters");
    return exchange
        .queues()
        .deadLetters(queue)
        .switchIfEmpty(Mono.error(
            () -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "deadLettersOf=" + queue)))
        .map(rule ->
            QueueReplies.xml(HttpResponseStatus.OK, QueueXml.deadLetters(rule).document()));
  }

  /** Sets the rule from the options {@code queue} and {@code maxdequeuecount}. */
  Mono<HttpReply> setDeadLetters() {
    exchange.beginAsOwner("SetDeadLetters");
    exchange.required("maxdequeuecount");
    var rule = new DeadLetters(
        exchange.number("maxdequeuecount").orElse(0), new QueueName(exchange.required("queue")));
    return exchange
        .queues()
        .setDeadLetters(queue, rule)
        .then(Mono.fromCallable(QueueReplies::noContent));
  }

  Mono<HttpReply> removeDeadLetters() {
    exchange.beginAsOwner("RemoveDeadLetters");
    return exchange
        .queues()
        .removeDeadLetters(queue)
        .then(Mono.fromCallable(QueueReplies::noContent));
  }

  Mono<HttpReply> setPolicies() {
    exchange.beginAsOwner("SetQueueAcl");
    return exchange
        .wholeBody()
        .map(body -> body.length == 0 ? AccessPolicies.NONE : AccessPolicies.parseOfQueue(body))
        .flatMap(parsed -> policies.replace(exchange.account(), queue, parsed))
        .then(Mono.fromCallable(QueueReplies::noContent));
  }
}
