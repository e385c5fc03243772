package io.weir.server.request;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;

/** What a request is about, within its account; read from the path by {@link ResourcePath}. */
public sealed interface Resource {

  /** Calls the method of the handler that belongs to this kind of resource. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of resource. */
  interface Handler<R> {
    R service(Service resource);

    R tables(Tables resource);

    R tableEntry(TableEntry resource);

    R table(Table resource);

    R entity(EntityAt resource);

    R accountAction(AccountAction resource);

    R tableAction(TableAction resource);
  }

  /** The service itself: {@code /ACCOUNT}. Which aspect is meant stands in the query. */
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

  /** One entity: {@code /ACCOUNT/NAME(PartitionKey='..',RowKey='..')}. */
  record EntityAt(TableName table, EntityKey key) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.entity(this);
    }
  }

  /** A verb in the guise of a resource: {@code /ACCOUNT/$batch}; the name without its dollar sign. */
  record AccountAction(String name) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.accountAction(this);
    }
  }

  /** The same on a table: {@code /ACCOUNT/NAME/$bulk}. */
  record TableAction(TableName table, String name) implements Resource {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.tableAction(this);
    }
  }
}
