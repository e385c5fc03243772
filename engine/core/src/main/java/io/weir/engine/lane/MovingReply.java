package io.weir.engine.lane;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.function.Consumer;

/**
 * Carries out other commands before it passes on that a command was carried out. The next reply may run on another loop.
 *
 * @param before starts the other commands, and runs its argument when they are answered
 */
record MovingReply(CommandReply next, Consumer<Runnable> before) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    before.accept(() -> next.done(timestampTicks));
  }

  @Override
  public void failed(TableServiceException failure) {
    next.failed(failure);
  }
}
