package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.FileLog;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.MemoryLog;
import io.weir.engine.loop.Loops;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.partition.StoredEntity;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.shard.Replay;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotDamaged;
import io.weir.engine.snapshot.SnapshotHeader;
import io.weir.engine.snapshot.Snapshots;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a store together, or takes apart again what it had put together when something fails. Owner: the opening thread. */
final class Opening {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  private final StoreEnvironment environment;
  private final StoreOptions options;
  private final Loops loops;
  private final ExecutorService workThreads;
  private final List<ShardTree> trees = new ArrayList<>();
  private @Nullable StoreFolder folder;
  private @Nullable FileLog fileLog;

  Opening(StoreEnvironment environment, StoreOptions options, Loops loops) {
    this.environment = environment;
    this.options = options;
    this.loops = loops;
    this.workThreads = environment.workThreads().get();
  }

  Store open() throws IOException {
    try {
      return options.durability() == Durability.MEMORY ? openInMemory() : openDurable();
    } catch (LogDamaged | SnapshotDamaged | FileDamaged e) {
      undo(e);
      throw StoreUnusable.damaged(options.folder(), e);
    } catch (IOException | RuntimeException e) {
      undo(e);
      throw e;
    }
  }

  private Store openInMemory() throws IOException {
    var opened =
        StoreFolder.openScratch(environment.disk(), options.folder(), options.partitionGroups());
    folder = opened;
    openTrees(opened);
    var catalog = new Catalog();
    var log = new MemoryLog();
    return new Store(
        opened,
        loops,
        trees,
        shards(log, catalog, 0),
        log,
        catalog,
        workThreads,
        environment.pause(),
        null);
  }

  private Store openDurable() throws IOException {
    var startedNanos = environment.nanoClock().getAsLong();
    var opened =
        StoreFolder.openDurable(environment.disk(), options.folder(), options.partitionGroups());
    folder = opened;
    openTrees(opened);
    var recovery = new Recovery(
        new PartitionGroups(trees.size()),
        trees.stream().map(tree -> new Replay(tree.tree())).toList());
    var snapshots = new Snapshots(opened.files(), opened.identity().id());
    var snapshot = snapshots.load(recovery);
    snapshot.ifPresent(header -> recovery.observeTicks(header.lastTicks()));
    var position = snapshot.map(SnapshotHeader::position).orElse(0L);
    var log = openLog(opened, position, recovery);
    recovery.finish();
    var catalog = catalog(recovery.highestTableId());
    var shards = shards(log, catalog, recovery.highestTicks());
    environment.startLog().accept(log);
    var checkpoints = new Checkpoints(
        snapshots, log, shards, workThreads, environment, options.checkpointLogBytes(), position);
    var store = new Store(
        opened, loops, trees, shards, log, catalog, workThreads, environment.pause(), checkpoints);
    reclaimDropped(store);
    checkpoints.watchOn(loops.all().get(0));
    LOG.info(
        "Opened the store. folder={} durability={} shards={} snapshotEntries={} logRecords={} millis={}",
        opened.path(),
        options.durability(),
        shards.size(),
        recovery.snapshotEntries(),
        recovery.logRecords(),
        Duration.ofNanos(environment.nanoClock().getAsLong() - startedNanos).toMillis());
    return store;
  }

  private void openTrees(StoreFolder opened) throws IOException {
    for (var shard = 0; shard < opened.identity().partitionGroups(); shard++) {
      trees.add(new ShardTree(
          opened.pagesOfShard(shard), opened.files(), loops.ofShard(shard), workThreads));
    }
  }

  private FileLog openLog(StoreFolder opened, long position, Recovery recovery) throws IOException {
    var config = LogConfig.forStore(opened.identity().id())
        .withSegmentBytes(options.segmentBytes())
        .withForceInterval(
            options.durability() == Durability.SYNC ? Duration.ZERO : options.forceInterval());
    var needs = new LogEnvironment(opened.log(), workThreads, environment.nanoClock());
    var log = FileLog.open(needs, config, position, recovery);
    fileLog = log;
    return log;
  }

  private List<Shard> shards(CommitLog log, Catalog catalog, long lastTicks) {
    return IntStream.range(0, trees.size())
        .mapToObj(number -> {
          var tree = trees.get(number);
          var shard = new Shard(
              number,
              loops.ofShard(number),
              tree.tree(),
              log,
              options.clock(),
              lastTicks,
              catalog::isLive,
              options.shard());
          tree.serve(shard);
          return shard;
        })
        .toList();
  }

  /** Reads the catalog's rows out of the trees. */
  private Catalog catalog(int highestTableId) {
    var catalog = new Catalog();
    catalog.reserveIds(highestTableId);
    for (var tree : trees) {
      try (var pin = tree.tree().pin()) {
        var cursor = new Cursor().open(pin.tree());
        var end = TreeKeys.endOfTable(Catalog.ID);
        for (var more = cursor.seekFirst();
            more && cursor.compareKey(end) < 0;
            more = cursor.next()) {
          catalog.add(Table.ofRow(StoredEntity.of(cursor.key(), cursor.value())));
        }
      }
    }
    return catalog;
  }

  /** Finds tables that were dropped but not yet reclaimed when the store last stopped: one look at the tree for each table. */
  private void reclaimDropped(Store store) {
    for (var shard : store.shards()) {
      for (var id : TreeWalk.tableIds(shard.tree())) {
        if (!store.catalog().isLive(id)) {
          shard.reclaimTable(id);
        }
      }
    }
  }

  private void undo(Exception cause) {
    try {
      if (fileLog != null) {
        fileLog.close();
      }
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
    trees.forEach(ShardTree::close);
    workThreads.shutdown();
    try {
      if (folder != null) {
        folder.close();
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
