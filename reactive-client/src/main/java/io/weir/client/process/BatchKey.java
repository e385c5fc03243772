package io.weir.client.process;

import io.weir.api.FeedItem;
import java.util.function.Function;

/** Returns equal values for successive changes of one batch, and a value of its own for each other item. Belongs to one feed. */
final class BatchKey implements Function<FeedItem, Object> {

  private BatchKey() {}

  static BatchKey first() {
    return new BatchKey();
  }

  @Override
  public Object apply(FeedItem item) {
    return item instanceof FeedItem.Change change && change.cause() != FeedItem.Cause.EXISTING
        ? change.batch()
        : new Object();
  }
}
