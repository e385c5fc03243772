package io.weir.api.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * A message that a subscriber has received and holds until it acknowledges or abandons it. The
 * message stays hidden from others meanwhile.
 *
 * <p>If a renewal fails for good, because somebody else has changed the message or it has expired,
 * the settlement fails with {@code PopReceiptMismatch} or {@code MessageNotFound}. Any thread.
 */
public final class Delivery {

  private final QueueService queues;
  private final QueueName queue;
  private final Message message;
  private final Duration visibility;
  private final AtomicReference<Hold> hold;

  private final Consumer<Delivery> whenReleased;

  /** The timer of the next renewal. Replaced by the renewal before, or by the creation. */
  private volatile @Nullable Disposable timer;

  /**
   * The hold on the message. Settlements and renewals replace it atomically, so no renewal begins
   * after a settlement.
   *
   * @param receipt the receipt after all renewals that have begun
   * @param isReleased whether no renewal may begin any more
   */
  private record Hold(Mono<PopReceipt> receipt, boolean isReleased) {}

  /** @param whenReleased runs when the renewal ends; may run more than once */
  Delivery(
      QueueService queues,
      QueueName queue,
      TakenMessage taken,
      Duration visibility,
      Consumer<Delivery> whenReleased) {
    this.queues = queues;
    this.queue = queue;
    this.message = taken.message();
    this.visibility = visibility;
    this.whenReleased = whenReleased;
    this.hold = new AtomicReference<>(new Hold(Mono.just(taken.receipt()), false));
  }

  public Message message() {
    return message;
  }

  public MessageId id() {
    return message.id();
  }

  /** Returns the text of the message. */
  public String text() {
    return message.text().value();
  }

  /**
   * Deletes the message. Subscription ends the renewal. If it fails, it can be repeated until the
   * visibility timeout ends.
   */
  public Mono<Void> acknowledge() {
    return settle(held -> queues.deleteMessage(queue, held));
  }

  /** Gives the message back, visible at once. */
  public Mono<Void> abandon() {
    return abandon(Duration.ZERO);
  }

  /**
   * Gives the message back, visible after a delay, for example to try it again later.
   *
   * <p>Fails with {@code OutOfRangeQueryParameterValue} for a delay below 0 s or above 7 days.
   */
  public Mono<Void> abandon(Duration delay) {
    var update = MessageUpdate.hiddenFor(delay);
    return settle(held -> queues.update(queue, held, update).then());
  }

  private interface Settlement {
    Mono<Void> of(HeldMessage held);
  }

  private Mono<Void> settle(Settlement settlement) {
    return Mono.defer(() -> {
      release();
      return hold().receipt().flatMap(receipt -> settlement.of(held(receipt)));
    });
  }

  /** Begins to renew the visibility at half of its time. Called once. */
  void renewLater() {
    timer = Mono.delay(visibility.dividedBy(2)).subscribe(now -> renew());
    if (hold().isReleased()) {
      stopTimer();
    }
  }

  /** Ends the renewal: the message becomes visible again at the end of its visibility timeout. */
  void release() {
    Hold before;
    do {
      before = hold();
    } while (!hold.compareAndSet(before, new Hold(before.receipt(), true)));
    stopTimer();
    whenReleased.accept(this);
  }

  private Hold hold() {
    return Objects.requireNonNull(hold.get());
  }

  private void stopTimer() {
    var present = timer;
    if (present != null) {
      present.dispose();
    }
  }

  private void renew() {
    var before = hold();
    var renewal = before.receipt().flatMap(this::renewed).cache();
    var after = new Hold(renewal.map(Renewal::receipt), false);
    if (!before.isReleased() && hold.compareAndSet(before, after)) {
      renewal.subscribe(done -> {
        if (done.goesOn()) {
          renewLater();
        }
      });
    }
  }

  /**
   * The outcome of a renewal.
   *
   * @param receipt the new one; the old one after a failure
   * @param goesOn whether another renewal may succeed
   */
  private record Renewal(PopReceipt receipt, boolean goesOn) {}

  private Mono<Renewal> renewed(PopReceipt receipt) {
    return queues
        .update(queue, held(receipt), MessageUpdate.hiddenFor(visibility))
        .map(renewed -> new Renewal(renewed.receipt(), true))
        .onErrorResume(
            failure -> Mono.just(new Renewal(receipt, MessageStream.isTransient(failure))));
  }

  private HeldMessage held(PopReceipt receipt) {
    return new HeldMessage(message.id(), receipt);
  }
}
