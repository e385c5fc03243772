package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.ConsumerRow;
import io.weir.engine.catalog.Consumers;
import io.weir.engine.feed.ConsumerMove;
import io.weir.engine.shard.CommandReply;
import reactor.core.publisher.MonoSink;

/** Signals where a consumer is after a move, which the catalog learns before. Runs on: shard loop. */
record ConsumerMoveReply(MonoSink<ConsumerRow> sink, Consumers consumers, ConsumerMove move)
    implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    consumers.change(move.row());
    sink.success(move.row());
  }

  @Override
  public void failed(TableServiceException failure) {
    sink.error(failure.atOperation(TableServiceException.NO_OPERATION));
  }
}
