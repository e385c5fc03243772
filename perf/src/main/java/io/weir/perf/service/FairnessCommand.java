package io.weir.perf.service;

import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.OpenLoop;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import reactor.core.publisher.Flux;

/**
 * Measures how much later a point read is answered beside streams, and how fast one stream is
 * alone.
 *
 * <p>{@code java -jar perf/target/perf.jar fairness --loops 2}, or the same with {@code --jar
 * baseline/weir.jar}.
 *
 * <p>If other programs use the machine, trust the work of the loops more than the latency. It is
 * the processor time of the busiest loop between the sending of a read and its answer: the work
 * that the loop did before it came to the read.
 *
 * <p>Reads follow a schedule of 500 a second. All streams begin together, 300 ms after the reads,
 * so that the figures include their start. Rounds without streams lie between the scenarios; the
 * ratio compares with the median p99.9 of these rounds.
 */
@Command(
    name = "fairness",
    mixinStandardHelpOptions = true,
    description = "Measure point reads on a schedule beside streams, and one stream alone.")
public final class FairnessCommand implements Callable<Integer> {

  private static final double NANOS_A_MILLI = 1e6;
  private static final String POINT_READS = "fairness: point reads";
  private static final Pace SCHEDULE = new OpenLoop(ScheduledReads.PER_SECOND);
  private static final double MIB = 1 << 20;
  private static final Duration BEFORE_STREAMS = Duration.ofMillis(300);
  private static final Duration WARM_UP = Duration.ofSeconds(8);

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

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) throws IOException {
    var data = new DataSet(entities);
    try (var server = WeirServerProcess.start(
        run.surroundings(), Optional.ofNullable(jar), "--loops", "" + loops)) {
      load(server.port(), data);
      var reads =
          new ScheduledReads(server.port(), data, LoopTime.of(server.process().toHandle()));
      reads.begin(WARM_UP).join();
      run.measure(alone(server), 1, samples);
      run.measure(beside(server, reads), 0, 1);
    }
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

  /**
   * Returns one stream of each kind. A compressed stream counts the bytes that it has without
   * compression.
   */
  private List<Scenario> alone(ChildProcess server) {
    var all = new ArrayList<Scenario>();
    for (var isHttp2 : List.of(false, true)) {
      var plain = new StreamKind(isHttp2, false, StreamKind.Reader.FAST, 1);
      var packed = new StreamKind(isHttp2, true, StreamKind.Reader.FAST, 1);
      all.add(alone(server, plain, Dialect.NDJSON, "lines"));
      all.add(alone(server, plain, Dialect.BINARY, "frames"));
      all.add(alone(server, packed, Dialect.NDJSON, "lines"));
    }
    return all;
  }

  private Scenario alone(ChildProcess server, StreamKind kind, String mediaType, String form) {
    return Scenario.of(
        kind + ", " + form, "fairness: one stream alone", entities, new OneByOne(), turn -> {
          var bytes = length(server.port(), kind.plain(), mediaType);
          try (var streams = new ReadStreams(server.port(), kind)) {
            var clock = RoundClock.begin(server.cpu());
            streams.readWhole(mediaType);
            var round = clock.end(entities);
            return round.with("MiB a second", bytes / MIB / round.seconds());
          }
        });
  }

  private static long length(int port, StreamKind plain, String mediaType) {
    try (var streams = new ReadStreams(port, plain)) {
      return streams.readWhole(mediaType);
    }
  }

  /** Returns point reads beside streams of every kind, with rounds beside nothing between them. */
  private List<Scenario> beside(ChildProcess server, ScheduledReads reads) {
    var without = Scenario.of(
        "beside nothing", POINT_READS, entities, SCHEDULE, turn -> sample(server, reads));
    var all = new ArrayList<>(List.of(without));
    var kinds = StreamKind.all(streams);
    for (var kind = 0; kind < kinds.size(); kind++) {
      var streams = kinds.get(kind);
      all.add(Scenario.of(
              "beside " + streams, POINT_READS, entities, SCHEDULE, turn -> sample(server, reads))
          .beside(() -> new ReadStreams(server.port(), streams).beginAfter(BEFORE_STREAMS)));
      if ((kind + 1) % this.streams.size() == 0) {
        all.add(without);
      }
    }
    return all;
  }

  private Round sample(ChildProcess server, ScheduledReads reads) {
    var clock = RoundClock.begin(server.cpu());
    var found =
        reads.begin(Duration.ofSeconds(seconds)).orTimeout(5, TimeUnit.MINUTES).join();
    var count = found.latencies().getTotalCount();
    return clock
        .end(count, count, found.latencies())
        .with("a loop's work meanwhile: p50, ms", millis(found.work(), 50))
        .with("its p99.9", millis(found.work(), 99.9))
        .with("its longest", millis(found.work(), 100));
  }

  private static double millis(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_A_MILLI;
  }
}
