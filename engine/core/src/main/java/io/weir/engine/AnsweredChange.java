package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.StalePlan;
import io.weir.engine.shard.CommandReply;
import java.util.function.Function;

/**
 * Signals the outcome of a command with the entities that its only change in place was asked for.
 *
 * <p>Runs on: the loop of the shard that evaluates the change, and then, for a joint command,
 * perhaps on another one. The counters of {@link io.weir.engine.shard.JointCommand} order the two.
 */
final class AnsweredChange<T> implements CommandReply {

  private final Reply<T> reply;
  private final Function<WriteResult, T> result;
  private WriteResult.Images images = WriteResult.Images.NONE;

  /**
   * @param reply signals the failures
   * @param result returns the value to signal, from the result of the change
   */
  AnsweredChange(Reply<T> reply, Function<WriteResult, T> result) {
    this.reply = reply;
    this.result = result;
  }

  @Override
  public void changed(WriteResult.Images made) {
    images = made;
  }

  @Override
  public void done(long timestampTicks) {
    reply.sink().success(result.apply(new WriteResult(timestampTicks, images)));
  }

  /** A change that a unique index has made stale is sent again, with this reply. */
  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      reply.again(this);
    } else {
      reply.failed(failure);
    }
  }
}
