package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.engine.store.Store;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a feed has been read, as a token says it: places of one feed in their order. Immutable;
 * any thread.
 */
public final class FeedProgress {

  private final FeedPosition place;

  private FeedProgress(FeedPosition place) {
    this.place = place;
  }

  /**
   * Returns the progress of a token. Fails with {@code InvalidInput} for a token of another feed or
   * store, and for a place that the store has not reached.
   */
  public static FeedProgress of(
      Store store, AccountName account, Optional<TableName> table, FeedToken token) {
    var place = new FeedTokens(store.identity().id(), account, table).read(token);
    if (place.position() < 0 || place.position() > store.log().durablePosition()) {
      throw FeedTokens.refused("afterTheLog");
    }
    return new FeedProgress(place);
  }

  /** Returns the position from which on the log is needed. */
  public long position() {
    return place.position();
  }

  /** Whether the feed is still reading the entities that existed when it began at the beginning. */
  public boolean isAmongExisting() {
    return place.existing() != null;
  }

  /**
   * Whether both are places in the feed of one table, and not of an earlier one of the same name.
   */
  public boolean isOfSameTable(FeedProgress other) {
    return place.tableId() == other.place.tableId();
  }

  /**
   * Whether this place is before another. The entities that exist are read before the log after
   * their position.
   */
  public boolean isBefore(FeedProgress other) {
    return place.position() == other.place.position()
        ? isBefore(place.existing(), other.place.existing())
        : place.position() < other.place.position();
  }

  private static boolean isBefore(
      ExistingEntities.@Nullable Place one, ExistingEntities.@Nullable Place other) {
    if (one == null || other == null) {
      return one != null;
    }
    return one.group() == other.group()
        ? Arrays.compareUnsigned(one.lastKey(), other.lastKey()) < 0
        : one.group() < other.group();
  }
}
