package io.weir.client.queue;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.json.ErrorBody;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueuePage;
import io.weir.api.queue.QueueProperties;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.wire.MessageCall;
import io.weir.api.xml.Element;
import io.weir.api.xml.MessageXml;
import io.weir.api.xml.QueueXml;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import io.weir.client.rest.RestAnswer;
import io.weir.client.stream.ExpectedFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * The queues of an account at the other end of HTTP. Each operation is one request, or, for
 * operations on messages, a frame of a pipeline if the {@link MessageSender} has one.
 *
 * <p>Any thread. Moments in the answers of requests are whole seconds. Fails as the service or the
 * sender does.
 */
final class RemoteQueues implements QueueService {

  static final String METADATA = "x-ms-meta-";

  private static final String LANES = "x-weir-lanes";
  private static final String HIDDEN = "x-weir-hidden";

  private static final int CREATED = 201;

  private final RequestSender exchange;
  private final QueueTargets targets;
  private final MessageSender messages;

  /**
   * The queues of an account.
   *
   * @param path of the account, with its slash; empty if the host name contains the account
   * @param messages sends operations on messages
   */
  RemoteQueues(RequestSender exchange, Protocol protocol, String path, MessageSender messages) {
    this.exchange = exchange;
    this.targets = new QueueTargets(protocol, path);
    this.messages = messages;
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata) {
    return create(targets.create(name, metadata), answer -> true);
  }

  /**
   * An extension. Another service makes a queue of one lane; this then fails with
   * {@code NotImplemented}, and the queue stays.
   */
  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata, int lanes) {
    return Mono.defer(() -> create(
        targets.create(name, metadata, QueueLimits.requireLanes(lanes)),
        answer -> Integer.toString(lanes).equals(answer.headers().get(LANES))));
  }

  /** @param isAsAsked whether the service has done all that was asked for, extensions included */
  private Mono<Boolean> create(OutboundRequest request, Predicate<RestAnswer> isAsAsked) {
    var read = reader(isAsAsked::test);
    ResponseReader<Boolean> created =
        (response, body) -> read.read(response, body).map(done -> {
          if (!done.get(0)) {
            throw lacking("lanes");
          }
          return List.of(response.status().code() == CREATED);
        });
    return one(request, created);
  }

  private static InvalidRequestException lacking(String option) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + option);
  }

  @Override
  public Mono<Void> delete(QueueName name) {
    return done(targets.delete(name));
  }

  @Override
  public Mono<QueuePage> list(QueueListing listing) {
    return Mono.defer(() -> one(
        targets.list(listing), reader(answer -> QueueXml.readPage(answer.body().array()))));
  }

  @Override
  public Mono<QueueProperties> properties(QueueName name) {
    return one(targets.properties(name), reader(answer -> properties(answer.headers())));
  }

  private static QueueProperties properties(HttpHeaders headers) {
    var texts = new HashMap<String, String>();
    for (var header : headers) {
      if (header.getKey().regionMatches(true, 0, METADATA, 0, METADATA.length())) {
        texts.put(header.getKey().substring(METADATA.length()), header.getValue());
      }
    }
    return new QueueProperties(
        new QueueMetadata(texts),
        (int) number(headers.get(LANES, "1")),
        number(headers.get("x-ms-approximate-messages-count", "")));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "messagesCount=" + text);
    }
  }

  @Override
  public Mono<Void> setMetadata(QueueName name, QueueMetadata metadata) {
    return done(targets.setMetadata(name, metadata));
  }

  /** An extension: another service refuses it. */
  @Override
  public Mono<Void> setDeadLetters(QueueName name, DeadLetters rule) {
    return done(targets.setDeadLetters(name, rule));
  }

  @Override
  public Mono<Void> removeDeadLetters(QueueName name) {
    return done(targets.removeDeadLetters(name));
  }

  @Override
  public Mono<DeadLetters> deadLetters(QueueName name) {
    return one(
            targets.deadLetters(name),
            reader(answer -> QueueXml.readDeadLetters(answer.body().array())))
        .onErrorResume(RemoteQueues::isAbsent, none -> Mono.empty());
  }

  private static boolean isAbsent(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }

  @Override
  public Mono<SentMessage> put(QueueName name, NewMessage message) {
    var request = Mono.defer(() -> one(
        targets.put(name, message),
        reader(answer -> MessageXml.readSent(answer.body().array()))));
    return messages
        .send(name, new MessageCall.Put(message), request.map(MessageAnswer.Sent::new))
        .map(answer -> as(MessageAnswer.Sent.class, answer).message());
  }

  /**
   * A wait is an extension: another service may refuse it, or answer at once. A take that waits is
   * always a request: the answers of a pipeline come in order, so it would hold up all after it.
   */
  @Override
  public Mono<List<TakenMessage>> take(QueueName name, Take take) {
    var request = one(
        targets.take(name, take),
        reader(answer -> MessageXml.readTaken(answer.body().array())));
    return take.longestWait().isZero()
        ? messages
            .send(name, new MessageCall.Take(take), request.map(MessageAnswer.Taken::new))
            .map(answer -> as(MessageAnswer.Taken.class, answer).messages())
        : request;
  }

  @Override
  public Mono<List<Message>> peek(QueueName name, Peek peek) {
    return one(
        targets.peek(name, peek),
        reader(answer -> MessageXml.readSeen(answer.body().array())));
  }

  /**
   * An extension. Another service shows visible messages; this then fails with
   * {@code NotImplemented}.
   */
  @Override
  public Mono<List<HiddenMessage>> peekHidden(QueueName name, Peek peek) {
    return one(targets.peekHidden(name, peek), reader(RemoteQueues::hidden))
        .map(hidden -> hidden.orElseThrow(() -> lacking("hidden")));
  }

  /** Returns the hidden messages; empty if the service shows others. */
  private static Optional<List<HiddenMessage>> hidden(RestAnswer answer) {
    return "true".equals(answer.headers().get(HIDDEN))
        ? Optional.of(MessageXml.readHidden(answer.body().array()))
        : Optional.empty();
  }

  @Override
  public Mono<RenewedMessage> update(QueueName name, HeldMessage held, MessageUpdate update) {
    var request = Mono.defer(
        () -> one(targets.update(name, held, update), reader(answer -> renewed(answer.headers()))));
    return messages
        .send(name, new MessageCall.Update(held, update), request.map(MessageAnswer.Renewed::new))
        .map(answer -> as(MessageAnswer.Renewed.class, answer).message());
  }

  private static RenewedMessage renewed(HttpHeaders headers) {
    var receipt = headers.get("x-ms-popreceipt", "");
    if (receipt.isEmpty()) {
      throw new ServiceFailedException(
          ErrorCode.INTERNAL_ERROR, "unexpectedAnswer=update missing=x-ms-popreceipt", null);
    }
    return new RenewedMessage(
        new PopReceipt(receipt), QueueXml.readDate(headers.get("x-ms-time-next-visible", "")));
  }

  @Override
  public Mono<Void> deleteMessage(QueueName name, HeldMessage held) {
    var request =
        done(targets.deleteMessage(name, held)).then(Mono.fromSupplier(MessageAnswer.Deleted::new));
    return messages
        .send(name, new MessageCall.Delete(held), request)
        .map(answer -> as(MessageAnswer.Deleted.class, answer))
        .then();
  }

  private static <T extends MessageAnswer> T as(Class<T> kind, MessageAnswer answer) {
    if (kind.isInstance(answer)) {
      return kind.cast(answer);
    }
    throw ExpectedFrame.unexpectedAnswer("answer");
  }

  @Override
  public Mono<Void> clear(QueueName name) {
    return done(targets.clear(name));
  }

  private Mono<Void> done(OutboundRequest request) {
    return one(request, reader(answer -> true)).then();
  }

  private <T> Mono<T> one(OutboundRequest request, ResponseReader<T> answer) {
    return exchange.send(request, answer).next();
  }

  private static <T> ResponseReader<T> reader(Function<RestAnswer, T> reader) {
    return RestAnswer.of(reader, RemoteQueues::refusal);
  }

  /** Reads the body of an error. A proxy, for example, answers in another form. */
  private static Optional<ErrorBody> refusal(byte[] body) {
    try {
      var error = Element.parse(body).requireName("Error");
      return Optional.of(new ErrorBody(
          error.require("Code").text(), error.find("Message").map(Element::text).orElse("")));
    } catch (InvalidRequestException otherForm) {
      return Optional.empty();
    }
  }
}
