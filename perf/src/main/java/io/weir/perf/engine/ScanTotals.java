package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import java.util.function.Consumer;

/** Counts what a scan found, so that none can be fast by finding less. Belongs to one thread. */
final class ScanTotals implements Consumer<Entity> {

  private int entities;
  private long bytes;

  @Override
  public void accept(Entity entity) {
    entities++;
    bytes += entity.encoded().length;
  }

  /** Bytes of the entities found. Fails unless they are so many. */
  long bytesOf(int expected) {
    if (entities != expected) {
      throw new IllegalStateException("Not as many entities were read as there are. expected="
          + expected + " read=" + entities);
    }
    return bytes;
  }
}
