package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Take;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A message that is renewed to the very moment at which it was to be visible anyway, so that it
 * stays at its place.
 */
final class RenewedReceiptTest extends DecidedQueue {

  private static final long SECOND = Duration.ofSeconds(1).toMillis() * 10_000;

  @Test
  void onlyTheNewReceiptIsValidAndTheMessageStays() {
    decide(new PutDecision(QUEUE, NewMessage.of("text")), false);
    commit();
    var take = new TakeDecision(QUEUE, new Take(1, Duration.ofSeconds(10)));
    decide(take, false);
    commit();
    var old = HeldMessage.of(take.taken().get(0));
    ticks += 4 * SECOND - 1;
    var update = new UpdateDecision(QUEUE, old, MessageUpdate.hiddenFor(Duration.ofSeconds(6)));
    decide(update, false);
    commit();
    assertThat(update.renewed().nextVisibleAt()).isEqualTo(take.taken().get(0).nextVisibleAt());

    var byOld = outcome(new DeleteDecision(QUEUE, old), false);
    var byNew = outcome(
        new DeleteDecision(QUEUE, new HeldMessage(old.id(), update.renewed().receipt())), false);

    assertThat(byOld.code()).isEqualTo(ErrorCode.POP_RECEIPT_MISMATCH);
    assertThat(byNew).isNull();
  }
}
