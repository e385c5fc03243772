package io.weir.engine.feed;

import io.weir.api.FeedItem;
import io.weir.api.FeedToken;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a record, or of a slice of existing entities, that a subscriber has not taken.
 *
 * @param before the place at which they were read
 * @param count number of changes, with those that are taken
 * @param left number of changes that are not taken
 * @param bytes memory that counts until all are taken
 * @param isRepeatable whether they can be read again
 * @param last the token of the change that was taken last; null when none was
 */
record UntakenItems(
    FeedPosition before,
    int count,
    int left,
    long bytes,
    boolean isRepeatable,
    @Nullable FeedToken last) {

  static final UntakenItems NONE =
      new UntakenItems(new FeedPosition(FeedPosition.ALL_TABLES, 0, null), 0, 0, 0, false);

  UntakenItems(FeedPosition before, int count, int left, long bytes, boolean isRepeatable) {
    this(before, count, left, bytes, isRepeatable, null);
  }

  /** Returns what is left after one more was taken. */
  UntakenItems without(FeedItem taken) {
    return new UntakenItems(before, count, left - 1, bytes, isRepeatable, taken.token());
  }
}
