package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;

/** Runs a task when a turn is published, or lost. */
record AfterPublication(Runnable task) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    task.run();
  }

  @Override
  public void failed(TableServiceException failure) {
    task.run();
  }
}
