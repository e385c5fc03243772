package io.weir.engine.indexing;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Changes the indexes of tables in the catalog, with one change of a table in flight at a time. Any
 * thread.
 */
final class DefinitionChanges {

  /** Most changes of a table that wait or are in flight. */
  static final int MOST_PENDING = 64;

  /** A change of a table's indexes. */
  interface Revision {

    /**
     * Returns the table with its new indexes; the same table when there is nothing to change. No
     * other change of the table's indexes comes between this and {@link #isDurable}.
     */
    Table of(Table table);

    /**
     * Goes on when the change is durable and the catalog shows it. Runs on the loop of the
     * catalog's shard.
     */
    void isDurable(Table before, Table after);
  }

  private final Store store;
  private final Catalog catalog;

  /** The changes of each table by its id: the first is in flight, the others wait. */
  private final Map<Integer, List<Pending>> pending = new ConcurrentHashMap<>();

  DefinitionChanges(Store store) {
    this.store = store;
    this.catalog = store.catalog();
  }

  /**
   * Carries out a change, after the earlier ones of the same table. The reply fails with
   * {@code ServerBusy} when {@link #MOST_PENDING} are pending, with {@code TableNotFound} when the
   * table does not exist, and as the revision does.
   */
  void carryOut(AccountName account, TableName name, Revision revision, CommandReply reply) {
    Table table;
    try {
      table = found(account, name);
    } catch (TableServiceException e) {
      reply.failed(e);
      return;
    }
    var change = new Pending(table, revision, reply);
    var all = pending.merge(table.id(), List.of(change), DefinitionChanges::appended);
    if (all.get(0) == change) {
      change.send();
    } else if (all.get(all.size() - 1) != change) {
      reply.failed(new ServiceBusyException("reason=indexChanges table=" + name));
    }
  }

  private Table found(AccountName account, TableName name) {
    store.role().requireLeading();
    var table = catalog.find(account, name);
    if (table == null) {
      throw tableNotFound(name);
    }
    return table;
  }

  private static List<Pending> appended(List<Pending> all, List<Pending> last) {
    return all.size() == MOST_PENDING
        ? all
        : Stream.concat(all.stream(), last.stream()).toList();
  }

  /** Ends the change in flight and begins the next one. */
  private void next(int tableId) {
    var rest = pending.computeIfPresent(
        tableId, (id, all) -> all.size() == 1 ? null : all.subList(1, all.size()));
    if (rest != null) {
      rest.get(0).send();
    }
  }

  private static NotFoundException tableNotFound(TableName name) {
    return new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
  }

  /** A change that waits or is in flight. */
  private final class Pending implements CommandReply {

    private final Revision revision;
    private final CommandReply reply;
    private Table before;
    private Table after;

    Pending(Table table, Revision revision, CommandReply reply) {
      this.before = table;
      this.after = table;
      this.revision = revision;
      this.reply = reply;
    }

    /** Sends the change to the shard of the catalog. */
    void send() {
      Write row;
      try {
        before = current();
        after = revision.of(before);
        row = after.storeIndexes(before.indexes().size());
      } catch (TableServiceException e) {
        refuse(e);
        return;
      }
      if (after.equals(before)) {
        next(before.id());
        reply.done(0);
      } else {
        store.commands().send(Catalog.ID, List.of(row), this);
      }
    }

    private Table current() {
      var current = found(before.account(), before.name());
      if (current.id() != before.id()) {
        throw tableNotFound(before.name());
      }
      return current;
    }

    @Override
    public void done(long timestampTicks) {
      var current = catalog.changeIndexes(after);
      if (current == null) {
        refuse(tableNotFound(before.name()));
        return;
      }
      revision.isDurable(before, current);
      next(before.id());
      reply.done(timestampTicks);
    }

    @Override
    public void failed(TableServiceException failure) {
      refuse(
          failure instanceof NotFoundException // the table's row
              ? tableNotFound(before.name())
              : failure);
    }

    private void refuse(TableServiceException failure) {
      next(before.id());
      reply.failed(failure);
    }
  }
}
