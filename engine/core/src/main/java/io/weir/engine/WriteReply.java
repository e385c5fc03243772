package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.catalog.Table;
import io.weir.engine.joint.StalePlan;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.unique.UniqueWrites;
import java.util.List;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a single write. A write that a unique index has made stale is planned by {@code unique} and sent again. Runs on:
 * shard loop.
 */
record WriteReply(MonoSink<WriteResult> sink, Table table, Write write, UniqueWrites unique)
    implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success(WriteCommand.resultOf(write, timestampTicks));
  }

  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      unique.send(table, List.of(write), this);
    } else {
      sink.error(failure.atOperation(TableServiceException.NO_OPERATION));
    }
  }
}
