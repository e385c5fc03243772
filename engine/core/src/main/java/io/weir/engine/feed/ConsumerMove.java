package io.weir.engine.feed;

import io.weir.api.FeedToken;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.ConsumerRow;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Moves the stored position of a consumer: forward only within a generation, and anywhere with a
 * new generation. Reads the position in the shard, so of two processes that advance at one moment
 * the one that is behind changes nothing.
 *
 * <p>Owner: shard loop.
 */
public final class ConsumerMove implements Decision {

  private static final long NEXT_GENERATION = 0;

  private final Store store;
  private final ConsumerRow known;
  private final long generation;
  private final FeedToken token;
  private final FeedProgress to;
  private @Nullable ConsumerRow row;

  private ConsumerMove(
      Store store, ConsumerRow known, long generation, FeedToken token, FeedProgress to) {
    this.store = store;
    this.known = known;
    this.generation = generation;
    this.token = token;
    this.to = to;
  }

  /**
   * Returns the move forward to a place. It changes nothing when the stored place is not before it.
   */
  public static ConsumerMove advance(
      Store store, ConsumerRow consumer, long generation, FeedToken token) {
    return new ConsumerMove(store, consumer, generation, token, progress(store, consumer, token));
  }

  /** Returns the move to a place, which begins the next generation. */
  public static ConsumerMove reset(Store store, ConsumerRow consumer, FeedToken token) {
    return new ConsumerMove(
        store, consumer, NEXT_GENERATION, token, progress(store, consumer, token));
  }

  private static FeedProgress progress(Store store, ConsumerRow consumer, FeedToken token) {
    return FeedProgress.of(store, consumer.account(), consumer.table(), token);
  }

  /** Returns the key of the consumer's row in the clustered index. */
  public byte[] key() {
    return TreeKeys.of(
        Catalog.ID, ConsumerRow.key(known.account(), known.name()).encoded());
  }

  /** Returns the consumer after the move. Called after the decision. */
  public ConsumerRow row() {
    var moved = row;
    if (moved == null) {
      throw new IllegalStateException("the consumer is not moved yet");
    }
    return moved;
  }

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var key = key();
    var stored = view.entries().find(key);
    if (stored == null) {
      return new NotFoundException(ErrorCode.CONSUMER_NOT_FOUND, "consumer=" + known.name());
    }
    var before = ConsumerRow.ofRow(StoredEntity.of(key, stored));
    if (!before.table().equals(known.table())) {
      return FeedTokens.refused("ofOtherFeed"); // deleted and created again meanwhile
    }
    return generation == NEXT_GENERATION
        ? reset(before, key, view, changes)
        : advance(before, key, view, changes);
  }

  private @Nullable TableServiceException reset(
      ConsumerRow before, byte[] key, View view, Changes changes) {
    store(before.nextGeneration(store.identity().id(), token, to.position()), key, view, changes);
    return null;
  }

  private @Nullable TableServiceException advance(
      ConsumerRow before, byte[] key, View view, Changes changes) {
    if (before.generation() != generation) {
      return new PreconditionFailedException(
          "generation=" + generation + " stored=" + before.generation());
    }
    FeedProgress progress;
    try {
      progress = progress(store, before, before.token());
    } catch (TableServiceException ofOtherStore) {
      return ofOtherStore; // a backup was restored: only a reset gives the consumer a place in this
      // log
    }
    if (!progress.isOfSameTable(to)) {
      return FeedTokens.refused("ofDroppedTable");
    }
    if (progress.isBefore(to)) {
      store(before.at(token, to.position()), key, view, changes);
    } else {
      row = before;
    }
    return null;
  }

  private void store(ConsumerRow after, byte[] key, View view, Changes changes) {
    row = after;
    changes.put(key, after.row().storedForm(view.ticks()));
  }
}
