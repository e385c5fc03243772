package io.weir.perf.engine;

import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.perf.workload.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Mono;

/**
 * New versions of entities at random places of the data set, built before the run and handed out in
 * turn.
 *
 * <p>Any thread.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class Upserts {

  /** Writes in flight. */
  static final int IN_FLIGHT = 64;

  /** The number of writes of one call of {@link #write}. */
  static final int WRITES = IN_FLIGHT * 64;

  private static final int COUNT = 1 << 16;
  private static final long SEED = 43;

  private final AtomicInteger handedOut = new AtomicInteger();
  private Entity[] entities;

  @Setup(Level.Trial)
  public void prepare(DataState data) {
    var random = new SplittableRandom(SEED);
    entities = new Entity[COUNT];
    // an index has work only if each write changes values
    var keys = data.set().shape().isIndexable() ? COUNT / 2 : COUNT;
    var numbers =
        IntStream.range(0, keys).map(any -> random.nextInt(data.entities)).toArray();
    for (var i = 0; i < COUNT; i++) {
      entities[i] = data.set().entity(numbers[i % keys], 1 + i / keys);
    }
  }

  Entity next() {
    return entities[handedOut.getAndIncrement() & (COUNT - 1)];
  }

  /** Returns the next {@code count} entities. */
  List<Entity> next(int count) {
    var next = new ArrayList<Entity>(count);
    for (var i = 0; i < count; i++) {
      next.add(next());
    }
    return next;
  }

  /**
   * Replaces the next {@link #WRITES} entities, {@link #IN_FLIGHT} at a time. Blocks until the last
   * is acknowledged.
   */
  void write(TableService tables) {
    ConcurrentOperations.run(IN_FLIGHT, WRITES, () -> replace(tables, next()));
  }

  static Mono<WriteResult> replace(TableService tables, Entity entity) {
    return tables.write(DataSet.TABLE, new Write.Upsert(entity, WriteMode.REPLACE));
  }
}
