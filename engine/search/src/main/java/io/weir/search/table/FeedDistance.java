package io.weir.search.table;

import io.weir.api.AccountName;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.engine.feed.FeedProgress;
import io.weir.engine.store.Store;
import java.util.Optional;

/**
 * Measures places in the feed of a table by the store's log. Any thread; reads counters in memory.
 *
 * @param store has a log
 */
public record FeedDistance(Store store, AccountName account, TableName table) {

  /**
   * Returns the position up to which the log is durable: every acknowledged change lies below it,
   * unless the log is forced at intervals.
   */
  public long end() {
    return store.log().durablePosition();
  }

  /** Returns the position up to which a feed at a place has reported all changes. */
  public long position(FeedToken place) {
    return progress(place).position();
  }

  /** Returns whether a feed at a place is still reading the entities that existed when it began. */
  public boolean isAmongExisting(FeedToken place) {
    return progress(place).isAmongExisting();
  }

  private FeedProgress progress(FeedToken place) {
    return FeedProgress.of(store, account, Optional.of(table), place);
  }
}
