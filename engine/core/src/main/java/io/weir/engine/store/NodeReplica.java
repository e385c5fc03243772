package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.record.LogRecord;
import io.weir.engine.replication.Replica;
import io.weir.engine.shard.AppliedJoint;
import io.weir.engine.shard.AppliedListener;
import io.weir.engine.shard.AppliedRecord;
import io.weir.engine.shard.JointPublications;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.Pin;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a node of several, as its replicated log sees it: hands records of other nodes to
 * the shards, and prepares the store to lead.
 *
 * <p>The catalog in memory is that of the trees when the node takes over. While it follows, it is
 * read anew some seconds after a change; only the retention of the log looks at it then. A table
 * that was dropped meanwhile is reclaimed, because it existed in the catalog before.
 *
 * <p>Threads: the log thread hands over; loops apply; a work thread reads the catalog, one at a
 * time.
 */
final class NodeReplica implements Replica, AppliedListener {

  private static final Logger LOG = LoggerFactory.getLogger(NodeReplica.class);
  private static final Duration CATALOG_AFTER = Duration.ofSeconds(5);
  private static final Duration RETRY = Duration.ofMillis(200);
  private static final long NO_TERM = -1;

  private final UUID storeId;
  private final Catalog catalog;
  private final List<Shard> shards;
  private final PartitionGroups groups;
  private final JointPublications publications;
  private final IntFunction<Pin> pins;
  private final Executor workThreads;
  private final Loop loop;

  /** Admits one reader of the catalog. */
  private final ReentrantLock reading = new ReentrantLock();

  /**
   * The term that this node leads or prepares to lead; {@link #NO_TERM} while it follows. Written
   * by log thread.
   */
  private volatile long term = NO_TERM;

  /** Whether the node serves in its term. Written by log thread. */
  private volatile boolean leading;

  private final AppliedTime applied;

  /** The highest Timestamp that a shard has given or closed, as of the last closed time. */
  private final AtomicLong highestTicks = new AtomicLong();

  private final AtomicBoolean catalogIsDue = new AtomicBoolean();

  /**
   * The ids in the trees that the catalog did not have when it was read last. Guarded by the lock.
   */
  private Set<Integer> unknown = Set.of();

  /** Written by any thread, run on a loop. */
  private volatile Runnable whenLeading = () -> {};

  /**
   * Makes the replica of a store before its log starts.
   *
   * @param pins pins the published version of a shard; fails while it is rebuilt and when the store
   *     closes
   */
  NodeReplica(
      UUID storeId,
      Catalog catalog,
      List<Shard> shards,
      JointPublications publications,
      IntFunction<Pin> pins,
      Executor workThreads,
      Loop loop) {
    this.storeId = storeId;
    this.catalog = catalog;
    this.shards = List.copyOf(shards);
    this.groups = new PartitionGroups(shards.size());
    this.publications = publications;
    this.pins = pins;
    this.workThreads = workThreads;
    this.loop = loop;
    this.applied =
        new AppliedTime(this::whenPublished, () -> shards.stream().noneMatch(Shard::isFaulted));
    shards.forEach(shard -> shard.replica().tellApplied(this));
  }

  /**
   * Sets the task that runs on a loop each time the node has begun to lead; now, too, if it leads
   * already.
   */
  void whenLeading(Runnable task) {
    whenLeading = task;
    if (leading) {
      loop.execute(task);
    }
  }

  /** A shard's part of a record. */
  private record Part(Shard shard, ByteBuffer record) {}

  @Override
  public long appliedTicks() {
    return applied.ticks();
  }

  /** The shards see the closed time after the records, and before they may prepare to lead. */
  @Override
  public void apply(List<Kept> records, long closedTicks, Runnable whenApplied) {
    apply(records, whenApplied);
    if (closedTicks > 0) {
      shards.forEach(shard -> shard.replica().seen(closedTicks));
      applied.closed(closedTicks);
    }
  }

  @Override
  public void kept(long closedTicks) {
    applied.closed(closedTicks);
  }

  /**
   * Closes at least the highest Timestamp of the last time: after a clock was set back, the shards
   * with earlier Timestamps follow the others.
   */
  @Override
  public void closeTime(LongConsumer closed) {
    var left = new AtomicInteger(shards.size());
    var least = new AtomicLong(Long.MAX_VALUE);
    var atLeast = highestTicks.get();
    shards.forEach(shard -> shard.replica().closeTime(atLeast, ticks -> {
      highestTicks.accumulateAndGet(ticks, Math::max);
      least.accumulateAndGet(ticks, Math::min);
      if (left.decrementAndGet() == 0) {
        closed.accept(least.get());
      }
    }));
  }

  private void apply(List<Kept> records, Runnable whenApplied) {
    var all = records.stream().map(this::parts).toList();
    var number = all.stream().mapToInt(List::size).sum();
    if (number == 0) {
      whenApplied.run();
      return;
    }
    var left = new AtomicInteger(number);
    Runnable one = () -> {
      if (left.decrementAndGet() == 0) {
        whenApplied.run();
      }
    };
    var byShard = new LinkedHashMap<Shard, List<AppliedRecord>>();
    for (var i = 0; i < all.size(); i++) {
      add(all.get(i), records.get(i).endPosition(), one, byShard);
    }
    byShard.forEach((shard, parts) -> shard.replica().apply(parts));
  }

  private List<Part> parts(Kept kept) {
    var record = new byte[kept.payload().remaining()];
    kept.payload().duplicate().get(record);
    var parts = new ArrayList<Part>(1);
    LogRecord.forEachGroup(
        record,
        groups,
        (group, part) -> parts.add(new Part(shards.get(group), ByteBuffer.wrap(part))));
    return parts;
  }

  private void add(
      List<Part> parts,
      long endPosition,
      Runnable whenApplied,
      Map<Shard, List<AppliedRecord>> byShard) {
    var joint = parts.size() < 2
        ? null
        : new AppliedJoint(parts.stream().map(Part::shard).toList(), publications);
    for (var i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      byShard
          .computeIfAbsent(part.shard(), absent -> new ArrayList<>())
          .add(new AppliedRecord(
              part.record(), endPosition, joint == null ? null : joint.part(i), whenApplied));
    }
  }

  @Override
  public void id(int id) {
    var number = IndexKeys.numberOf(id);
    if (number > catalog.highestId()) {
      catalog.reserveIds(number);
    }
  }

  @Override
  public void row(byte[] key, byte[] stored) {
    id(CatalogRow.of(StoredEntity.of(key, stored)).tableId());
  }

  @Override
  public void catalogChanged() {
    if (catalogIsDue.compareAndSet(false, true)) {
      loop.schedule(CATALOG_AFTER, () -> whenPublished(() -> onWorkThread(this::refreshCatalog)));
    }
  }

  private void refreshCatalog() {
    reading.lock();
    try {
      var isDue = catalogIsDue.getAndSet(false);
      if (isDue && term == NO_TERM) { // a node that leads reads it first, or follows again
        readCatalog();
        reclaimKnown();
      }
    } catch (RuntimeException e) {
      LOG.debug("the catalog is read when the next change is applied, or this node leads", e);
    } finally {
      reading.unlock();
    }
  }

  private void readCatalog() {
    var rows = new ArrayList<CatalogRow>();
    for (var number = 0; number < shards.size(); number++) {
      try (var pin = pins.apply(number)) {
        rows.addAll(StoredCatalog.rows(pin.tree()));
      }
    }
    catalog.replaceBy(rows);
    catalog.consumers().heldBy(storeId);
  }

  /**
   * Reclaims the tables that the catalog did not have the last time either. An entity may be
   * applied before the row of its new table, in another shard; the row came into the hands of its
   * shard at the same time, and all shards have applied since then.
   */
  private void reclaimKnown() {
    var found = new HashSet<Integer>();
    for (var number = 0; number < shards.size(); number++) {
      for (var id : droppedIn(number)) {
        if (unknown.contains(id)) {
          shards.get(number).reclaimTable(id);
        } else {
          found.add(id);
        }
      }
    }
    unknown = found;
    if (!found.isEmpty()) {
      catalogChanged();
    }
  }

  @Override
  public void takeOver(long next, Runnable ready) {
    term = next;
    whenPublished(() -> onWorkThread(() -> prepare(next, ready)));
  }

  /** Runs a task on a loop when all shards have published what they were given before. */
  private void whenPublished(Runnable task) {
    var left = new AtomicInteger(shards.size());
    shards.forEach(shard -> shard.whenPublished(() -> {
      if (left.decrementAndGet() == 0) {
        loop.execute(task);
      }
    }));
  }

  private void prepare(long next, Runnable ready) {
    if (shards.stream().anyMatch(Shard::isFaulted)) {
      LOG.error("this node cannot lead, because a shard has failed; restart it term={}", next);
      return;
    }
    reading.lock();
    try {
      if (term != next) {
        return; // the term is over
      }
      catalogIsDue.set(false);
      unknown = Set.of();
      readCatalog();
      for (var number = 0; number < shards.size(); number++) {
        droppedIn(number).forEach(shards.get(number)::reclaimTable);
      }
    } catch (RuntimeException e) {
      LOG.warn("this node cannot lead yet, because the catalog cannot be read term={}", next, e);
      loop.schedule(RETRY, () -> onWorkThread(() -> prepare(next, ready)));
      return;
    } finally {
      reading.unlock();
    }
    ready.run();
  }

  /**
   * Returns the ids in a shard that the catalog does not have; none if the shard cannot be read.
   */
  private List<Integer> droppedIn(int number) {
    try (var pin = pins.apply(number)) {
      return ShardRebuild.tableIds(pin.tree()).stream()
          .filter(id -> !catalog.isLive(id))
          .toList();
    } catch (PageDamaged | ServiceBusyException e) {
      LOG.debug("dropped tables are reclaimed after the shard is rebuilt", e);
      return List.of();
    }
  }

  private void onWorkThread(Runnable task) {
    try {
      workThreads.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed", e);
    }
  }

  @Override
  public void leads(long next) {
    leading = true;
    loop.execute(whenLeading);
  }

  @Override
  public void follows(@Nullable String leader) {
    term = NO_TERM;
    leading = false;
    catalogChanged();
  }

  @Override
  public boolean finish(Runnable pause) {
    pass(Shard::execute, pause);
    while (shards.stream().anyMatch(shard -> shard.replica().isApplying())) {
      if (shards.stream().anyMatch(NodeReplica::cannotApply)) {
        pass(HandOver.STOP, pause);
        return false;
      }
      pause.run();
    }
    pass(Shard::whenPublished, pause);
    return shards.stream().noneMatch(Shard::isFaulted);
  }

  private static boolean cannotApply(Shard shard) {
    return shard.replica().isApplying() && (shard.isRefused() || shard.writeOutage() != null);
  }

  /** Hands a task to a shard's loop. */
  @FunctionalInterface
  private interface HandOver {

    HandOver STOP = (shard, task) -> {
      shard.replica().stopApplying();
      shard.execute(task);
    };

    void to(Shard shard, Runnable task);
  }

  private void pass(HandOver handOver, Runnable pause) {
    var passed = new CountDownLatch(shards.size());
    shards.forEach(shard -> handOver.to(shard, passed::countDown));
    while (passed.getCount() > 0) {
      pause.run();
    }
  }
}
