package io.weir.engine.log;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first damage that a {@link LogCheck} finds. A torn end is none: it is where the log
 * ends. Belongs to the thread that checks.
 */
public final class FirstDamage implements LogCheck.Listener {

  private @Nullable LogDamaged found;

  @Override
  public void segment(String file, long bytes) {}

  @Override
  public void record(String file, long offset, long endPosition, ByteBuffer payload) {}

  @Override
  public void damaged(LogDamaged damage) {
    found = found == null ? damage : found;
  }

  @Override
  public void torn(String file, long offset, long bytes) {}

  /** Fails with the damage if there is any. */
  public void throwIfFound() throws LogDamaged {
    var damage = found;
    if (damage != null) {
      throw damage;
    }
  }
}
