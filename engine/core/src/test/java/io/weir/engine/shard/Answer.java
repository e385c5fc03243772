package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import org.jspecify.annotations.Nullable;

/** A reply that records the outcome of a command. */
final class Answer implements CommandReply {

  long ticks;

  @Nullable
  TableServiceException failure;

  boolean isPending() {
    return ticks == 0 && failure == null;
  }

  @Override
  public void done(long timestampTicks) {
    ticks = timestampTicks;
  }

  @Override
  public void failed(TableServiceException cause) {
    failure = cause;
  }
}
