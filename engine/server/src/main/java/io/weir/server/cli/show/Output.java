package io.weir.server.cli.show;

import io.weir.api.entity.Entity;
import java.io.IOException;
import java.util.Set;

/** Writes entities in some format. Flushes, but does not close, what it writes to. */
public interface Output extends AutoCloseable {

  /** Writes an entity, now or a few entities later. */
  void write(Entity entity) throws IOException;

  /** Properties of entities written so far that the format had no place for. */
  default Set<String> leftOut() {
    return Set.of();
  }

  /** Writes what is still to be written. */
  @Override
  void close() throws IOException;
}
