package io.weir.server.request;

import io.weir.api.ConsumerName;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;

/** The resource of a request within its account. {@link ResourcePath} reads it from the path. */
public sealed interface Resource {

  /** Calls the handler's method for this kind of resource. */
  <R> R dispatch(Handler<R> handler);

  /** A handler with one method for each kind of resource. */
  interface Handler<R> {
    R service(Service resource);

    R tables(Tables resource);

    R tableEntry(TableEntry resource);

    R table(Table resource);

    R partition(Partition resource);

    R entity(EntityAt resource);

    R accountAction(AccountAction resource);

    R tableAction(TableAction resource);

    R consumer(Consumer resource);

    R value(ValueAt resource);
  }

  /** The service itself: {@code /ACCOUNT}. The query says which aspect is meant. */
  record Service() implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.service(this);
    }
  }

  /** The list of tables: {@code /ACCOUNT/Tables}. */
  record Tables() implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.tables(this);
    }
  }

  /** One table in the list: {@code /ACCOUNT/Tables('NAME')}. */
  record TableEntry(TableName table) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.tableEntry(this);
    }
  }

  /** The entities of a table: {@code /ACCOUNT/NAME} or {@code /ACCOUNT/NAME()}. */
  record Table(TableName table) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.table(this);
    }
  }

  /** The entities of a partition: {@code /ACCOUNT/NAME(PartitionKey='..')}. */
  record Partition(TableName table, String partitionKey) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.partition(this);
    }
  }

  /** One entity: {@code /ACCOUNT/NAME(PartitionKey='..',RowKey='..')}. */
  record EntityAt(TableName table, EntityKey key) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.entity(this);
    }
  }

  /** An action on the account: {@code /ACCOUNT/$batch}. The name has no dollar sign. */
  record AccountAction(String name) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.accountAction(this);
    }
  }

  /**
   * A named consumer of the change feed: {@code /ACCOUNT/$consumers('NAME')}, or one of its
   * aspects, {@code /ACCOUNT/$consumers('NAME')/position}.
   *
   * @param aspect empty for the consumer itself
   */
  record Consumer(ConsumerName name, String aspect) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.consumer(this);
    }
  }

  /**
   * A large value: {@code /ACCOUNT/NAME(PartitionKey='..',RowKey='..')/$value}, or one of the named
   * values beside an entity, {@code ../$value/NAME}.
   *
   * @param name empty for the value whose head has the keys themselves
   */
  record ValueAt(TableName table, EntityKey entity, String name) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.value(this);
    }
  }

  /** An action on a table: {@code /ACCOUNT/NAME/$bulk}. The name has no dollar sign. */
  record TableAction(TableName table, String name) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.tableAction(this);
    }
  }
}
