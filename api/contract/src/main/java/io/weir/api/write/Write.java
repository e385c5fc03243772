package io.weir.api.write;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;

/**
 * A change to one entity.
 *
 * <p>The service sets the Timestamp. A Timestamp in the entity of a write is ignored.
 */
public sealed interface Write {

  /** Returns the key of the entity that is changed. */
  EntityKey key();

  /** Returns the estimated memory of the write, in bytes. */
  int weightBytes();

  /** Calls the handler's method for this kind of write. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of write. */
  interface Handler<R> {
    R insert(Insert write);

    R upsert(Upsert write);

    R update(Update write);

    R delete(Delete write);
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists} when the key is already stored. */
  record Insert(Entity entity) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.insert(this);
    }
  }

  /** Stores an entity whether or not its key is already stored: insert-or-replace, insert-or-merge. */
  record Upsert(Entity entity, WriteMode mode) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.upsert(this);
    }
  }

  /**
   * Changes a stored entity. Fails with {@code ResourceNotFound} when it is absent, and with {@code UpdateConditionNotSatisfied}
   * when another version is stored.
   */
  record Update(Entity entity, WriteMode mode, IfMatch ifMatch) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.update(this);
    }
  }

  /** Removes a stored entity. Fails as {@link Update} does. */
  record Delete(EntityKey key, IfMatch ifMatch) implements Write {
    @Override
    public int weightBytes() {
      return (key.partitionKey().length() + key.rowKey().length()) * Character.BYTES;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.delete(this);
    }
  }
}
