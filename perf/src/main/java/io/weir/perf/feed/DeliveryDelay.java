package io.weir.perf.feed;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.entity.EntityKey;
import io.weir.perf.report.FeedTask;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RoundClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Measures the time from the acknowledgement of a write at its writer until the change has reached
 * a consumer in the same process. Writes follow a schedule of 500 a second. A change that arrives
 * before its acknowledgement counts as no delay.
 *
 * <p>Belongs to one thread, which blocks. The arrays hold one time for each write: its writer and
 * its consumer each set one.
 */
final class DeliveryDelay {

  private static final Duration BETWEEN_WRITES = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final FeedDoor door;
  private final Population rows;
  private final Map<EntityKey, Integer> numbers = new HashMap<>();

  DeliveryDelay(FeedDoor door, int writes) {
    this.door = door;
    this.rows = WrittenRows.of(writes);
    for (var number = 0; number < writes; number++) {
      numbers.put(rows.key(number), number);
    }
  }

  /**
   * Returns the scenario; the latency of an operation is its delay. Each turn writes other values.
   */
  Scenario scenario() {
    return new Scenario(
        door.title(),
        TargetKind.WEIR.durability(),
        FeedTask.DELAY.workload(),
        rows.entities(),
        new OneByOne(),
        Disturbance.NOTHING,
        turn -> {
          var nanos = RoundClock.latencies();
          var clock = RoundClock.begin(door.server());
          round(turn + 1, nanos);
          return clock.end(rows.entities(), rows.entities(), nanos);
        });
  }

  private void round(int generation, Histogram nanos) {
    var acknowledged = new AtomicLongArray(rows.entities());
    var arrived = new AtomicLongArray(rows.entities());
    var begun = Sinks.<Void>one();
    var arrivals = door.consumers()
        .changes(FeedScope.of(door.table().name()), FeedStart.NOW)
        .doOnNext(item -> begun.tryEmitEmpty())
        .ofType(FeedItem.Change.class)
        .take(rows.entities())
        .doOnNext(change -> arrived.set(number(change), System.nanoTime()));
    var writes = begun
        .asMono()
        .thenMany(Flux.interval(BETWEEN_WRITES).onBackpressureBuffer(rows.entities()))
        .take(rows.entities())
        .flatMap(
            number -> door.table()
                .upsert(rows.row(number.intValue(), generation))
                .doOnNext(any -> acknowledged.set(number.intValue(), System.nanoTime())),
            rows.entities());
    arrivals.then().and(writes).block(PATIENCE);
    for (var number = 0; number < rows.entities(); number++) {
      nanos.recordValue(Math.max(0, arrived.get(number) - acknowledged.get(number)));
    }
  }

  private int number(FeedItem.Change change) {
    var number = numbers.get(change.key());
    if (number == null) {
      throw new IllegalStateException("a change of another writer key=" + change.key());
    }
    return number;
  }
}
