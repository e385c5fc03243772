package io.weir.engine;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.Reply;
import reactor.core.publisher.MonoSink;

/**
 * The outcome of a change to the catalog. Shard loop.
 *
 * @param refusal what it means for the table when the row was, or was not, there
 * @param effect carried out when the change is durable, before the caller hears of it
 */
record CatalogReply(MonoSink<Void> sink, ErrorCode refusal, Runnable effect) implements Reply {

  @Override
  public void done(long timestampTicks) {
    effect.run();
    sink.success();
  }

  @Override
  public void failed(TableServiceException failure) {
    var ofRow = failure instanceof ConflictException || failure instanceof NotFoundException;
    sink.error(
        ofRow
            ? TableServiceException.of(refusal, "")
            : failure.atOperation(TableServiceException.NO_OPERATION));
  }
}
