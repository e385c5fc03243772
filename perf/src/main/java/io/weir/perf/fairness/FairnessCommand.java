package io.weir.perf.fairness;

import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.perf.machine.Environment;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Measures how much later a point read is answered beside streams, and how fast one stream is alone.
 *
 * <p>{@code java -jar perf/target/perf.jar fairness --loops 2}, or the same with {@code --jar baseline/weir.jar}.
 *
 * <p>If other programs use the machine, trust the work of the loops more than the latency. It is the processor time of the busiest loop
 * between the sending of a read and its answer: the work that the loop did before it came to the read.
 *
 * <p>Reads follow a schedule of 500 a second. All streams begin together, 300 ms after the reads, so that the figures include their start.
 * Rounds without streams lie between the scenarios; the ratio compares with the median p99.9 of these rounds.
 */
@Command(
    name = "fairness",
    mixinStandardHelpOptions = true,
    description = "Measure point reads on a schedule beside streams, and one stream alone.")
public final class FairnessCommand implements Callable<Integer> {

  private static final double NANOS_A_MILLI = 1e6;
  private static final double NANOS_A_SECOND = 1e9;
  private static final double MIB = 1 << 20;
  private static final Duration BEFORE_STREAMS = Duration.ofMillis(300);
  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final double ALLOWED_RATIO = 2;
  private static final double ALLOWED_MORE_MILLIS = 5;

  @Option(names = "--jar", description = "Jar of the server. Default: this build.")
  private @Nullable Path jar;

  @Option(names = "--loops", description = "Loops of the server. Default: ${DEFAULT-VALUE}.")
  private int loops = 2;

  @Option(
      names = "--entities",
      description = "Number of entities of 1 KB. Default: ${DEFAULT-VALUE}.")
  private int entities = 100_000;

  @Option(names = "--seconds", description = "Seconds of each scenario. Default: ${DEFAULT-VALUE}.")
  private int seconds = 4;

  @Option(
      names = "--streams",
      split = ",",
      description = "Numbers of streams at a time. Default: ${DEFAULT-VALUE}.")
  private List<Integer> streams = List.of(1, 10, 200);

  @Option(
      names = "--samples",
      description =
          "Number of whole tables that one stream of each kind reads. Default: ${DEFAULT-VALUE}.")
  private int samples = 7;

  private record Beside(Scenario scenario, ScheduledReads.Found found, double mibPerSecond) {

    Histogram latencies() {
      return found.latencies();
    }
  }

  @Override
  public Integer call() throws IOException {
    var home = StoreHome.temporary();
    var data = new DataSet(entities);
    try (home;
        var server = WeirServerProcess.start(
            Surroundings.in(home.path()), Optional.ofNullable(jar), "--loops", "" + loops)) {
      load(server.port(), data);
      System.out.printf("%s%n%n", Environment.now("", "", 0).describe());
      var reads =
          new ScheduledReads(server.port(), data, LoopTime.of(server.process().toHandle()));
      reads.begin(WARM_UP).join();
      alone(server.port());
      beside(server.port(), reads);
    }
    return 0;
  }

  /** Creates the table and writes the rows of a data set. */
  private static void load(int port, DataSet data) {
    var client = WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1)
        .connect();
    try {
      client.createTable(DataSet.TABLE).block();
      var lines = Flux.range(0, data.entities())
          .map(number -> BulkLine.of(new Write.Upsert(data.entity(number), WriteMode.REPLACE)));
      var written = client
          .bulk(DataSet.TABLE, lines)
          .filter(BulkResult.Done.class::isInstance)
          .count()
          .blockOptional()
          .orElseThrow();
      if (written != data.entities()) {
        throw new IllegalStateException("the server refused entities written=" + written);
      }
    } finally {
      client.closeLater().block();
    }
  }

  private void alone(int port) {
    System.out.printf(
        "| one stream by itself | MiB of the table a second, median | worst | best |%n"
            + "|---|---|---|---|%n");
    for (var isHttp2 : List.of(false, true)) {
      for (var mediaType : List.of(Dialect.NDJSON, Dialect.BINARY)) {
        alone(port, isHttp2, false, mediaType);
      }
      alone(port, isHttp2, true, Dialect.NDJSON);
    }
  }

  /** Measures one stream. A compressed stream counts the bytes that it has without compression. */
  private void alone(int port, boolean isHttp2, boolean isGzip, String mediaType) {
    var scenario = new Scenario(isHttp2, isGzip, Scenario.Reader.FAST, 1);
    var plain = new Scenario(isHttp2, false, Scenario.Reader.FAST, 1);
    try (var streams = new ReadStreams(port, scenario);
        var uncompressed = new ReadStreams(port, plain)) {
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

  private void beside(int port, ScheduledReads reads) {
    System.out.printf("%n| point reads beside | p50 ms | p99 | p99.9 | worst | p99.9 to without"
        + " | a loop's work meanwhile, p50 ms | p99.9 | worst | streams, MiB/s |%n"
        + "|---|---|---|---|---|---|---|---|---|---|%n");
    var length = Duration.ofSeconds(seconds);
    var without = new ArrayList<ScheduledReads.Found>();
    var all = new ArrayList<Beside>();
    without.add(reads.begin(length).join());
    for (var scenario : Scenario.all(streams)) {
      all.add(beside(port, reads, scenario));
      if (all.size() % streams.size() == 0) {
        without.add(reads.begin(length).join());
      }
    }
    var p999 = without.stream()
        .mapToDouble(each -> millis(each.latencies(), 99.9))
        .sorted()
        .toArray();
    var usual = p999[p999.length / 2];
    var together = ScheduledReads.Found.nothing();
    without.forEach(together::add);
    row("nothing", together, usual, 0);
    all.forEach(each -> row(each.scenario().toString(), each.found(), usual, each.mibPerSecond()));
    var late = all.stream()
        .filter(
            each -> millis(each.latencies(), 99.9) > ALLOWED_RATIO * usual + ALLOWED_MORE_MILLIS)
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

  private Beside beside(int port, ScheduledReads reads, Scenario scenario) {
    System.err.println(scenario);
    try (var streams = new ReadStreams(port, scenario)) {
      var measured = reads.begin(Duration.ofSeconds(seconds));
      Mono.delay(BEFORE_STREAMS).block();
      var begun = System.nanoTime();
      streams.begin();
      var found = measured.orTimeout(5, TimeUnit.MINUTES).join();
      var perSecond = streams.bytes() / MIB * NANOS_A_SECOND / (System.nanoTime() - begun);
      return new Beside(scenario, found, perSecond);
    }
  }

  private static void row(
      String what, ScheduledReads.Found found, double usual, double mibPerSecond) {
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
