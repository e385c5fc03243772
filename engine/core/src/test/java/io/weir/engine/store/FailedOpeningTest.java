package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.EmbeddedLoops;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An opening that fails leaves no thread behind, however far it has got. */
final class FailedOpeningTest extends StoreInFolder {

  private final List<ExecutorService> started = new CopyOnWriteArrayList<>();

  @Test
  void allThreadsOfAnOpeningThatFailsLateAreStopped() {
    var loops = EmbeddedLoops.start(1);
    try {
      assertThatThrownBy(
              () -> Store.open(options().withClock(new LateClock()), loops.loops(), environment()))
          .hasMessage("the clock failed");

      assertThat(started).hasSize(3).allMatch(ExecutorService::isTerminated);
    } finally {
      loops.close();
    }
  }

  private StoreEnvironment environment() {
    var system = StoreEnvironment.SYSTEM;
    return new StoreEnvironment(
        system.disk(),
        noted(system.workThreads()),
        noted(system.feedThreads()),
        noted(system.pageThreads()),
        system.startLog(),
        system.pause(),
        system.nanoClock());
  }

  private Supplier<ExecutorService> noted(Supplier<ExecutorService> threads) {
    return () -> {
      var made = threads.get();
      started.add(made);
      return made;
    };
  }

  /** Fails once all threads are started. */
  private final class LateClock extends Clock {

    @Override
    public Instant instant() {
      if (started.size() == 3) {
        throw new IllegalStateException("the clock failed");
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
