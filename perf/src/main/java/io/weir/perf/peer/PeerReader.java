package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.query.Predicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a store in the cheapest way of its Java interface. Belongs to one thread. */
public interface PeerReader extends AutoCloseable {

  /** Returns the entity, or null if it is absent. */
  @Nullable
  Entity get(EntityKey key);

  /** Hands over {@code count} entities from a key on, or as many as exist. */
  void range(EntityKey from, int count, Consumer<Entity> consumer);

  /** Opens a walk over one version of everything; it closes with the reader at the latest. */
  Walk walk();

  @Override
  void close();

  /** Goes from the first entity to the last. */
  interface Walk extends AutoCloseable {

    /** Hands over at most {@code count} next entities. Returns how many it passed, 0 at the end. */
    int next(int count, Consumer<Entity> consumer);

    /**
     * Passes at most {@code count} entities and hands over those that match. Returns how many it
     * passed, 0 at the end.
     */
    int next(int count, Predicate predicate, Consumer<Entity> consumer);

    @Override
    void close();
  }
}
