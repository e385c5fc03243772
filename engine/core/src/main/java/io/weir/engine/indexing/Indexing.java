package io.weir.engine.indexing;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Declares, fills, sweeps and drops the indexes of a store. Any thread. */
public final class Indexing {

  private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);

  /** The pause before a change of the catalog is tried again. */
  private static final Duration RETRY = Duration.ofMillis(200);

  /** The pause before the next look whether another change of the same index has ended. */
  private static final Duration CLAIM_RETRY = Duration.ofMillis(10);

  /** The right to change the definition of an index; one change at a time has it. */
  private record Claim(int tableId, IndexName index) {}

  private final Store store;
  private final Catalog catalog;

  /** The indexes whose definition is being changed. */
  private final Set<Claim> claims = ConcurrentHashMap.newKeySet();

  /** Takes over the indexes of an open store, and continues the work on them that the last run left. */
  public Indexing(Store store) {
    this.store = store;
    this.catalog = store.catalog();
    for (var account : catalog.accounts()) {
      catalog.tables(account).values().forEach(this::resume);
    }
  }

  private void resume(Table table) {
    for (var index : table.indexes()) {
      if (!index.isReadable()) {
        backfill(table, index);
      }
      sweep(table, index);
    }
  }

  /**
   * Declares an index. The reply is called when every write keeps the index up to date; the backfill has begun then. The reply fails as
   * {@link io.weir.api.TableService#createIndex} does.
   */
  public void create(
      AccountName account, TableName name, IndexDefinition definition, CommandReply reply) {
    new Attempt(account, name, definition.name(), reply) {
      @Override
      void carryOut(Table table, Claim claim) {
        create(table, definition, claim, reply);
      }
    }.run();
  }

  private void create(Table table, IndexDefinition definition, Claim claim, CommandReply reply) {
    var name = definition.name();
    var present = table.index(name);
    if (present.isPresent() && !present.get().definition().equals(definition)) {
      throw new ConflictException(ErrorCode.RESOURCE_ALREADY_EXISTS, "index=" + name);
    }
    if (definition.unique()) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "index=unique");
    }
    if (present.isEmpty()
        && table.indexes().size() + claimsOf(table) > IndexDefinition.MAX_PER_TABLE) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "indexLimit=" + IndexDefinition.MAX_PER_TABLE);
    }
    if (present.isPresent()) {
      claims.remove(claim);
      reply.done(0);
      return;
    }
    var index =
        new TableIndex(IndexKeys.idOf(catalog.nextId()), definition, IndexState.BACKFILLING);
    store.send(Catalog.ID, List.of(table.store(index)), new Change(claim, reply, () -> {
      var current = catalog.add(table, index);
      if (current == null) {
        return false;
      }
      backfill(current, index);
      return true;
    }));
  }

  private long claimsOf(Table table) {
    return claims.stream()
        .filter(
            each -> each.tableId() == table.id() && table.index(each.index()).isEmpty())
        .count();
  }

  /** Drops an index. The reply fails as {@link io.weir.api.TableService#dropIndex} does. */
  public void drop(AccountName account, TableName name, IndexName index, CommandReply reply) {
    new Attempt(account, name, index, reply) {
      @Override
      void carryOut(Table table, Claim claim) {
        drop(table, index, claim, reply);
      }
    }.run();
  }

  private void drop(Table table, IndexName name, Claim claim, CommandReply reply) {
    if (table.index(name).isEmpty()) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + name);
    }
    store.send(Catalog.ID, List.of(table.remove(name)), new Change(claim, reply, () -> {
      var removed = catalog.remove(table.account(), table.name(), name);
      if (removed != null) {
        store.reclaimTable(removed.id());
      }
      return true;
    }));
  }

  /** Releases the space of a dropped table's indexes. */
  public void dropped(Table table) {
    table.indexes().forEach(index -> store.reclaimTable(index.id()));
  }

  /**
   * Returns the indexes of a table as they are now. Looks at each of their leaf pages. Fails with {@code ServerBusy} while a shard is
   * rebuilt.
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
        }
      }
    }
    var share = index.isReadable() ? 1.0 : all == 0 ? 0.0 : (double) visited / all;
    return new IndexStatus(index.definition(), index.state(), share, entries, bytes);
  }

  /**
   * Makes a sweep due in a shard. Offered before the removal of ranges that leaves entries without entities.
   *
   * <p>It needs room for a marker. A shard without room refuses it; the entries then stay until the next sweep, which does no harm.
   */
  public UpkeepCommand sweepOrder(Table table, int group, CommandReply reply) {
    return new UpkeepCommand(
        table.id(),
        true,
        (view, changes) ->
            catalog.indexesOf(table.id()).forEach(index -> Sweep.order(index, group, changes)),
        reply);
  }

  /** Begins the sweeps of a table that are due. */
  public void sweep(Table table) {
    catalog.indexesOf(table.id()).forEach(index -> sweep(table, index));
  }

  private void sweep(Table table, TableIndex index) {
    for (var group = 0; group < store.shards().size(); group++) {
      if (isSweepDue(index, group)) {
        work(group, index.id(), new Sweep(index, table.id()), () -> {});
      }
    }
  }

  private boolean isSweepDue(TableIndex index, int group) {
    try (var pin = store.pin(group)) {
      return Sweep.isDue(pin.tree(), index, group);
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("a shard that is rebuilt gets a sweep in any case shard={}", group, e);
      return !store.isClosing();
    }
  }

  private void backfill(Table table, TableIndex index) {
    var unfinished = new AtomicInteger(store.shards().size());
    for (var group = 0; group < store.shards().size(); group++) {
      work(group, index.id(), new Backfill(index, table.id()), () -> {
        if (unfinished.decrementAndGet() == 0) {
          makeReadable(table, index);
        }
      });
    }
  }

  private void work(int group, int id, SlicedWork.Work work, Runnable whenFinished) {
    var shard = store.shards().get(group);
    new SlicedWork(shard, group, id, work, store::isClosing, whenFinished).offer();
  }

  /** Lets queries use an index, unless it was dropped meanwhile. */
  private void makeReadable(Table table, TableIndex index) {
    if (!catalog.isLive(index.id()) || store.isClosing()) {
      return;
    }
    var readable = index.in(IndexState.READABLE);
    var claim = new Claim(table.id(), index.definition().name());
    if (!claims.add(claim)) {
      tryAgain(table, index);
      return;
    }
    store.send(
        Catalog.ID,
        List.of(table.store(readable)),
        new Change(
            claim,
            new CommandReply() {
              @Override
              public void done(long timestampTicks) {
                LOG.debug("index is readable table={} index={}", table.name(), claim.index());
              }

              @Override
              public void failed(TableServiceException failure) {
                LOG.debug("an index is not readable yet index={}", claim.index(), failure);
                tryAgain(table, index);
              }
            },
            () -> catalog.add(table, readable) != null));
  }

  private void tryAgain(Table table, TableIndex index) {
    store.shards().get(0).schedule(RETRY, () -> makeReadable(table, index));
  }

  /** A change of a definition that waits, for a short time, until no other change of the same index is in flight. */
  private abstract class Attempt implements Runnable {

    private static final int MOST = 100;

    private final AccountName account;
    private final TableName name;
    private final IndexName index;
    private final CommandReply reply;
    private int attempts;

    Attempt(AccountName account, TableName name, IndexName index, CommandReply reply) {
      this.account = account;
      this.name = name;
      this.index = index;
      this.reply = reply;
    }

    /** Sends the change, which ends the claim, or fails. */
    abstract void carryOut(Table table, Claim claim);

    @Override
    public void run() {
      var table = catalog.find(account, name);
      if (table == null) {
        reply.failed(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name));
        return;
      }
      var claim = new Claim(table.id(), index);
      if (claims.add(claim)) {
        try {
          carryOut(table, claim);
        } catch (TableServiceException e) {
          claims.remove(claim);
          reply.failed(e);
        }
      } else if (++attempts < MOST) {
        store.shards().get(0).schedule(CLAIM_RETRY, this);
      } else {
        reply.failed(new ServiceBusyException("reason=indexChanges index=" + index));
      }
    }
  }

  /** A change of a definition in flight. Its claim ends with it. */
  private final class Change implements CommandReply {

    private final Claim claim;
    private final CommandReply reply;
    private final BooleanSupplier effect;

    /** @param effect runs when the change is durable; false when the table it was meant for does not exist any more */
    Change(Claim claim, CommandReply reply, BooleanSupplier effect) {
      this.claim = claim;
      this.reply = reply;
      this.effect = effect;
    }

    @Override
    public void done(long timestampTicks) {
      var isOfTheTable = effect.getAsBoolean();
      claims.remove(claim);
      if (isOfTheTable) {
        reply.done(timestampTicks);
      } else {
        reply.failed(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped"));
      }
    }

    @Override
    public void failed(TableServiceException failure) {
      claims.remove(claim);
      reply.failed(
          failure instanceof NotFoundException // the table's row
              ? new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "")
              : failure);
    }
  }
}
