package io.weir.perf.fairness;

import io.weir.api.wire.Dialect;
import io.weir.perf.DataSet;
import io.weir.perf.Machine;
import io.weir.perf.StoreHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Answers: how much later is a point read beside streams, and how fast is a stream by itself?
 *
 * <p>{@code java -jar perf/target/perf.jar fairness --loops 2}, or the same with {@code --jar baseline/weir.jar}.
 *
 * <p>Where other programs use the machine, trust the work of the loops more than the latency: the processor time of the busiest loop between
 * a read's sending and its answer, which is what the loop did before it came to the read.
 *
 * <p>Five hundred reads a second on schedule. Streams begin together, a moment after the reads, so what their beginning costs is in the
 * figures. Each few scenarios stand between two rounds without streams; the ratio is to the median p99.9 of all of these.
 */
@Command(
    name = "fairness",
    mixinStandardHelpOptions = true,
    description = "Measures point reads on a schedule beside streams, and one stream by itself.")
public final class FairnessCommand implements Callable<Integer> {

  private static final double NANOS_A_MILLI = 1e6;
  private static final double NANOS_A_SECOND = 1e9;
  private static final double MIB = 1 << 20;
  private static final Duration BEFORE_STREAMS = Duration.ofMillis(300);
  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final double ALLOWED_RATIO = 2;
  private static final double ALLOWED_MORE_MILLIS = 5;

  @Option(names = "--jar", description = "The server's jar, default this build's own.")
  private @Nullable Path jar;

  @Option(names = "--loops", description = "Loops of the server, default ${DEFAULT-VALUE}.")
  private int loops = 2;

  @Option(names = "--entities", description = "Entities of 1 KB, default ${DEFAULT-VALUE}.")
  private int entities = 100_000;

  @Option(names = "--seconds", description = "Of each scenario, default ${DEFAULT-VALUE}.")
  private int seconds = 4;

  @Option(
      names = "--streams",
      split = ",",
      description = "How many at a time, default ${DEFAULT-VALUE}.")
  private List<Integer> streams = List.of(1, 10, 200);

  @Option(
      names = "--samples",
      description = "Whole tables read by one stream of each kind, default ${DEFAULT-VALUE}.")
  private int samples = 7;

  private record Beside(Scenario scenario, PointReads.Found found, double mibPerSecond) {

    Histogram latencies() {
      return found.latencies();
    }
  }

  @Override
  public Integer call() throws IOException {
    var home = StoreHome.temporary();
    var data = new DataSet(entities);
    try (home;
        var served = Served.start(jar, home.path(), loops)) {
      served.load(data);
      System.out.printf("%s%n%n", Machine.describe());
      var reads = new PointReads(served.port(), data, LoopTime.of(served.process().toHandle()));
      reads.begin(WARM_UP).join();
      alone(served);
      beside(served, reads);
    }
    return 0;
  }

  private void alone(Served served) {
    System.out.printf("| one stream by itself | MiB of the table a second, median | worst | best |%n"
        + "|---|---|---|---|%n");
    for (var isHttp2 : List.of(false, true)) {
      for (var mediaType : List.of(Dialect.NDJSON, Dialect.BINARY)) {
        alone(served, isHttp2, false, mediaType);
      }
      alone(served, isHttp2, true, Dialect.NDJSON);
    }
  }

  /** Of a compressed stream the bytes count that it has when it is not. */
  private void alone(Served served, boolean isHttp2, boolean isGzip, String mediaType) {
    var scenario = new Scenario(isHttp2, isGzip, Scenario.Reader.FAST, 1);
    var plain = new Scenario(isHttp2, false, Scenario.Reader.FAST, 1);
    try (var streams = new Streams(served.port(), scenario);
        var uncompressed = new Streams(served.port(), plain)) {
      var bytes = uncompressed.readWhole(mediaType);
      for (var i = 0; i < samples; i++) {
        streams.readWhole(mediaType);
      }
      var rates = IntStream.range(0, samples)
          .mapToDouble(i -> {
            var begun = System.nanoTime();
            streams.readWhole(mediaType);
            return bytes / MIB * NANOS_A_SECOND / (System.nanoTime() - begun);
          })
          .sorted()
          .toArray();
      System.out.printf(
          Locale.ROOT,
          "| %s, %s, %s | %,.0f | %,.0f | %,.0f |%n",
          isHttp2 ? "h2" : "HTTP/1.1",
          mediaType.equals(Dialect.NDJSON) ? "lines" : "frames",
          isGzip ? "gzip" : "plain",
          rates[samples / 2],
          rates[0],
          rates[samples - 1]);
    }
  }

  private void beside(Served served, PointReads reads) {
    System.out.printf("%n| point reads beside | p50 ms | p99 | p99.9 | worst | p99.9 to without"
        + " | a loop's work meanwhile, p50 ms | p99.9 | worst | streams, MiB/s |%n"
        + "|---|---|---|---|---|---|---|---|---|---|%n");
    var length = Duration.ofSeconds(seconds);
    var without = new ArrayList<PointReads.Found>();
    var all = new ArrayList<Beside>();
    without.add(reads.begin(length).join());
    for (var scenario : Scenario.all(streams)) {
      all.add(beside(served, reads, scenario));
      if (all.size() % streams.size() == 0) {
        without.add(reads.begin(length).join());
      }
    }
    var p999 = without.stream().mapToDouble(each -> millis(each.latencies(), 99.9)).sorted().toArray();
    var usual = p999[p999.length / 2];
    var together = PointReads.Found.nothing();
    without.forEach(together::add);
    row("nothing", together, usual, 0);
    all.forEach(each ->
        row(each.scenario().toString(), each.found(), usual, each.mibPerSecond()));
    var late = all.stream()
        .filter(each -> millis(each.latencies(), 99.9) > ALLOWED_RATIO * usual + ALLOWED_MORE_MILLIS)
        .count();
    System.out.printf(
        Locale.ROOT,
        "%nwithout: median p99.9 %.2f ms, of %s; beyond twice that and %.0f ms: %d of %d%n",
        usual,
        Arrays.toString(Arrays.stream(p999).mapToLong(Math::round).toArray()),
        ALLOWED_MORE_MILLIS,
        late,
        all.size());
  }

  private Beside beside(Served served, PointReads reads, Scenario scenario) {
    System.err.println(scenario);
    try (var streams = new Streams(served.port(), scenario)) {
      var measured = reads.begin(Duration.ofSeconds(seconds));
      Served.sleep(BEFORE_STREAMS.toMillis());
      var begun = System.nanoTime();
      streams.begin();
      var found = measured.orTimeout(5, TimeUnit.MINUTES).join();
      var perSecond = streams.bytes() / MIB * NANOS_A_SECOND / (System.nanoTime() - begun);
      return new Beside(scenario, found, perSecond);
    }
  }

  private static void row(
      String what, PointReads.Found found, double usual, double mibPerSecond) {
    var latencies = found.latencies();
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f | %.2f | %.1f | %.2f | %.2f | %.2f | %,.0f |%n",
        what,
        millis(latencies, 50),
        millis(latencies, 99),
        millis(latencies, 99.9),
        millis(latencies, 100),
        millis(latencies, 99.9) / usual,
        millis(found.work(), 50),
        millis(found.work(), 99.9),
        millis(found.work(), 100),
        mibPerSecond);
  }

  private static double millis(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_A_MILLI;
  }
}
