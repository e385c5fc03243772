package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;

/** Gives a reservation back when its command fails, whether or not the caller still waits. Runs on: shard loop. */
record ReservedReply(CommandReply next, Runnable release) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    next.done(timestampTicks);
  }

  @Override
  public void failed(TableServiceException failure) {
    release.run();
    next.failed(failure);
  }
}
