package io.weir.cli.format;

import io.weir.api.entity.Entity;
import java.io.IOException;
import java.util.Set;

/** Writes entities in some format. Flushes its destination and does not close it. */
public interface Output extends AutoCloseable {

  /** Writes an entity, now or a few entities later. */
  void write(Entity entity) throws IOException;

  /** Writes the buffered entities. */
  void flush() throws IOException;

  /** Writes the buffered entities, and the header if there were none. Nothing follows. */
  default void end() throws IOException {
    flush();
  }

  /** Returns the properties of written entities that have no column. */
  default Set<String> leftOut() {
    return Set.of();
  }

  /** Writes the buffered entities and releases resources, also after an incomplete answer. */
  @Override
  void close() throws IOException;
}
