package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.engine.shard.Reply;
import java.util.List;
import reactor.core.publisher.MonoSink;

/** The outcome of a batch. Shard loop. */
record BatchReply(MonoSink<List<WriteResult>> sink, Batch batch) implements Reply {

  @Override
  public void done(long timestampTicks) {
    sink.success(batch.writes().stream()
        .map(write -> WriteReply.resultOf(write, timestampTicks))
        .toList());
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure);
  }
}
