package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.query.Predicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a store in the cheapest way that its Java interface has. Belongs to one thread. */
public interface PeerReader extends AutoCloseable {

  /** The entity; null when it is absent. */
  @Nullable
  Entity get(EntityKey key);

  /** Hands over so many entities, or as many as there are, from a key on. */
  void range(EntityKey from, int count, Consumer<Entity> consumer);

  /** A walk over everything, of one version; closed with the reader at the latest. */
  Walk walk();

  @Override
  void close();

  /** Goes from the first entity to the last. */
  interface Walk extends AutoCloseable {

    /** Hands over the next entities, at most so many; answers how many it passed, 0 at the end. */
    int next(int count, Consumer<Entity> consumer);

    /** Passes so many entities at most and hands over those that match; answers how many it passed, 0 at the end. */
    int next(int count, Predicate predicate, Consumer<Entity> consumer);

    @Override
    void close();
  }
}
