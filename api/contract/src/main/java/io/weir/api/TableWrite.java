package io.weir.api;

import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;

/** An operation of a {@link JointCommit}: a write to a table, or a check that writes nothing. */
public sealed interface TableWrite {

  /** Returns a write to a table, with the write's own precondition. */
  static TableWrite of(TableName table, Write write) {
    return new Change(table, write);
  }

  /**
   * Returns a check that an entity exists and has an accepted version. Fails as an update with this
   * precondition does.
   */
  static TableWrite present(TableName table, EntityKey key, IfMatch ifMatch) {
    return new Present(table, key, ifMatch);
  }

  /** Returns a check that an entity is absent. Fails as an insert does. */
  static TableWrite absent(TableName table, EntityKey key) {
    return new Absent(table, key);
  }

  TableName table();

  /** Returns the key of the entity that is written or checked. */
  EntityKey key();

  /** Calls the handler's method for this kind of operation. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of operation. */
  interface Handler<R> {
    R change(Change operation);

    R present(Present operation);

    R absent(Absent operation);
  }

  /** A write to a table. */
  record Change(TableName table, Write write) implements TableWrite {
    @Override
    public EntityKey key() {
      return write.key();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.change(this);
    }
  }

  /** A check that an entity exists and has an accepted version. */
  record Present(TableName table, EntityKey key, IfMatch ifMatch) implements TableWrite {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.present(this);
    }
  }

  /** A check that an entity is absent. */
  record Absent(TableName table, EntityKey key) implements TableWrite {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.absent(this);
    }
  }
}
