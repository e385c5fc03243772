package io.weir.engine.indexing;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Declares, fills, sweeps and drops the indexes of a store. Any thread. */
public final class Indexing {

  private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);

  /** The pause before a change of the catalog is tried again. */
  private static final Duration RETRY = Duration.ofMillis(200);

  private final Store store;
  private final Catalog catalog;
  private final DefinitionChanges changes;
  private final ClaimSweeps claimSweeps;

  /**
   * Those that this process has begun since it began to serve. Written by the thread that makes it
   * serve, read by any.
   */
  private volatile Backfills backfills;

  /**
   * Takes over the indexes of an open store, and continues the work on them that the last run left.
   */
  public Indexing(Store store) {
    this.store = store;
    this.catalog = store.catalog();
    this.changes = new DefinitionChanges(store);
    this.claimSweeps = new ClaimSweeps(store);
    this.backfills = noBackfills();
    store.sweepers().whenRemoved(this::sweepClaims);
    resumeAll();
    store.role().whenLeading(this::takeOver);
  }

  private Backfills noBackfills() {
    return new Backfills(store.memory().backfills(), store.memory().waitingBackfills());
  }

  /**
   * Continues the work that another node has left. Work that this node began in an earlier term
   * goes on as well, and finds it done.
   */
  private void takeOver() {
    backfills = noBackfills();
    resumeAll();
  }

  private void resumeAll() {
    for (var account : catalog.accounts()) {
      catalog.tables(account).values().forEach(this::resume);
    }
  }

  private void resume(Table table) {
    for (var index : table.indexes()) {
      if (index.state() == IndexState.BACKFILLING) {
        backfills.add(index.id(), () -> backfill(table, index));
      }
      sweep(table, index);
    }
    for (var index : catalog.indexesOf(table.id())) {
      if (index.keepsClaims()) {
        claimSweeps.beginIfDue(index, table.id());
      }
    }
  }

  /**
   * Declares an index. The reply is called when every write keeps the index up to date; the
   * backfill has begun then, or waits for others. The reply fails as
   * {@link io.weir.api.TableService#createIndex} does, and with {@code ServerBusy} when too many
   * backfills wait.
   */
  public void create(
      AccountName account, TableName name, IndexDefinition definition, CommandReply reply) {
    changes.carryOut(account, name, new Creation(definition), reply);
  }

  private final class Creation implements DefinitionChanges.Revision {

    private final IndexDefinition definition;

    Creation(IndexDefinition definition) {
      this.definition = definition;
    }

    @Override
    public Table of(Table table) {
      var present = table.index(definition.name());
      if (present.isPresent()) {
        if (!present.get().definition().equals(definition)) {
          throw new ConflictException(
              ErrorCode.RESOURCE_ALREADY_EXISTS, "index=" + definition.name());
        }
        return table;
      }
      if (table.indexes().size() == IndexDefinition.MAX_PER_TABLE) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "indexLimit=" + IndexDefinition.MAX_PER_TABLE);
      }
      backfills.requireRoom();
      return table.with(
          new TableIndex(IndexKeys.idOf(catalog.nextId()), definition, IndexState.BACKFILLING));
    }

    @Override
    public void isDurable(Table before, Table after) {
      after
          .index(definition.name())
          .ifPresent(index -> backfills.add(index.id(), () -> backfill(after, index)));
    }
  }

  /** Drops an index. The reply fails as {@link io.weir.api.TableService#dropIndex} does. */
  public void drop(AccountName account, TableName name, IndexName index, CommandReply reply) {
    changes.carryOut(account, name, new Removal(index), reply);
  }

  private final class Removal implements DefinitionChanges.Revision {

    private final IndexName index;

    Removal(IndexName index) {
      this.index = index;
    }

    @Override
    public Table of(Table table) {
      if (table.index(index).isEmpty()) {
        throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + index);
      }
      return table.without(index);
    }

    @Override
    public void isDurable(Table before, Table after) {
      before.index(index).ifPresent(Indexing.this::release);
    }
  }

  /** Releases the space of a dropped table's indexes. */
  public void dropped(Table table) {
    table.indexes().forEach(this::release);
  }

  private void release(TableIndex index) {
    store.commands().reclaimTable(index.id());
    backfills.ended(index.id());
  }

  /**
   * Returns the indexes of a table as they are now. Looks at each of their leaf pages. Fails with
   * {@code ServerBusy} while a shard is rebuilt.
   */
  public List<IndexStatus> statuses(Table table) {
    try {
      return table.indexes().stream().map(index -> status(table, index)).toList();
    } catch (PageDamaged e) {
      throw new ServiceBusyException(
          "reason=pageDamaged"); // the read has reported the page to the store
    }
  }

  private IndexStatus status(Table table, TableIndex index) {
    var visited = 0L;
    var all = 0L;
    var entries = 0L;
    var bytes = 0L;
    for (var group = 0; group < store.shards().size(); group++) {
      try (var pin = store.pin(group)) {
        var counted = TreeCount.of(
            pin.tree(), IndexKeys.startOfEntries(index.id()), TreeKeys.endOfTable(index.id()));
        entries += counted.entries();
        bytes += counted.bytes();
        if (!index.isReadable()) {
          var progress = Backfill.progress(pin.tree(), index, table.id(), group);
          visited += progress[0];
          all += progress[1];
          if (index.definition().unique()) {
            var claims = ClaimBackfill.progress(pin.tree(), index, table.id(), group);
            visited += claims[0];
            all += claims[1];
          }
        }
      }
    }
    var share = index.isReadable() ? 1.0 : all == 0 ? 0.0 : (double) visited / all;
    return new IndexStatus(
        index.definition(),
        index.state(),
        share,
        entries,
        bytes,
        index.duplicate(),
        backfills.isWaiting(index.id()));
  }

  /** Begins the sweeps of a table that are due. */
  public void sweep(Table table) {
    catalog.indexesOf(table.id()).forEach(index -> sweep(table, index));
    sweepClaims(table.id());
  }

  private void sweepClaims(int tableId) {
    for (var index : catalog.indexesOf(tableId)) {
      if (index.keepsClaims()) {
        claimSweeps.begin(index, tableId);
      }
    }
  }

  private void sweep(Table table, TableIndex index) {
    for (var group = 0; group < store.shards().size(); group++) {
      if (isSweepDue(index, group)) {
        store.walk(group).once(new EntrySweep(index, table.id(), group));
      }
    }
  }

  private boolean isSweepDue(TableIndex index, int group) {
    try (var pin = store.pin(group)) {
      return EntrySweep.isDue(pin.tree(), index, group);
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("a shard that is rebuilt gets a sweep in any case shard={}", group, e);
      return !store.isClosing();
    }
  }

  /** Begins a backfill. Returns false if the index was dropped before. */
  private boolean backfill(Table table, TableIndex index) {
    if (!catalog.isLive(index.id())) {
      return false;
    }
    var whenFilled = inAllShards(() -> filled(table, index));
    for (var group = 0; group < store.shards().size(); group++) {
      store.walk(group).once(new Backfill(index, table.id(), group, whenFilled));
    }
    return true;
  }

  /** Returns a task for each shard, of which the last one goes on. */
  private Runnable inAllShards(Runnable then) {
    var unfinished = new AtomicInteger(store.shards().size());
    return () -> {
      if (unfinished.decrementAndGet() == 0) {
        then.run();
      }
    };
  }

  /**
   * Goes on when the index has all entries. For a unique one, every write of before its declaration
   * is published now, which is when the backfill of its claims may begin.
   */
  private void filled(Table table, TableIndex index) {
    if (!index.definition().unique()) {
      makeReadable(table, index);
      return;
    }
    var listener = new ClaimBackfill.Listener() {
      private final Runnable whenFilled = inAllShards(() -> makeReadable(table, index));

      @Override
      public void finished() {
        whenFilled.run();
      }

      @Override
      public void found(Duplicate duplicate) {
        change(table, index, index.failed(duplicate));
      }
    };
    for (var group = 0; group < store.shards().size(); group++) {
      store.walk(group).once(new ClaimBackfill(store, index, table.id(), group, listener));
    }
  }

  private void makeReadable(Table table, TableIndex index) {
    change(table, index, index.in(IndexState.READABLE));
  }

  /**
   * Ends the backfill of an index in another state, unless it was dropped meanwhile. Tries again
   * until that is durable.
   */
  private void change(Table table, TableIndex index, TableIndex after) {
    changes.carryOut(table.account(), table.name(), new End(index, after), new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        LOG.debug(
            "backfill of an index has ended table={} id={} state={}",
            table.name(),
            index.id(),
            after.state());
      }

      @Override
      public void failed(TableServiceException failure) {
        if (failure instanceof NotFoundException || store.isClosing()) {
          LOG.debug("the backfill of a dropped index ends id={}", index.id(), failure);
        } else {
          store.shards().get(0).schedule(RETRY, () -> change(table, index, after));
        }
      }
    });
  }

  private final class End implements DefinitionChanges.Revision {

    private final TableIndex index;
    private final TableIndex after;

    End(TableIndex index, TableIndex after) {
      this.index = index;
      this.after = after;
    }

    @Override
    public Table of(Table table) {
      var name = index.definition().name();
      if (table.index(name).filter(index::equals).isEmpty()) {
        throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + name);
      }
      return table.with(after);
    }

    @Override
    public void isDurable(Table before, Table after) {
      backfills.ended(index.id());
    }
  }
}
