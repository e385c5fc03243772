package io.weir.perf.compare;

import io.weir.perf.load.Driver;
import io.weir.perf.load.LoadClock;
import io.weir.perf.load.Pace;
import io.weir.perf.load.Round;
import io.weir.perf.load.Rounds;
import io.weir.perf.machine.Cpu;
import io.weir.perf.target.TableWork;
import io.weir.perf.workload.OperationDraws;
import io.weir.perf.workload.Workload;
import java.time.Duration;
import java.util.List;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Has a target do one thing for a while. Belongs to the launcher's thread, which waits. */
final class TurnRunner implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Scheduler operations = Schedulers.newSingle("load-operations", true);
  private final Scheduler rounds = Schedulers.newSingle("load-rounds", true);
  private final long seed;

  TurnRunner(long seed) {
    this.seed = seed;
  }

  /**
   * One turn, or several of the same behind each other.
   *
   * @param number of the turn, for which others are drawn than for the one before
   */
  List<Round> take(
      StartedTarget running, Workload workload, int entities, Pace pace, Rounds length, int number) {
    var loaded = running.table(workload.population(entities));
    var draws = OperationDraws.of(workload, loaded.population(), loaded.inserted(), seed + number);
    var work = new TableWork(loaded.table(), loaded.population());
    return new Driver(LoadClock.of(operations, rounds), running.target().cpu(), Cpu.ofThisProcess())
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
