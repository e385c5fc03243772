package io.weir.perf.engine.alone;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Mono;

/**
 * How often a second could all entities of a table be removed after they have expired at once? The
 * goal is at least once for 200,000 entities. Writes are forced every ten milliseconds and do not
 * wait for it.
 *
 * <p>An invocation is a whole sweep. Filling the table does not count.
 *
 * <p>{@code java -jar perf/target/perf.jar ExpirySweep}
 */
public class ExpirySweepBenchmark {

  @Benchmark
  public long sweep(SweptStore store) {
    return store.sweep();
  }

  /** A table in a store of its own. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
  public static class SweptStore {

    /** Entities in the table, of about 150 bytes. */
    @Param("200000")
    public int entities;

    private Path folder;
    private EmbeddedLoops loops;
    private Engine engine;
    private TableService tables;
    private TableName table;
    private int round;

    @Setup(Level.Trial)
    public void open() throws IOException {
      folder = Files.createTempDirectory("weir-expiry");
      loops = EmbeddedLoops.start(Runtime.getRuntime().availableProcessors());
      engine = Engine.open(
          StoreOptions.in(folder.resolve("store"))
              .withDurability(Durability.INTERVAL)
              .withExpirySweep(Duration.ofMillis(1)),
          loops.loops());
      tables = engine.account(AccountName.DEVELOPMENT);
    }

    /** Fills a new table with entities that will have expired once the table has a rule. */
    @Setup(Level.Invocation)
    public void fill() {
      table = new TableName("Expired" + round++);
      Expired.fill(tables, table, entities);
    }

    /** Returns the number of entities that were removed. */
    long sweep() {
      var sweepers = engine.store().sweepers();
      var before = sweepers.entitiesRemoved();
      tables.set(table, TableSetting.EXPIRY, Expired.RULE).block();
      Mono.fromSupplier(() -> sweepers.entitiesRemoved() - before == entities)
          .filter(isDone -> isDone)
          .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(1)))
          .block();
      return sweepers.entitiesRemoved() - before;
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
