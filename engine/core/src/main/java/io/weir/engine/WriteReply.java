package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.shard.Reply;
import reactor.core.publisher.MonoSink;

/** The outcome of a single write. Shard loop. */
record WriteReply(MonoSink<WriteResult> sink, Write write) implements Reply {

  @Override
  public void done(long timestampTicks) {
    sink.success(resultOf(write, timestampTicks));
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure.atOperation(TableServiceException.NO_OPERATION));
  }

  static WriteResult resultOf(Write write, long timestampTicks) {
    return resultOf(removes(write), timestampTicks);
  }

  static WriteResult resultOf(boolean removes, long timestampTicks) {
    return removes ? WriteResult.REMOVED : new WriteResult(timestampTicks);
  }

  static boolean removes(Write write) {
    return write instanceof Write.Delete;
  }
}
