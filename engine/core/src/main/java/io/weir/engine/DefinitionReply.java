package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import reactor.core.publisher.MonoSink;

/** Signals the outcome of a change to an index. Runs on: shard loop. */
record DefinitionReply(MonoSink<Void> sink) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success();
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure.atOperation(TableServiceException.NO_OPERATION));
  }
}
