package io.weir.perf;

import io.weir.api.entity.Entity;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * New versions of entities at random places of the data set, made beforehand and handed out in turn.
 *
 * <p>Any thread.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls what is annotated with Setup before all else
public class Upserts {

  /** Enough that nearly every leaf page of the default data set is changed by some. */
  private static final int COUNT = 1 << 14;

  private static final long SEED = 43;

  private final AtomicInteger handedOut = new AtomicInteger();
  private Entity[] entities;

  @Setup(Level.Trial)
  public void prepare(DataState data) {
    var random = new SplittableRandom(SEED);
    entities = new Entity[COUNT];
    for (var i = 0; i < COUNT; i++) {
      entities[i] = data.set().entity(random.nextInt(data.entities), 1);
    }
  }

  Entity next() {
    return entities[handedOut.getAndIncrement() & (COUNT - 1)];
  }
}
