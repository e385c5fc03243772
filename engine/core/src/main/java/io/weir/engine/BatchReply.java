package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import java.util.List;
import reactor.core.publisher.MonoSink;

/** Signals the outcome of a batch. Runs on: shard loop. */
record BatchReply(MonoSink<List<WriteResult>> sink, Batch batch) implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success(batch.writes().stream()
        .map(write -> WriteCommand.resultOf(write, timestampTicks))
        .toList());
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure);
  }
}
