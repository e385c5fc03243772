package io.weir.api;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Arrays;
import java.util.Optional;

/**
 * An item of a change feed: all changes of a table or of an account, in order. See
 * {@link TableService#changes}.
 *
 * <p><b>Order.</b> Changes of one partition group arrive in the order in which they took effect,
 * and every {@link Change} names its group. A partition belongs to one group for ever. A batch or a
 * joint commit is a run of items with one {@code batch} number and nothing between them.
 *
 * <p><b>Delivery.</b> At least once, and only what is durable and visible to readers. A consumer
 * stores a token together with its own state and continues {@linkplain FeedStart.After after} it.
 * The token of a change inside a batch repeats the whole batch.
 *
 * <p><b>Applying the feed.</b> A consumer that stores each {@code after}, removes each removed key,
 * removes for each {@link RangeRemoved} the keys of that range <em>and group</em>, and drops each
 * dropped table, holds what the service held at that moment. A feed that starts at the beginning
 * first reports the entities that exist, read while writes go on, and then repeats the changes
 * since it began to read. Such a consumer ignores a change whose Timestamp is below that of the
 * entity it holds; it holds what the service holds when the feed has caught up. A write that was
 * acknowledged while its table was being dropped is lost with the table and may not be reported.
 *
 * <p><b>Before-images.</b> A table can be told to keep them ({@link FeedSettings}). Its changes
 * then say what was {@linkplain Change#before() stored before}, and a filter is checked on that
 * too; see {@link FeedScope}. Removed ranges and dropped tables name no entities and have no
 * images.
 *
 * <p><b>Expiry.</b> An expired entity is reported as removed when the service removes it, some time
 * after it has become invisible.
 *
 * <p><b>Retention.</b> The service keeps a bounded past. A token whose changes are gone fails with
 * {@link io.weir.api.error.ChangesLostException}.
 *
 * <p>Immutable; any thread.
 */
public sealed interface FeedItem {

  /** Returns the place after this item; inside a batch, the place before the batch. */
  FeedToken token();

  /** Calls the handler's method for this kind of item. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of item. */
  interface Handler<R> {
    R change(Change item);

    R rangeRemoved(RangeRemoved item);

    R tableDropped(TableDropped item);

    R checkpoint(Checkpoint item);
  }

  /** An item that reports an effect of a write: anything but a checkpoint. */
  sealed interface Effect extends FeedItem {

    /** Returns the table that was written to. */
    TableName table();

    /** Returns the Timestamp of the write. */
    EdmDateTime timestamp();
  }

  /** An effect within one partition group. */
  sealed interface GroupEffect extends Effect {

    /** Returns the group, from 0. */
    int partitionGroup();
  }

  /** The reason of a change. */
  enum Cause {
    /** A client's write. */
    WRITE,
    /** The entity had expired, and the service removed it. */
    EXPIRY,
    /** No change: the entity existed when the feed began at the beginning. */
    EXISTING,
    /**
     * A client's write, after which the entity does not satisfy the feed's filter any more. It is
     * stored, but reported as removed, so that a consumer which applies the feed holds the entities
     * that satisfy the filter. Reported for tables that keep before-images.
     */
    LEFT
  }

  /**
   * What was stored under a change's key until the change.
   *
   * @param isKnown whether the feed knows it. It does not when the table did not keep before-images
   *     at the time of the change, for an entity that existed at the beginning, and when the log's
   *     record of the change had no room for it; see {@link FeedSettings}
   * @param entity as it was stored; empty when nothing was, or when that is not known
   */
  record Before(boolean isKnown, Optional<Entity> entity) {

    /** It is not known what was stored. */
    public static final Before UNKNOWN = new Before(false, Optional.empty());

    /** Nothing was stored. */
    public static final Before NOTHING = new Before(true, Optional.empty());

    public Before {
      if (!isKnown && entity.isPresent()) {
        throw new IllegalArgumentException("an entity that is given is known");
      }
    }

    /** An entity was stored. */
    public static Before of(Entity entity) {
      return new Before(true, Optional.of(entity));
    }
  }

  /**
   * An entity that was stored or removed.
   *
   * @param partitionGroup the group of the entity's partition, from 0
   * @param after the entity as it is stored from now on; empty when it was removed, and for
   *     {@link Cause#LEFT}
   * @param before what was stored until now. It is what the feed reported last of the key: an
   *     entity that had expired and was not removed yet when it was written over is given, too
   * @param timestamp of the write; Timestamps of a group rise
   * @param batch equal for all changes of one batch or joint commit, and for no others; 0 for
   *     {@link Cause#EXISTING}
   */
  record Change(
      TableName table,
      int partitionGroup,
      EntityKey key,
      Optional<Entity> after,
      Before before,
      EdmDateTime timestamp,
      Cause cause,
      long batch,
      FeedToken token)
      implements GroupEffect {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.change(this);
    }
  }

  /**
   * A range of keys whose entities were removed from one partition group, without naming them.
   * Removing a range of many partitions is reported once for each group.
   *
   * @param from the encoded key at which the range begins: {@link EntityKey#encoded()}, or a prefix
   *     of it
   * @param to the encoded key before which the range ends
   */
  record RangeRemoved(
      TableName table,
      int partitionGroup,
      EdmBinary from,
      EdmBinary to,
      EdmDateTime timestamp,
      FeedToken token)
      implements GroupEffect {

    /** Whether the range holds a key. Only keys of the item's partition group were removed. */
    public boolean holds(EntityKey key) {
      var bytes = key.encoded();
      return Arrays.compareUnsigned(bytes, from.toByteArray()) >= 0
          && Arrays.compareUnsigned(bytes, to.toByteArray()) < 0;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.rangeRemoved(this);
    }
  }

  /** A table that was dropped with all its entities. The feed of a table ends after it. */
  record TableDropped(TableName table, EdmDateTime timestamp, FeedToken token) implements Effect {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.tableDropped(this);
    }
  }

  /**
   * A place at which a consumer can continue. Sent first, after each batch of several changes,
   * after 256 single changes or 1 MiB, when the feed has caught up after changes, and at least once
   * a second.
   */
  record Checkpoint(FeedToken token) implements FeedItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.checkpoint(this);
    }
  }
}
