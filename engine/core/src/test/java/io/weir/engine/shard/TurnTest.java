package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.TableServiceException;
import io.weir.engine.balance.WriteTimes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TurnTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void theWritesOfATurnAreTimedFromTheirArrivalToTheirAnswer() {
    var times = new WriteTimes(System.nanoTime());
    var turn = new Turn();
    turn.take(arrivedAt(System.nanoTime() - TimeUnit.SECONDS.toNanos(50)));
    turn.take(arrivedAt(System.nanoTime()));
    turn.committedAs(1);

    turn.answer(times);

    times.endWindow(System.nanoTime() + HOUR);
    assertThat(times.last().writes()).isEqualTo(2);
    assertThat(times.last().p99Micros()).isGreaterThan(TimeUnit.SECONDS.toMicros(49));
    assertThat(times.last().medianMicros()).isLessThan(TimeUnit.SECONDS.toMicros(49));
  }

  private static WriteCommand arrivedAt(long nanos) {
    return new WriteCommand(1, List.of(), List.of(), 0, new Unheard(), nanos, false);
  }

  private record Unheard() implements CommandReply {

    @Override
    public void done(long timestampTicks) {}

    @Override
    public void failed(TableServiceException failure) {}
  }
}
