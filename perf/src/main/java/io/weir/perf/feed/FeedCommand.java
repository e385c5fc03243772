package io.weir.perf.feed;

import io.weir.perf.scenario.RunOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures change feeds beside PostgreSQL's logical decoding and Redis Streams, and writes the
 * report of a comparison.
 */
@Command(
    name = "feed",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure change feeds: one consumer that catches up, beside PostgreSQL's logical decoding"
          + " and Redis Streams; the time from the acknowledgement of a write to its consumer; and"
          + " the rate of 64 writers beside consumers that are idle, busy, or many and slow. Takes"
          + " ten minutes."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class FeedCommand implements Callable<Integer> {

  @Option(
      names = "--catch-up",
      description = "Measure only how fast one consumer catches up, in four minutes.")
  private boolean isCatchUp;

  @Option(
      names = "--changes",
      paramLabel = "N",
      description = "Let a backlog have this many changes. Default: 200000, 2000 for a trial.")
  private @Nullable Integer changes;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    var effort = options.isTrial() ? FeedEffort.TRIAL : FeedEffort.WHOLE;
    var asked = changes == null ? effort : effort.withChanges(changes);
    return options.report(run -> new FeedRun(run, asked, isCatchUp).measure());
  }
}
