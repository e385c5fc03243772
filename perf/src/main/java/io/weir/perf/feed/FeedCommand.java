package io.weir.perf.feed;

import io.weir.perf.machine.Environment;
import io.weir.perf.machine.MachineLimits;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures change feeds beside PostgreSQL's logical decoding and Redis Streams, and writes the report of a comparison. */
@Command(
    name = "feed",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure change feeds: one consumer that catches up, beside PostgreSQL's logical decoding and Redis Streams; the time from the"
          + " acknowledgement of a write to its consumer; and the rate of 64 writers beside consumers that are idle, busy, or many and"
          + " slow. Takes ten minutes."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class FeedCommand implements Callable<Integer> {

  @Option(names = "--trial", description = "Do everything once; the numbers mean nothing.")
  private boolean isTrial;

  @Option(
      names = "--catch-up",
      description = "Measure only how fast one consumer catches up, in four minutes.")
  private boolean isCatchUp;

  @Option(
      names = "--changes",
      paramLabel = "N",
      description = "Let a backlog have this many changes. Default: 200000, 2000 for a trial.")
  private @Nullable Integer changes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw all writes from this seed. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write results.json, report.md and its plots to this folder. Default: ./${DEFAULT-VALUE}.")
  private Path out = Path.of("perf/target/feed");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(out);
    var effort = isTrial ? FeedEffort.TRIAL : FeedEffort.WHOLE;
    var results = measure(changes == null ? effort : effort.withChanges(changes));
    results.write(out.resolve("results.json"));
    var report = ComparisonReport.of(results);
    var page = report.write(out);
    System.out.printf("%n%s%n%nThe report: %s%n", report.measuredGoals(), page.toUri());
    return 0;
  }

  private Results measure(FeedEffort effort) throws IOException {
    try (var home = StoreHome.temporary()) {
      var limits = MachineLimits.measure(home.path());
      var began = System.nanoTime();
      var run = new FeedRun(Surroundings.in(home.path()), effort, seed, what -> say(began, what));
      if (isCatchUp) {
        run.measureCatchUp();
      } else {
        run.measure();
      }
      var environment = Environment.now(
          "servers and load share all cores",
          "java -jar perf/target/perf.jar feed"
              + (isTrial ? " --trial" : "")
              + (isCatchUp ? " --catch-up" : ""),
          seed);
      return new Results(environment, limits, run.measurements(), run.leftOut());
    }
  }

  private static void say(long beganNanos, String what) {
    var passed = Duration.ofNanos(System.nanoTime() - beganNanos);
    System.out.printf(
        Locale.ROOT, "%3d:%02d  %s%n", passed.toMinutes(), passed.toSecondsPart(), what);
  }
}
