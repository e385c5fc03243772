package io.weir.engine.lane;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;

/** Reports messages to the takes that wait for them, before it passes on that they are durable. */
public record ArrivalReply(CommandReply next, Runnable report) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    report.run();
    next.done(timestampTicks);
  }

  @Override
  public void failed(TableServiceException failure) {
    next.failed(failure);
  }
}
