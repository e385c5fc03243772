package io.weir.perf.target;

import io.weir.perf.process.Cpu;
import io.weir.perf.workload.Driver;
import io.weir.perf.workload.LoadClock;
import io.weir.perf.workload.OperationDraws;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.Rounds;
import io.weir.perf.workload.Workload;
import java.time.Duration;
import java.util.List;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Runs a workload on a loaded table and blocks until it is over. Belongs to the launcher's thread.
 */
public final class TurnRunner implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** A turn has one at a time. */
  private static final int MOST_TIMERS = 16;

  private final Scheduler operations = Schedulers.newSingle("load-operations", true);

  /**
   * One thread that may block: it reads processor times, and waits for those that record a latency.
   */
  private final Scheduler rounds =
      Schedulers.newBoundedElastic(1, MOST_TIMERS, "load-rounds", 600, true);

  private final long seed;

  public TurnRunner(long seed) {
    this.seed = seed;
  }

  /**
   * Runs one turn: a warm-up and the rounds after it.
   *
   * @param number of the turn; each number draws other operations
   */
  public List<Round> take(
      LoadedTable loaded, Workload workload, Pace pace, Rounds length, int number) {
    var draws = OperationDraws.of(workload, loaded.population(), loaded.inserted(), seed + number);
    var work = new TableWork(loaded.table(), loaded.population());
    return new Driver(LoadClock.of(operations, rounds), loaded.server(), Cpu.ofThisProcess())
        .run(work, draws, pace, length)
        .blockOptional(LONGEST)
        .orElseThrow();
  }

  @Override
  public void close() {
    operations.dispose();
    rounds.dispose();
  }
}
