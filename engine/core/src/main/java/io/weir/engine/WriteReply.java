package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import reactor.core.publisher.MonoSink;

/** Signals the outcome of a single write. Runs on: shard loop. */
record WriteReply(MonoSink<WriteResult> sink, Write write) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success(WriteCommand.resultOf(write, timestampTicks));
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure.atOperation(TableServiceException.NO_OPERATION));
  }
}
