package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import java.util.function.Consumer;

/**
 * Counts the entities of a scan, so that no store can be fast by finding fewer. Belongs to one
 * thread.
 */
public final class ScanTotals implements Consumer<Entity> {

  private int entities;
  private long bytes;

  @Override
  public void accept(Entity entity) {
    entities++;
    bytes += entity.encoded().length;
  }

  /** Returns the bytes of the entities found. Fails unless their number is {@code expected}. */
  public long bytesOf(int expected) {
    if (entities != expected) {
      throw new IllegalStateException(
          "scan found another number of entities expected=" + expected + " read=" + entities);
    }
    return bytes;
  }
}
