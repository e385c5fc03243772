package io.weir.perf.engine;

import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.perf.peer.Peer;
import io.weir.perf.workload.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Batches of {@value #WRITES} new versions of entities scattered over one partition, built before
 * the run and handed out in turn.
 *
 * <p>Any thread.
 */
@State(Scope.Benchmark)
public class Batches {

  /** The number of writes of a batch. */
  static final int WRITES = Batch.MAX_WRITES;

  /** Batches in flight. */
  static final int IN_FLIGHT = 16;

  /** The number of batches of one call of {@link #submit}. */
  static final int A_CALL = 4 * IN_FLIGHT;

  private static final int COUNT = 512;
  private static final long SEED = 44;

  /** The distance between the rows of a batch; a prime, so that no row occurs twice. */
  private static final int STRIDE = 97;

  private final AtomicInteger handedOut = new AtomicInteger();
  private final List<List<Entity>> entities = new ArrayList<>(COUNT);
  private final List<Batch> batches = new ArrayList<>(COUNT);

  @Setup(Level.Trial)
  public void prepare(DataState data) {
    var random = new SplittableRandom(SEED);
    for (var i = 0; i < COUNT; i++) {
      entities.add(scattered(data.set(), random));
      batches.add(new Batch(entities.get(i).stream()
          .<Write>map(entity -> new Write.Upsert(entity, WriteMode.REPLACE))
          .toList()));
    }
  }

  List<Entity> next() {
    return entities.get(handedOut.getAndIncrement() & (COUNT - 1));
  }

  /**
   * Puts the next batch and times it with the calling thread's watch. Blocks until it is
   * acknowledged.
   */
  void put(Peer peer, boolean forced, Stopwatch watch) {
    watch.start();
    peer.put(next(), forced);
    watch.stop();
  }

  /**
   * Submits the next {@link #A_CALL} batches, {@link #IN_FLIGHT} at a time. Blocks until the last
   * is acknowledged.
   */
  void submit(TableService tables) {
    ConcurrentOperations.run(
        IN_FLIGHT,
        A_CALL,
        () -> tables.submit(DataSet.TABLE, batches.get(handedOut.getAndIncrement() & (COUNT - 1))));
  }

  private static List<Entity> scattered(DataSet set, SplittableRandom random) {
    var number = random.nextInt(set.entities());
    var first = number - number % DataSet.PARTITION_ROWS;
    var rows = Math.min(DataSet.PARTITION_ROWS, set.entities() - first);
    var batch = new ArrayList<Entity>(WRITES);
    for (var i = 0; i < WRITES; i++) {
      batch.add(set.entity(first + (number - first + i * STRIDE) % rows, 1));
    }
    return batch;
  }
}
