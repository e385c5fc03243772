package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.perf.workload.Zipf;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Reads and some writes of entities of which a few are frequent, drawn before the run and handed
 * out in turn.
 *
 * <p>Any thread.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class MixedOperations {

  private static final int COUNT = 1 << 17;
  private static final int ENTITIES = 1 << 13;
  private static final long SEED = 45;

  private final AtomicInteger handedOut = new AtomicInteger();
  private final EntityKey[] keys = new EntityKey[COUNT];
  private final boolean[] writes = new boolean[COUNT];
  private final Entity[] entities = new Entity[ENTITIES];

  @Setup(Level.Trial)
  public void draw(DataState data) {
    var random = new SplittableRandom(SEED);
    var zipf = new Zipf(data.entities);
    for (var i = 0; i < COUNT; i++) {
      keys[i] = data.set().key(zipf.next(random));
      writes[i] = random.nextInt(100) < MixedBenchmark.WRITES_OF_100;
    }
    for (var i = 0; i < ENTITIES; i++) {
      entities[i] = data.set().entity(zipf.next(random), 1);
    }
  }

  /** The number of the next operation. */
  int next() {
    return handedOut.getAndIncrement() & (COUNT - 1);
  }

  boolean isWrite(int operation) {
    return writes[operation];
  }

  /** Returns the key that a read looks for. */
  EntityKey key(int operation) {
    return keys[operation];
  }

  /** Returns the entity that a write stores. */
  Entity entity(int operation) {
    return entities[operation & (ENTITIES - 1)];
  }
}
