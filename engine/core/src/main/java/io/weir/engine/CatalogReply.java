package io.weir.engine;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a change to the catalog. Runs on: shard loop.
 *
 * @param refusal the failure when the row exists already, or when it is absent
 * @param effect runs when the change is durable, before the outcome is signalled
 */
record CatalogReply(MonoSink<Void> sink, ErrorCode refusal, Runnable effect)
    implements CommandReply {

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
