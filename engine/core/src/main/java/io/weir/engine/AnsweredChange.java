package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.StalePlan;
import io.weir.engine.shard.CommandReply;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a change in place with the entities that it was asked for.
 *
 * <p>Runs on: the loop of the shard that evaluates the change, and then, for a joint command,
 * perhaps on another one. The counters of {@link io.weir.engine.shard.JointCommand} order the two.
 */
final class AnsweredChange implements CommandReply {

  private final MonoSink<WriteResult> sink;
  private final Reply<WriteResult> failing;
  private WriteResult.Images images = WriteResult.Images.NONE;

  /** @param failing signals the failures */
  AnsweredChange(MonoSink<WriteResult> sink, Reply<WriteResult> failing) {
    this.sink = sink;
    this.failing = failing;
  }

  @Override
  public void changed(WriteResult.Images made) {
    images = made;
  }

  @Override
  public void done(long timestampTicks) {
    sink.success(new WriteResult(timestampTicks, images));
  }

  /** A change that a unique index has made stale is sent again, with this reply. */
  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      failing.again(this);
    } else {
      failing.failed(failure);
    }
  }
}
