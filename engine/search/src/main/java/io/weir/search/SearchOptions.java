package io.weir.search;

import io.weir.search.index.IndexOptions;
import io.weir.search.table.FollowerPace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * The options of the text indexes of an engine.
 *
 * @param folder of all indexes; created with the first one. A folder in it whose name has 16
 *     hexadecimal digits belongs to the searches, which delete it if no table declares it
 * @param indexThreads threads that keep indexes up to date, 1 to 64. A table stays with one of them
 * @param queryThreads threads that search, 1 to 64
 * @param waitingQueries searches that may wait for each of these threads, 1 to 100,000
 * @param longest time after which a search fails, at least 1 ms: all of its parts together, from
 *     the first word of a prefix to the last entity
 * @param retry pause between the failure of an index and the next try, at least 1 ms
 * @param pace when changes are shown and committed
 * @param index files and memory of each index
 * @param clock of lags
 */
public record SearchOptions(
    Path folder,
    int indexThreads,
    int queryThreads,
    int waitingQueries,
    Duration longest,
    Duration retry,
    FollowerPace pace,
    IndexOptions index,
    Clock clock) {

  /** Fails with {@link IllegalArgumentException} for a number or a time out of range. */
  public SearchOptions {
    require("indexThreads", indexThreads, 64);
    require("queryThreads", queryThreads, 64);
    require("waitingQueries", waitingQueries, 100_000);
    require("longestMillis", longest.toMillis(), Long.MAX_VALUE);
    require("retryMillis", retry.toMillis(), Long.MAX_VALUE);
  }

  /**
   * Returns the defaults: two threads of each kind, 256 waiting searches for each, searches of 5 s,
   * and another try after 10 s.
   */
  public static SearchOptions in(Path folder) {
    return new SearchOptions(
        folder,
        2,
        2,
        256,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        FollowerPace.DEFAULT,
        IndexOptions.DEFAULT,
        Clock.systemUTC());
  }

  /** Returns these options with other numbers of threads. */
  public SearchOptions withThreads(int forIndexes, int forQueries) {
    return new SearchOptions(
        folder, forIndexes, forQueries, waitingQueries, longest, retry, pace, index, clock);
  }

  /** Returns these options with another bound of waiting searches. */
  public SearchOptions withWaitingQueries(int most) {
    return new SearchOptions(
        folder, indexThreads, queryThreads, most, longest, retry, pace, index, clock);
  }

  /** Returns these options with another pause after failures. */
  public SearchOptions withRetry(Duration pause) {
    return new SearchOptions(
        folder, indexThreads, queryThreads, waitingQueries, longest, pause, pace, index, clock);
  }

  /** Returns these options with another pace. */
  public SearchOptions withPace(FollowerPace other) {
    return new SearchOptions(
        folder, indexThreads, queryThreads, waitingQueries, longest, retry, other, index, clock);
  }

  /** Returns these options with other files. */
  public SearchOptions withIndex(IndexOptions other) {
    return new SearchOptions(
        folder, indexThreads, queryThreads, waitingQueries, longest, retry, pace, other, clock);
  }

  private static void require(String name, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + "=" + value + " from=1 to=" + most);
    }
  }
}
