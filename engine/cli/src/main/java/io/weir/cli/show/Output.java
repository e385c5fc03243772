package io.weir.cli.show;

import io.weir.api.entity.Entity;
import java.io.IOException;
import java.util.Set;

/** Writes entities in some format. What it writes to is flushed, but not closed. */
public interface Output extends AutoCloseable {

  /** Writes an entity, now or a few entities later. */
  void write(Entity entity) throws IOException;

  /** Writes what is held back. */
  void flush() throws IOException;

  /** Writes what is held back, and also what stands around an answer of nothing, such as a header. Nothing follows. */
  default void end() throws IOException {
    flush();
  }

  /** Properties of entities written so far that the format had no place for. */
  default Set<String> leftOut() {
    return Set.of();
  }

  /** Writes what is held back and gives up what the format needed; also where an answer was cut short. */
  @Override
  void close() throws IOException;
}
