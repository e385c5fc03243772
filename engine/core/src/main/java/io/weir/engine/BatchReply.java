package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.engine.catalog.Table;
import io.weir.engine.joint.StalePlan;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.unique.UniqueWrites;
import java.util.List;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a batch. A batch that a unique index has made stale is planned by {@code unique} and sent again. Runs on: shard
 * loop.
 */
record BatchReply(MonoSink<List<WriteResult>> sink, Table table, Batch batch, UniqueWrites unique)
    implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success(batch.writes().stream()
        .map(write -> WriteCommand.resultOf(write, timestampTicks))
        .toList());
  }

  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      unique.send(table, batch.writes(), this);
    } else {
      sink.error(failure);
    }
  }
}
