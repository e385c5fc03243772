package io.weir.engine.feed;

import org.jspecify.annotations.Nullable;

/**
 * A place in a feed.
 *
 * @param tableId the table of the feed; {@link #ALL_TABLES} for an account
 * @param position where the next record of the log begins
 * @param existing how far the existing entities are read; null when they are not to be read
 */
record FeedPosition(int tableId, long position, ExistingEntities.@Nullable Place existing) {

  static final int ALL_TABLES = 0;

  /** Returns the place in the log at another position. */
  FeedPosition at(long other) {
    return new FeedPosition(tableId, other, null);
  }
}
