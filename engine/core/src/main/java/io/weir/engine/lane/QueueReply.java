package io.weir.engine.lane;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a command to a queue. Runs on: shard loop.
 *
 * @param result returns the value that is signalled; null for none
 */
public record QueueReply<T>(MonoSink<T> sink, Supplier<@Nullable T> result)
    implements CommandReply {

  /** Returns a reply that signals no value. */
  public static QueueReply<Void> ofNothing(MonoSink<Void> sink) {
    return new QueueReply<>(sink, () -> null);
  }

  @Override
  public void done(long timestampTicks) {
    sink.success(result.get());
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(
        failure.code() == ErrorCode.TABLE_NOT_FOUND
            ? new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, failure.facts())
            : failure.atOperation(TableServiceException.NO_OPERATION));
  }
}
