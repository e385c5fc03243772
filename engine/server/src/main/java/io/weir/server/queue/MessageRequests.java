package io.weir.server.queue;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.Peek;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.Take;
import io.weir.api.xml.MessageXml;
import io.weir.api.xml.QueueXml;
import io.weir.server.answer.HttpReply;
import io.weir.server.auth.QueuePermission;
import io.weir.server.request.ClientMemory;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The operations on messages. Created per request. */
final class MessageRequests {

  private static final String WAIT = "waitSeconds";
  private static final String COUNT = "numofmessages";

  private final QueueExchange exchange;
  private final QueueName queue;

  MessageRequests(QueueExchange exchange) {
    this.exchange = exchange;
    this.queue = exchange.path().requireQueue();
  }

  Mono<HttpReply> put() {
    exchange.begin("PutMessage", QueuePermission.PUT, queue);
    var put = MessagePut.of(exchange.head());
    return exchange
        .wholeBody()
        .map(put::message)
        .flatMap(message -> exchange.queues().put(queue, message))
        .map(MessagePut::reply);
  }

  /**
   * Takes messages, or looks at them with {@code peekonly=true}: at visible ones, or with
   * {@code hidden=true} at hidden ones.
   */
  Mono<HttpReply> get() {
    return isTrue("peekonly") ? peek() : take();
  }

  /**
   * Takes messages. With {@code waitSeconds}, the answer waits for the first one; when the client
   * leaves, the wait ends.
   */
  private Mono<HttpReply> take() {
    exchange.begin("GetMessages", QueuePermission.TAKE, queue);
    var take = new Take(
        exchange.number(COUNT).orElse(1),
        seconds(MessagePut.VISIBILITY).orElse(QueueLimits.DEFAULT_VISIBILITY),
        seconds(WAIT).orElse(Duration.ZERO));
    if (take.longestWait().compareTo(Duration.ZERO) > 0) {
      exchange.require(ClientMemory.Holder.WAITING_TAKE);
    }
    return exchange
        .queues()
        .take(queue, take)
        .map(taken -> QueueReplies.xml(HttpResponseStatus.OK, MessageXml.taken(taken)));
  }

  private Mono<HttpReply> peek() {
    return isTrue("hidden") ? peekHidden() : peekVisible();
  }

  private Mono<HttpReply> peekHidden() {
    exchange.begin("PeekHiddenMessages", QueuePermission.PEEK, queue);
    return exchange
        .queues()
        .peekHidden(queue, look())
        .map(seen -> QueueReplies.xml(HttpResponseStatus.OK, MessageXml.hidden(seen))
            .with("x-weir-hidden", "true"));
  }

  private Peek look() {
    return new Peek(exchange.number(COUNT).orElse(1));
  }

  private boolean isTrue(String option) {
    return exchange.option(option).filter("true"::equalsIgnoreCase).isPresent();
  }

  private Mono<HttpReply> peekVisible() {
    exchange.begin("PeekMessages", QueuePermission.PEEK, queue);
    return exchange
        .queues()
        .peek(queue, look())
        .map(seen -> QueueReplies.xml(HttpResponseStatus.OK, MessageXml.seen(seen)));
  }

  Mono<HttpReply> clear() {
    exchange.begin("ClearMessages", QueuePermission.CLEAR, queue);
    return exchange.queues().clear(queue).then(Mono.fromCallable(QueueReplies::noContent));
  }

  /** Changes the visibility of a message, and its text if the request has a body. */
  Mono<HttpReply> update() {
    exchange.begin("UpdateMessage", QueuePermission.UPDATE, queue);
    var held = held();
    exchange.required(MessagePut.VISIBILITY);
    var visibility = seconds(MessagePut.VISIBILITY).orElse(Duration.ZERO);
    return exchange
        .wholeBody()
        .map(body ->
            new MessageUpdate(visibility, body.length == 0 ? null : MessageXml.readText(body)))
        .flatMap(
            update -> held.flatMap(message -> exchange.queues().update(queue, message, update)))
        .map(MessageRequests::renewed);
  }

  private static HttpReply renewed(RenewedMessage renewed) {
    return QueueReplies.noContent()
        .with("x-ms-popreceipt", renewed.receipt().value())
        .with("x-ms-time-next-visible", QueueXml.date(renewed.nextVisibleAt()));
  }

  Mono<HttpReply> delete() {
    exchange.begin("DeleteMessage", QueuePermission.DELETE, queue);
    return held()
        .flatMap(message -> exchange.queues().deleteMessage(queue, message))
        .then(Mono.fromCallable(QueueReplies::noContent));
  }

  /**
   * Returns the message and its receipt. A text that is no id fails with {@code MessageNotFound},
   * but in a missing queue as any id does.
   */
  private Mono<HeldMessage> held() {
    var receipt = new PopReceipt(exchange.required("popreceipt"));
    return Mono.fromCallable(() -> new HeldMessage(exchange.path().message(), receipt))
        .onErrorResume(
            NotFoundException.class,
            noId -> exchange.queues().properties(queue).then(Mono.error(noId)));
  }

  private Optional<Duration> seconds(String option) {
    return QueueExchange.seconds(exchange.head().options(), option);
  }
}
