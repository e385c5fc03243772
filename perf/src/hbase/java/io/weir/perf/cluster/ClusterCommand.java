package io.weir.perf.cluster;

import io.weir.api.AccountName;
import io.weir.api.write.Batch;
import io.weir.hbase.HBaseOptions;
import io.weir.hbase.HBaseStore;
import io.weir.hbase.protocol.TableId;
import io.weir.perf.process.Environment;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.ComparisonReport;
import io.weir.perf.report.Results;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Measures Weir over a cluster of HBase beside HBase's own client. Both are used in this process, in turn.
 *
 * <p>Each run makes a namespace of its own, which stays in the cluster.
 */
@Command(
    name = "hbase-cluster.sh compare DIR",
    mixinStandardHelpOptions = true,
    description = "Measure Weir over Apache HBase beside HBase's own client.")
public final class ClusterCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final int PARTITIONS = 50;

  /** A prime, so that rows are drawn without repetition. */
  private static final long STEP = 15_485_863;

  private static final String BARE = "HBase's client";
  private static final String WEIR = "Weir";

  @Parameters(description = "ZooKeeper of the cluster, as HOST:PORT.")
  private String quorum = "";

  @Option(
      names = "--rows",
      description = "Rows of each table, a multiple of 5,000. Default: ${DEFAULT-VALUE}.")
  private int rows = 1_000_000;

  @Option(names = "--bytes", description = "Data of a row, in bytes. Default: ${DEFAULT-VALUE}.")
  private int bytes = 900;

  @Option(
      names = "--operations",
      description = "Single operations of a sample. Default: ${DEFAULT-VALUE}.")
  private int operations = 10_000;

  @Option(
      names = "--samples",
      description = "Samples of each task, after one that is not counted. Default: ${DEFAULT-VALUE}.")
  private int samples = 5;

  @Option(
      names = "--in-flight",
      description = "Operations in flight at a time. Default: ${DEFAULT-VALUE}.")
  private int inFlight = 64;

  @Option(names = "--regions", description = "Regions of each table. Default: ${DEFAULT-VALUE}.")
  private int regions = 6;

  @Option(
      names = "--cassandra",
      description = "Also start a node of Cassandra, which perf/install-peers.sh downloads.")
  private boolean withCassandra;

  private final Run run = new Run(Surroundings.in(Path.of("")), 0, System.err);

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ClusterCommand()).execute(arguments));
  }

  /** One subject's way to do a task: does it once for a sample's number, and returns how many rows or operations that were. */
  private record Way(String subject, IntFunction<Mono<Long>> sample) {}

  @Override
  public Integer call() throws IOException {
    var settings = HBaseConfiguration.create();
    settings.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    var namespace = "measured_" + Clock.systemUTC().millis();
    System.out.printf("%s%n%n", Environment.now("", "", 0).describe());
    System.out.printf(
        "%,d rows of %d bytes in each table, %d regions, %d in flight%n%n",
        rows, bytes, regions, inFlight);
    try (var connection = await(
        Mono.fromFuture(() -> ConnectionFactory.createAsyncConnection(settings)))) {
      var store = await(HBaseStore.open(settings, HBaseOptions.DEFAULT.namespace(namespace)));
      try {
        measure(connection, store, namespace);
      } finally {
        store.close().block(PATIENCE);
        System.out.print(ComparisonReport.of(results()).tables());
      }
    }
    return 0;
  }

  private void measure(AsyncConnection connection, HBaseStore store, String namespace)
      throws IOException {
    var keys = new RowKeys(PARTITIONS, bytes);
    var capacity = rows + (samples + 1) * operations;
    var admin = connection.getAdmin();
    var bareName = TableName.valueOf(namespace + "_bare", "rows");
    await(Mono.fromFuture(() -> admin.createNamespace(
            NamespaceDescriptor.create(bareName.getNamespaceAsString()).build()))
        .thenReturn(true));
    var bare = await(BareRows.create(connection, bareName, keys, capacity, regions));
    var weir = await(
        WeirRows.create(store.account(AccountName.DEVELOPMENT), keys, capacity));
    var bareRegions = new Regions(admin, bareName);
    var weirRegions = new Regions(admin, TableName.valueOf(namespace, "entities"));
    weirRegions
        .split(Arrays.stream(keys.cuts(regions)).map(new TableId(1)::row).toList())
        .then(weirRegions.spread())
        .then(bareRegions.spread())
        .block(PATIENCE);
    load("rows of HBase's client", bare::load);
    load("rows of Weir", weir::batch);
    bareRegions.flush().then(weirRegions.flush()).block(PATIENCE);

    compare(
        "point read",
        new Way(BARE, sample -> each(sample, bare::get)),
        new Way(WEIR, sample -> each(sample, weir::get)));
    compare(
        "insert",
        new Way(BARE, sample -> eachNew(sample, bare::insert)),
        new Way(WEIR, sample -> eachNew(sample, weir::insert)));
    compare(
        "conditional update; rows by batches of 100",
        new Way(BARE, sample -> each(sample, bare::update)),
        new Way(WEIR, sample -> each(sample, weir::update)),
        new Way("Weir, batches", sample -> batches(sample, weir)));
    compare(
        "rows of an ordered stream",
        new Way(BARE, sample -> bare.scan()),
        new Way(WEIR, sample -> weir.stream()),
        new Way("Weir, unordered", sample -> weir.unorderedStream()));
    compare(
        "rows behind a filter that 1 in 1,000 passes",
        new Way("Weir, all rows fetched", sample -> weir.stream()),
        new Way("Weir, filtered", sample -> weir.filteredStream(rows / 1_000).thenReturn((long) rows)),
        new Way("Weir, counted", sample -> weir.count()));
    if (withCassandra) {
      try (var home = StoreHome.temporary();
          var cassandra = CassandraRows.start(Surroundings.in(home.path()), keys)) {
        compare(
            "insert into one partition",
            new Way(
                "Cassandra, one node", sample -> eachNew(sample, cassandra::insert)),
            new Way(WEIR, sample -> eachNew(sample, weir::insertIntoOnePartition)));
      }
    }
  }

  private void load(String what, IntFunction<Mono<Integer>> batch) {
    System.err.printf("filling %,d %s%n", rows, what);
    Flux.range(0, rows / Batch.MAX_WRITES)
        .flatMap(number -> batch.apply(firstOfBatch(number)), 8)
        .blockLast(PATIENCE);
  }

  /** Returns the first of the hundred rows of a batch: batch after batch of one partition each. */
  private static int firstOfBatch(int number) {
    return number / PARTITIONS * PARTITIONS * Batch.MAX_WRITES + number % PARTITIONS;
  }

  private Mono<Long> each(int sample, IntFunction<Mono<Integer>> operation) {
    var first = (long) sample * operations;
    return Flux.range(0, operations)
        .flatMap(i -> operation.apply((int) ((first + i) * STEP % rows)), inFlight)
        .count();
  }

  private Mono<Long> eachNew(int sample, IntFunction<Mono<Integer>> operation) {
    return Flux.range(rows + sample * operations, operations)
        .flatMap(operation::apply, inFlight)
        .count();
  }

  private Mono<Long> batches(int sample, WeirRows weir) {
    var all = rows / Batch.MAX_WRITES;
    return Flux.range(sample * operations / Batch.MAX_WRITES, operations / Batch.MAX_WRITES)
        .flatMap(number -> weir.batch(firstOfBatch(number % all)), 4)
        .reduce(0L, Long::sum);
  }

  /** Lets the ways take turns; the first is the one that the others are compared with. */
  private void compare(String task, Way... ways) {
    run.measure(Stream.of(ways).map(way -> scenario(task, way)).toList(), 1, samples);
  }

  private Scenario scenario(String task, Way way) {
    return Scenario.of(way.subject(), task, rows, new OneByOne(), turn -> {
      var clock = RoundClock.begin(() -> Duration.ZERO);
      return clock.end(await(way.sample().apply(turn + 1)));
    });
  }

  private Results results() {
    var environment = Environment.now("servers and load share all cores", "hbase-cluster.sh", 0);
    return new Results(environment, List.of(), run.measurements(), run.leftOut());
  }

  private static <T> T await(Mono<T> result) {
    return result.blockOptional(PATIENCE).orElseThrow();
  }
}
