package io.weir.client.queue;

import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
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
import io.weir.client.frame.ExpectedFrame;
import io.weir.client.pipeline.Pipelining;
import io.weir.client.transport.Attempt;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The queues of an account at the other end of HTTP: puts, takes without a wait, updates and deletions as frames of a pipeline, everything else
 * as a request.
 *
 * <p>Any thread. A service without pipelines refuses them; the operations then become requests.
 *
 * @param requests carries out what has no frames, and operations for which no pipeline may be used
 */
record PipelinedQueues(Attempt attempt, Pipelining pipelining, RemoteQueues requests)
    implements QueueService {

  @Override
  public Mono<SentMessage> put(QueueName name, NewMessage message) {
    return piped(
            name,
            new MessageCall.Put(message),
            requests.put(name, message).map(MessageAnswer.Sent::new))
        .map(answer -> as(MessageAnswer.Sent.class, answer).message());
  }

  /** A take that waits is a request of its own: the answers of a pipeline come in order, so it would hold up all after it. */
  @Override
  public Mono<List<TakenMessage>> take(QueueName name, Take take) {
    var alone = requests.take(name, take);
    return take.longestWait().isZero()
        ? piped(name, new MessageCall.Take(take), alone.map(MessageAnswer.Taken::new))
            .map(answer -> as(MessageAnswer.Taken.class, answer).messages())
        : alone;
  }

  @Override
  public Mono<RenewedMessage> update(QueueName name, HeldMessage held, MessageUpdate update) {
    return piped(
            name,
            new MessageCall.Update(held, update),
            requests.update(name, held, update).map(MessageAnswer.Renewed::new))
        .map(answer -> as(MessageAnswer.Renewed.class, answer).message());
  }

  @Override
  public Mono<Void> deleteMessage(QueueName name, HeldMessage held) {
    return piped(
            name,
            new MessageCall.Delete(held),
            requests.deleteMessage(name, held).then(Mono.fromSupplier(MessageAnswer.Deleted::new)))
        .map(answer -> as(MessageAnswer.Deleted.class, answer))
        .then();
  }

  private Mono<MessageAnswer> piped(
      QueueName queue, MessageCall call, Mono<? extends MessageAnswer> alone) {
    return pipelining.message(attempt, queue, call, alone.cast(MessageAnswer.class));
  }

  private static <T extends MessageAnswer> T as(Class<T> kind, MessageAnswer answer) {
    if (kind.isInstance(answer)) {
      return kind.cast(answer);
    }
    throw ExpectedFrame.unexpectedAnswer("answer");
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata) {
    return requests.create(name, metadata);
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata, int lanes) {
    return requests.create(name, metadata, lanes);
  }

  @Override
  public Mono<Void> delete(QueueName name) {
    return requests.delete(name);
  }

  @Override
  public Mono<QueuePage> list(QueueListing listing) {
    return requests.list(listing);
  }

  @Override
  public Mono<QueueProperties> properties(QueueName name) {
    return requests.properties(name);
  }

  @Override
  public Mono<Void> setMetadata(QueueName name, QueueMetadata metadata) {
    return requests.setMetadata(name, metadata);
  }

  @Override
  public Mono<Void> setDeadLetters(QueueName name, DeadLetters rule) {
    return requests.setDeadLetters(name, rule);
  }

  @Override
  public Mono<Void> removeDeadLetters(QueueName name) {
    return requests.removeDeadLetters(name);
  }

  @Override
  public Mono<DeadLetters> deadLetters(QueueName name) {
    return requests.deadLetters(name);
  }

  @Override
  public Mono<List<Message>> peek(QueueName name, Peek peek) {
    return requests.peek(name, peek);
  }

  @Override
  public Mono<Void> clear(QueueName name) {
    return requests.clear(name);
  }
}
