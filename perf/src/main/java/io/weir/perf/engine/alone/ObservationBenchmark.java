package io.weir.perf.engine.alone;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.observe.Arrival;
import io.weir.engine.observe.Observing;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.engine.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What does the observation of requests cost a point read and an upsert? Requests run on a loop, as
 * those of a server do, over 100,000 entities of ten properties in 1,000 partitions, in memory: no
 * disk hides the cost. The goal is less than 2 % of processor time ({@link CpuTime}).
 *
 * <p>{@code java -jar perf/target/perf.jar Observation}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ObservationBenchmark {

  private static final int OPERATIONS = 4_096;
  private static final int IN_FLIGHT = 64;

  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public int pointRead(ObservedStore store) {
    return store.read();
  }

  /** The observation of a read alone. */
  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public int observedRead(ObservedStore store) {
    return store.observeReads();
  }

  /** The observation of an upsert alone. */
  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public int observedUpsert(ObservedStore store) {
    return store.observeUpserts();
  }

  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public WriteResult upsert(ObservedStore store) {
    return Objects.requireNonNull(
        Flux.range(0, OPERATIONS).flatMap(any -> store.upsert(), IN_FLIGHT).blockLast());
  }

  /** A store of its own. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
  public static class ObservedStore {

    private static final TableName TABLE = new TableName("Observed");
    private static final int PARTITIONS = 1_000;
    private static final int ROWS = 100;
    private static final int ENTITIES = PARTITIONS * ROWS;

    /** One of so many requests is recorded; 0 for none. */
    @Param({"0", "64"})
    public int every;

    /** Owner: the loop. */
    private int bytes;

    private final SplittableRandom random = new SplittableRandom(7);
    private final Entity[] entities = new Entity[ENTITIES];
    private final EntityKey[] keys = new EntityKey[OPERATIONS];
    private final Write[] writes = new Write[OPERATIONS];
    private Path folder;
    private EmbeddedLoops loops;
    private Engine engine;
    private TableService tables;

    @Setup(Level.Trial)
    public void fill() throws IOException {
      folder = Files.createTempDirectory("weir-observation");
      loops = EmbeddedLoops.start(1);
      engine = Engine.open(
          StoreOptions.in(folder.resolve("store"))
              .withDurability(Durability.MEMORY)
              .withObserving(new Observing(every, Observing.DEFAULT.window())),
          loops.loops());
      tables = engine.account(AccountName.DEVELOPMENT);
      tables
          .createTable(TABLE)
          .thenMany(Flux.range(0, PARTITIONS))
          .flatMap(partition -> tables.submit(TABLE, batch(partition)), IN_FLIGHT)
          .blockLast();
      for (var i = 0; i < OPERATIONS; i++) {
        var entity = entities[random.nextInt(ENTITIES)];
        keys[i] = entity.key();
        writes[i] = new Write.Upsert(entity, WriteMode.REPLACE);
      }
    }

    private Batch batch(int partition) {
      return new Batch(IntStream.range(0, ROWS)
          .<Write>mapToObj(row -> {
            var entity = entity(partition, row);
            entities[partition * ROWS + row] = entity;
            return new Write.Insert(entity);
          })
          .toList());
    }

    private static Entity entity(int partition, int row) {
      var entity = Entity.builder("partition-" + partition, "row-" + row);
      for (var property = 0; property < 10; property++) {
        entity.set("Property" + property, property % 2 == 0 ? "text " + row : "more " + row);
      }
      return entity.build();
    }

    /** Reads random entities on the loop. Blocks. */
    int read() {
      return CompletableFuture.supplyAsync(this::readAll, loops.loops().all().get(0))
          .join();
    }

    private int readAll() {
      for (var i = 0; i < OPERATIONS; i++) {
        var key = entities[random.nextInt(ENTITIES)].key();
        tables.get(TABLE, key).subscribe(found -> bytes += found.encoded().length);
      }
      return bytes;
    }

    int observeReads() {
      return observe(i -> engine.store().observer().read(1, keys[i], Selection.ALL));
    }

    int observeUpserts() {
      return observe(i -> engine.store().observer().wrote(1, writes[i], Arrival.SINGLE));
    }

    /** Runs an observation on the loop. Blocks. */
    private int observe(IntConsumer observation) {
      return CompletableFuture.supplyAsync(
              () -> {
                for (var i = 0; i < OPERATIONS; i++) {
                  observation.accept(i);
                }
                return OPERATIONS;
              },
              loops.loops().all().get(0))
          .join();
    }

    /** Replaces a random entity. */
    Mono<WriteResult> upsert() {
      var entity = entities[random.nextInt(ENTITIES)];
      return tables.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE));
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      engine.close();
      loops.close();
      try (var files = Files.walk(folder)) {
        for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
