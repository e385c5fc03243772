package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.hbase.protocol.TableId;
import io.weir.testkit.Effort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * A cluster of processes in which a region server, a data node, the master or a gateway is killed
 * with SIGKILL, round after round, while recorded clients write. No acknowledged write is lost,
 * none happens twice, the history of each entity is linearizable, batches are whole.
 *
 * <p>Each round prints how long the slowest of the written entities, and the median one, went
 * without an acknowledged write. {@code -Dweir.kill.rounds=20} sets the number of rounds; the
 * torture profile runs 100.
 */
final class FaultyClusterIT {

  private static final TableName COUNTERS = new TableName("Counters");
  private static final org.apache.hadoop.hbase.TableName ENTITIES =
      org.apache.hadoop.hbase.TableName.valueOf("faults", "entities");
  private static final int PARTITIONS = 12;
  private static final int BATCH_WRITERS = 2;
  private static final int BATCH = 10;

  /** A request is answered within this time: a gateway tries each of its steps for 30 s. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** All entities are written again within this time after a kill. */
  private static final Duration RECOVERED = Duration.ofMinutes(4);

  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(4, 4, 100));

  private static final int FIRST_PORT = Integer.getInteger("weir.cluster.port", 16300);

  @TempDir
  Path folder;

  private final List<CounterHistory> histories =
      IntStream.range(0, PARTITIONS).mapToObj(i -> new CounterHistory()).toList();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Queue<Throwable> violations = new ConcurrentLinkedQueue<>();
  private final Map<String, List<Double>> secondsByKind = new TreeMap<>();

  @Test
  void noKilledProcessCostsAnAcknowledgedWrite() throws Exception {
    try (var cluster = ClusterProcesses.start(folder, FIRST_PORT);
        var gateways = Gateways.start(cluster.address() + "/faults")) {
      prepare(cluster, gateways);
      var clients = clients(gateways);
      clients.forEach(Thread::start);
      awaitWrites();
      for (var round = 0; round < ROUNDS; round++) {
        round(round, cluster, gateways);
      }
      stopped.set(true);
      for (var client : clients) {
        client.join(RECOVERED.toMillis());
      }
      assertThat(violations).isEmpty();
      verify(gateways);
    }
    report();
  }

  /**
   * Cuts the table into regions of two partitions each while it is empty, spreads them over the
   * servers, and fills it.
   */
  private static void prepare(ClusterProcesses cluster, Gateways gateways) throws Exception {
    var client = gateways.client(0);
    client.createTable(COUNTERS).block(PATIENCE);
    var settings = ClusterAddress.of(URI.create(cluster.address())).configuration();
    try (var connection = ConnectionFactory.createAsyncConnection(settings).get()) {
      var admin = connection.getAdmin();
      for (var i = 2; i < PARTITIONS; i += 2) {
        var before = regions(admin).blockOptional(PATIENCE).orElseThrow();
        var row = new TableId(1).row(Bytes.toBytes(partition(i) + "\0"));
        Mono.fromFuture(() -> admin.split(ENTITIES, row))
            .then(regions(admin))
            .filter(regions -> regions > before)
            .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(100)))
            .block(PATIENCE);
      }
      Mono.fromFuture(admin::balance).block(PATIENCE);
    }
    for (var i = 0; i < PARTITIONS; i++) {
      client.write(COUNTERS, new Write.Insert(counter(i, 0))).block(PATIENCE);
    }
  }

  private static Mono<Integer> regions(AsyncAdmin admin) {
    return Mono.fromFuture(() -> admin.getRegions(ENTITIES)).map(List::size);
  }

  private void round(int round, ClusterProcesses cluster, Gateways gateways) throws Exception {
    histories.forEach(CounterHistory::beginRound);
    var one = 1 + round / 4 % 3;
    var name = switch (round % 4) {
      case 0 -> "regionserver-" + one;
      case 1 -> "datanode-" + one;
      case 2 -> "master";
      default -> "gateway";
    };
    if (name.equals("gateway")) {
      gateways.killFirst();
    } else {
      cluster.kill(name);
    }
    awaitWrites();
    if (name.equals("gateway")) {
      gateways.restartFirst();
    } else {
      cluster.run(name);
    }
    awaitWrites();
    assertThat(violations).isEmpty();
    note(round, name);
  }

  /**
   * Waits until each entity was written twice from now on: the second of these writes began after
   * now.
   */
  private void awaitWrites() {
    var before = histories.stream().map(CounterHistory::size).toList();
    Mono.fromCallable(() -> IntStream.range(0, PARTITIONS)
            .allMatch(i -> histories.get(i).size() >= before.get(i) + 2))
        .filter(written -> written || !violations.isEmpty())
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(RECOVERED);
  }

  private void note(int round, String killed) {
    var seconds = histories.stream()
        .map(history -> history.longestGapNanos() / 1e9)
        .sorted()
        .toList();
    var longest = seconds.get(PARTITIONS - 1);
    secondsByKind
        .computeIfAbsent(killed.replaceFirst("-.*", ""), first -> new ArrayList<>())
        .add(longest);
    System.out.printf(
        "round=%d killed=%s longest=%.1f s median=%.1f s%n",
        round, killed, longest, seconds.get(PARTITIONS / 2));
  }

  private void report() {
    secondsByKind.forEach((kind, seconds) -> {
      var sorted = seconds.stream().sorted().toList();
      System.out.printf(
          "%s: %d rounds, longest gap of an entity: median %.1f s, worst %.1f s%n",
          kind, sorted.size(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
    });
  }

  private List<Thread> clients(Gateways gateways) {
    var counters = IntStream.range(0, PARTITIONS)
        .boxed()
        .flatMap(i -> Stream.of("a", "b")
            .map(client -> new Thread(repeat(new Counting(i, client, gateways)), "counter-" + i)));
    var batches = IntStream.range(0, BATCH_WRITERS)
        .mapToObj(i -> new Thread(repeat(new Batching(i, gateways)), "batch-" + i));
    return Stream.concat(counters, batches).toList();
  }

  private Runnable repeat(Runnable step) {
    return () -> {
      while (!stopped.get() && violations.isEmpty()) {
        try {
          step.run();
        } catch (AssertionError | RuntimeException e) {
          violations.add(e);
        }
      }
    };
  }

  private void verify(Gateways gateways) {
    for (var i = 0; i < PARTITIONS; i++) {
      var stored = gateways.client(1).get(COUNTERS, key(i)).block(PATIENCE);
      histories.get(i).verify(stored.getInt64("N").orElseThrow());
    }
  }

  private static String partition(int i) {
    return "P%02d".formatted(i);
  }

  private static EntityKey key(int i) {
    return new EntityKey(partition(i), "counter");
  }

  private static Entity counter(int i, long number) {
    return Entity.builder(key(i).partitionKey(), key(i).rowKey())
        .set("N", number)
        .build();
  }

  /**
   * Reads a counter and raises it on the condition of its version. Failures of the service are
   * expected, and recorded.
   */
  private final class Counting implements Runnable {

    private final int partition;
    private final String client;
    private final Gateways gateways;
    private int disappointments;

    Counting(int partition, String client, Gateways gateways) {
      this.partition = partition;
      this.client = client;
      this.gateways = gateways;
      this.disappointments = client.equals("a") ? 0 : 1;
    }

    @Override
    public void run() {
      var history = histories.get(partition);
      var service = gateways.client(disappointments);
      var floor = history.floor();
      Entity found;
      try {
        found = service.get(COUNTERS, key(partition)).block(PATIENCE);
      } catch (TableServiceException e) {
        disappointments++;
        return;
      }
      var number = found.getInt64("N").orElseThrow();
      history.read(floor, number);
      var raised = new Write.Update(
          counter(partition, number + 1),
          WriteMode.REPLACE,
          IfMatch.version(found.etag().orElseThrow()));
      try {
        service.write(COUNTERS, raised).block(PATIENCE);
        history.acknowledge(number + 1, client);
      } catch (TableServiceException e) {
        if (e.code() != ErrorCode.UPDATE_CONDITION_NOT_SATISFIED) {
          history.unknown(number + 1);
          disappointments++;
        }
      }
    }
  }

  /**
   * Writes one number to all rows of a partition by a batch, and reads them all: they hold one
   * number.
   */
  private static final class Batching implements Runnable {

    private final String partition;
    private final Gateways gateways;
    private final Set<Long> unknown = new HashSet<>();
    private long number;
    private int disappointments;

    Batching(int writer, Gateways gateways) {
      this.partition = "P%02dB".formatted(4 * writer);
      this.gateways = gateways;
      this.disappointments = writer;
    }

    @Override
    public void run() {
      var service = gateways.client(disappointments);
      number++;
      var writes = IntStream.range(0, BATCH)
          .<Write>mapToObj(row -> new Write.Upsert(
              Entity.builder(partition, "" + row).set("N", number).build(), WriteMode.REPLACE))
          .toList();
      try {
        service.submit(COUNTERS, new Batch(writes)).block(PATIENCE);
        var rows = service
            .query(COUNTERS, Query.ALL.where("PartitionKey eq '" + partition + "'"))
            .map(entity -> entity.getInt64("N").orElseThrow())
            .collectList()
            .block(PATIENCE);
        // A batch whose outcome is unknown may still be carried out later.
        assertThat(rows).hasSize(BATCH);
        assertThat(Set.copyOf(rows)).hasSize(1);
        assertThat(rows.get(0) == number || unknown.contains(rows.get(0))).isTrue();
      } catch (TableServiceException e) {
        unknown.add(number);
        disappointments++;
      }
    }
  }
}
