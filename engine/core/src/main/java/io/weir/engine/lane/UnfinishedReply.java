package io.weir.engine.lane;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.function.BooleanSupplier;

/**
 * Sends a command again while it has removed as many expired messages as it may and found nothing else. Each time fewer are left. Runs on:
 * shard loop.
 */
public record UnfinishedReply(CommandReply last, BooleanSupplier isUnfinished, Runnable again)
    implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    if (isUnfinished.getAsBoolean()) {
      again.run();
    } else {
      last.done(timestampTicks);
    }
  }

  @Override
  public void failed(TableServiceException failure) {
    last.failed(failure);
  }
}
