package io.weir.perf.feed;

import io.weir.perf.process.Cpu;
import io.weir.perf.report.FeedTask;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.WrongAnswer;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;

/**
 * Changes that were written before, and a consumer that can read them any number of times, from the
 * first one. Belongs to one thread, which blocks. Closing ends what was started for it.
 */
interface ChangeBacklog extends AutoCloseable {

  /** Returns the name in results. */
  String title();

  /** Returns whether the consumer looks into the values. */
  FeedTask task();

  /** Returns the processor time of the server; of this process if the store runs inside it. */
  Cpu server();

  /** Returns the scenario of a consumer that reads the whole backlog. */
  default Scenario scenario(int changes) {
    return new Scenario(
        title(),
        TargetKind.WEIR.durability(),
        task().workload(),
        changes,
        new OneByOne(),
        Disturbance.NOTHING,
        turn -> {
          var clock = RoundClock.begin(server());
          read();
          return clock.end(changes);
        });
  }

  /** Reads all changes. Fails with {@link WrongAnswer} if some are missing. */
  void read() throws IOException;

  @Override
  void close() throws IOException;

  /** Fails unless all changes were read. */
  static void requireAll(String title, long wanted, long read) {
    if (read != wanted) {
      throw new WrongAnswer("feed of " + title + " wanted=" + wanted + " read=" + read);
    }
  }
}
