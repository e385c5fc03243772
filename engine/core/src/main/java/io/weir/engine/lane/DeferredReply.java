package io.weir.engine.lane;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Does something before it passes on that a command was carried out: reports a message, carries out
 * other commands, or sends the command again instead. The next reply may run on another loop.
 *
 * @param first runs when the command was carried out; runs its argument to pass that on
 */
public record DeferredReply(CommandReply next, Consumer<Runnable> first) implements CommandReply {

  /**
   * Returns a reply that sends a command again while it has removed as many expired messages as it
   * may and found nothing else. Each time fewer are left.
   */
  public static CommandReply repeating(
      CommandReply last, BooleanSupplier isUnfinished, Runnable again) {
    return new DeferredReply(last, then -> (isUnfinished.getAsBoolean() ? again : then).run());
  }

  @Override
  public void done(long timestampTicks) {
    first.accept(() -> next.done(timestampTicks));
  }

  @Override
  public void failed(TableServiceException failure) {
    next.failed(failure);
  }
}
