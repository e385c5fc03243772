package io.weir.api.queue;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The queues of one account.
 *
 * <p>Nothing happens before subscription. Completion of a change means that it is as durable as the
 * service's setting promises. Cancelling drops the signal and does not undo a change that has
 * begun. Every operation may fail with {@code ServerBusy}, which is retryable; a take whose answer
 * is lost hides its messages until their visibility timeout ends. Operations on a queue that does
 * not exist fail with {@code QueueNotFound}.
 */
public interface QueueService {

  /**
   * Creates a queue of one lane. Signals true if it was created, false if it exists with the same
   * metadata and any number of lanes. Fails with {@code QueueAlreadyExists} if it exists with other
   * metadata.
   */
  Mono<Boolean> create(QueueName name, QueueMetadata metadata);

  /**
   * Creates a queue of several lanes. Messages of one lane are in order; those of two lanes are
   * not. Lanes are spread over the threads of the service, so a queue of several lanes passes on
   * more messages than one thread could. Their number never changes.
   *
   * <p>A message is put into the lane of its {@linkplain NewMessage#orderedBy ordering key}, or
   * into any lane if it has none.
   *
   * <p>Signals true if the queue was created, false if it exists with the same metadata and number
   * of lanes. Fails with {@code QueueAlreadyExists} if it exists with others, and with
   * {@code OutOfRangeQueryParameterValue} unless it has 1 to {@link QueueLimits#MAX_LANES} lanes.
   */
  Mono<Boolean> create(QueueName name, QueueMetadata metadata, int lanes);

  /** Creates a queue without metadata. */
  default Mono<Boolean> create(QueueName name) {
    return create(name, QueueMetadata.NONE);
  }

  /** Deletes a queue with all its messages. The name can be used again at once. */
  Mono<Void> delete(QueueName name);

  /** Returns a page of queues. */
  Mono<QueuePage> list(QueueListing listing);

  /** Returns all queues, ordered by name, page by page as they are requested. */
  default Flux<ListedQueue> list() {
    return list(QueueListing.ALL)
        .expand(page -> page.nextMarker().isEmpty()
            ? Mono.empty()
            : list(QueueListing.ALL.from(page.nextMarker())))
        .concatMapIterable(QueuePage::queues);
  }

  /** Returns metadata, the number of lanes, and the number of messages, counted lane after lane. */
  Mono<QueueProperties> properties(QueueName name);

  /** Replaces all metadata. */
  Mono<Void> setMetadata(QueueName name, QueueMetadata metadata);

  /**
   * Sets the rule by which the queue gives up messages. The move of a message is atomic: it is in
   * one of the two queues, never in both or in none. While the other queue does not exist, messages
   * are taken as without a rule.
   *
   * <p>Fails with {@code QueueNotFound} if either queue does not exist, and with
   * {@code InvalidInput} if both are the same.
   */
  Mono<Void> setDeadLetters(QueueName name, DeadLetters rule);

  /** Removes the rule, if there is one. */
  Mono<Void> removeDeadLetters(QueueName name);

  /** Returns the rule; empty if there is none. */
  Mono<DeadLetters> deadLetters(QueueName name);

  /** Puts a message into a queue. */
  Mono<SentMessage> put(QueueName name, NewMessage message);

  /**
   * Takes messages of one lane that are visible, in the order in which they became visible, and
   * hides them from others. Signals an empty list if no lane has any. It may signal fewer messages
   * than asked for although more are visible.
   *
   * <p>With a {@link Take#longestWait() wait}, it signals as soon as it has taken a message, and an
   * empty list at the end of the wait. Those that wait for one lane are served in the order of
   * their arrival. Cancelling ends the wait. Fails with {@code ServerBusy} if too many takes wait.
   */
  Mono<List<TakenMessage>> take(QueueName name, Take take);

  /**
   * Receives messages as they come. The stream takes no more messages than the subscriber has
   * requested. It does not complete.
   *
   * <p>The visibility of each message is renewed until the subscriber
   * {@linkplain Delivery#acknowledge acknowledges} or {@linkplain Delivery#abandon abandons} it. A
   * subscriber that works on several messages at once receives further ones meanwhile:
   *
   * <pre>{@code
   * queues.receive(name, Reception.DEFAULT)
   *     .flatMap(delivery -> work(delivery.text()).then(delivery.acknowledge()), 8)
   * }</pre>
   *
   * <p>Cancelling gives messages back that have not been passed on. Those that have been passed on
   * can still be settled, but are not renewed any more: they become visible at the end of their
   * visibility timeout. A take that is under way may hide its messages as long. Retryable failures
   * are retried; any other ends the stream.
   */
  default Flux<Delivery> receive(QueueName name, Reception reception) {
    return MessageStream.of(this, name, reception);
  }

  /** Returns messages that would be taken next, lane after lane, and leaves them as they are. */
  Mono<List<Message>> peek(QueueName name, Peek peek);

  /**
   * Returns messages that nobody can take now, in the order in which they become visible, lane
   * after lane, and leaves them as they are. Those that have expired are left out; a lane with
   * hundreds of them at its front may signal fewer messages than it has.
   */
  Mono<List<HiddenMessage>> peekHidden(QueueName name, Peek peek);

  /**
   * Changes the visibility, and the text if the update has one, of a message that the caller holds.
   *
   * <p>Fails with {@code MessageNotFound} if the message was deleted or has expired, and with
   * {@code PopReceiptMismatch} if somebody else has taken or updated it. A message that would
   * become visible after its end of life expires while it is hidden.
   */
  Mono<RenewedMessage> update(QueueName name, HeldMessage held, MessageUpdate update);

  /**
   * Deletes a message that the caller holds. Fails with {@code MessageNotFound} and
   * {@code PopReceiptMismatch} as an update does.
   */
  Mono<Void> deleteMessage(QueueName name, HeldMessage held);

  /** Deletes all messages, hidden ones too. The lanes are cleared one after another. */
  Mono<Void> clear(QueueName name);
}
