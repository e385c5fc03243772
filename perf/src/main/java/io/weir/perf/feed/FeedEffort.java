package io.weir.perf.feed;

import io.weir.perf.workload.Rounds;
import java.time.Duration;

/**
 * The time that a run spends.
 *
 * @param changes of a backlog, at least 1
 * @param warmups rounds of reading it that do not count
 * @param rounds that count, at least 1
 * @param writes on a schedule, whose delays are measured, in each round
 * @param turn of writers beside one kind of consumers: its own warm-up and one round
 * @param turns of the writers, at least 1
 * @param slowConsumers number of consumers that request one item a second
 */
record FeedEffort(
    int changes, int warmups, int rounds, int writes, Rounds turn, int turns, int slowConsumers) {

  /** Ten minutes. */
  static final FeedEffort WHOLE = new FeedEffort(200_000, 3, 7, 3_000, turn(500, 2_000), 11, 1_000);

  /**
   * Everything once, in less than a minute: shows that all contenders work; the numbers mean
   * nothing.
   */
  static final FeedEffort TRIAL = new FeedEffort(2_000, 0, 1, 100, turn(50, 200), 1, 50);

  private static Rounds turn(int warmupMillis, int roundMillis) {
    return new Rounds(Duration.ofMillis(warmupMillis), Duration.ofMillis(roundMillis), 1);
  }

  FeedEffort withChanges(int other) {
    return new FeedEffort(other, warmups, rounds, writes, turn, turns, slowConsumers);
  }
}
