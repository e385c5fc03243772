package io.weir.perf.engine;

import io.weir.api.entity.EntityKey;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A thread's keys, drawn before the run and handed out in the order of memory, so that only the
 * read entity misses the cache. Equal in every run and for all stores.
 */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class KeyDraws {

  private static final int COUNT = 1 << 17;
  private static final long SEED = 42;

  private final EntityKey[] present = new EntityKey[COUNT];
  private final EntityKey[] absent = new EntityKey[COUNT];
  private final EntityKey[] rangeStarts = new EntityKey[COUNT >> 7];
  private int at;

  @Setup(Level.Trial)
  public void draw(DataState data, ThreadParams thread) {
    var set = data.set();
    var random = new SplittableRandom(SEED + thread.getThreadIndex());
    for (var i = 0; i < COUNT; i++) {
      present[i] = set.key(random.nextInt(set.entities()));
      absent[i] = set.absentKey(random.nextInt(set.entities()));
    }
    for (var i = 0; i < rangeStarts.length; i++) {
      rangeStarts[i] = set.key(set.rangeStart(random));
    }
  }

  /** Returns the key of an entity; all are equally likely. */
  EntityKey present() {
    return present[next()];
  }

  /** Returns a key that no entity has. */
  EntityKey absent() {
    return absent[next()];
  }

  /** Returns a key after which a whole range of rows follows. */
  EntityKey rangeStart() {
    return rangeStarts[next() % rangeStarts.length];
  }

  private int next() {
    at = (at + 1) & (COUNT - 1);
    return at;
  }
}
