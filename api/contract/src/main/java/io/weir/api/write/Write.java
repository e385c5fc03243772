package io.weir.api.write;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;

/**
 * One change to one entity.
 *
 * <p>The Timestamp of an entity that is written is ignored: the service sets it.
 */
public sealed interface Write {

  /** The key of the entity that is changed. */
  EntityKey key();

  /** About what it takes in memory, in bytes. */
  int weightBytes();

  /** Calls the method of the handler that belongs to this kind of write. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of write. */
  interface Handler<R> {
    R insert(Insert write);

    R upsert(Upsert write);

    R update(Update write);

    R delete(Delete write);
  }

  /** Stores a new entity; {@code EntityAlreadyExists} where one of that key is stored. */
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

  /** Stores an entity whether or not one of that key is stored: insert-or-replace, insert-or-merge. */
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

  /** Changes a stored entity; {@code ResourceNotFound} where none is, {@code UpdateConditionNotSatisfied} where another version is. */
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

  /** Removes a stored entity; fails as {@link Update} does. */
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
