package io.weir.engine.store;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.balance.Placement;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.MemoryLog;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.WorkPool;
import io.weir.engine.observe.TrafficObserver;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.recovery.CheckpointRoom;
import io.weir.engine.store.recovery.LogRetention;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a store, or releases everything that it has opened when a step fails. Owner: the opening
 * thread.
 */
final class Opening {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

  private final StoreEnvironment environment;
  private final StoreOptions options;
  private final RepairedShards repairs;
  private final Loops loops;
  private final List<ExecutorService> threads = new ArrayList<>();
  private final ExecutorService workThreads;
  private final ExecutorService pageThreads;
  private List<ShardTree> trees = List.of();
  private @Nullable StoreFolder folder;
  private @Nullable CommitLog openLog;

  Opening(StoreEnvironment environment, StoreOptions options, Loops loops) {
    this(environment, options, loops, RepairedShards.NONE);
  }

  /** @param repairs replaces damaged shards */
  Opening(StoreEnvironment environment, StoreOptions options, Loops loops, RepairedShards repairs) {
    this.repairs = repairs;
    this.environment = environment;
    this.options = options;
    this.loops = loops;
    this.workThreads = started(environment.workThreads());
    this.pageThreads = started(environment.pageThreads());
  }

  /** Starts threads that are stopped if the opening fails. */
  private ExecutorService started(Supplier<ExecutorService> kind) {
    var made = kind.get();
    threads.add(made);
    return made;
  }

  Store open() throws IOException {
    try {
      var store = options.durability() == Durability.MEMORY ? openInMemory() : openDurable();
      store.watchPages();
      return store;
    } catch (LogDamaged | SnapshotDamaged | FileDamaged e) {
      undo(e);
      throw told(StoreUnusable.damaged(options.folder(), e));
    } catch (StoreUnusable e) {
      undo(e);
      throw told(e);
    } catch (IOException | RuntimeException e) {
      undo(e);
      throw e;
    }
  }

  private StoreUnusable told(StoreUnusable failure) {
    return environment.membership() == null ? failure : failure.ofNode();
  }

  private Store openInMemory() throws IOException {
    if (environment.membership() != null) {
      throw new StoreUnusable(
          "A node of several keeps its log on disk; choose another durability. folder="
              + options.folder(),
          null);
    }
    var opened =
        StoreFolder.openScratch(environment.disk(), options.folder(), options.partitionGroups());
    folder = opened;
    var placement = place(opened);
    openEmpty(opened, new ShardPages(opened, placement, workThreads, opened.files()), tasks());
    var catalog = new Catalog();
    var log = new MemoryLog();
    var shards = ServingTrees.shards(trees, placement, log, catalog, 0, options);
    var store = new Store(
        opened,
        loops,
        placement,
        trees,
        shards,
        log,
        catalog,
        workThreads,
        environment,
        new Scrub(List.of(), List.of(), workThreads, options.memory().pageBytes()),
        StartWork.NONE,
        options.clock(),
        observer(),
        options.memory(),
        pageThreads,
        null);
    store.sweepers().start(options.expirySweep());
    store.load().startBalancing(options.balancing(), store::isClosing);
    return store;
  }

  private Store openDurable() throws IOException {
    var startedNanos = environment.nanoClock().getAsLong();
    var opened = StoreFolder.openDurable(
        environment.disk(), options.folder(), options.partitionGroups(), this::foundingId);
    folder = opened;
    var node = NodeStart.of(environment.membership(), opened);
    var room = new CheckpointRoom(opened.files());
    var pages = new ShardPages(opened, place(opened), workThreads, room);
    var record = new DurableRecord(opened.files(), opened.identity().id());
    var recorded = node.reached(record.read());
    var logs = new LogOpening(
        opened, options, environment.nanoClock(), workThreads, recorded, room, node.marks());
    var snapshots = new Snapshots(opened.files(), opened.identity().id());
    var tasks = tasks();
    var pageFiles = pages.files(opened.identity().partitionGroups());
    var kept = new CheckpointStart(
            opened, pages, logs, snapshots, tasks, repairs, environment.nanoClock())
        .start();
    if (kept.isEmpty()) {
      openEmpty(opened, pages, tasks);
    }
    var recovered = kept.isPresent()
        ? kept.get()
        : new Rebuild(trees, snapshots, logs, tasks, environment.nanoClock()).run();
    var started = recovered.above(node.highestTicks());
    trees = new CopyOnWriteArrayList<>(started.trees());
    openLog = started.log();
    var log = node.log(started.log(), environment);
    openLog = log;
    var work = work(started, kept.isPresent() ? 0 : pageFiles, snapshots, kept.isPresent());
    var durable = new DurableWatch(record, recorded, log, workThreads, environment.nanoClock());
    var store =
        serve(opened, pages, started, log, snapshots, room, kept.isPresent(), durable, work);
    LOG.info(
        "opened the store folder={} durability={} shards={} start={} work={} millis={}",
        opened.path(),
        options.durability(),
        store.shards().size(),
        kept.isPresent() ? "checkpoint" : work.foundNothing() ? "empty" : "rebuilt",
        work,
        Duration.ofNanos(environment.nanoClock().getAsLong() - startedNanos).toMillis());
    return store;
  }

  private UUID foundingId() {
    var membership = environment.membership();
    return membership == null ? UUID.randomUUID() : membership.storeId();
  }

  private Placement place(StoreFolder opened) {
    return new Placement(loops, opened.identity().partitionGroups(), environment.nanoClock());
  }

  private static long pageBytes(List<ShardTree> trees) {
    return trees.stream().mapToLong(tree -> tree.pages().stats().bytes()).sum();
  }

  private static StartWork work(
      Started started, int deletedFiles, Snapshots snapshots, boolean clean) throws IOException {
    var replayed = started.log().replayed();
    return new StartWork(
        clean ? 0 : snapshots.bytes(),
        replayed.segments(),
        replayed.bytes(),
        clean
            ? 0
            : started.trees().stream()
                .mapToLong(tree -> tree.pages().stats().pages())
                .sum(),
        deletedFiles);
  }

  private Store serve(
      StoreFolder opened,
      ShardPages pages,
      Started started,
      CommitLog log,
      Snapshots snapshots,
      CheckpointRoom room,
      boolean clean,
      DurableWatch durable,
      StartWork work)
      throws IOException {
    var catalog = started.catalog();
    catalog.consumers().heldBy(opened.identity().id());
    var shards = ServingTrees.shards(
        trees, pages.placement(), log, catalog, started.highestTicks(), options);
    if (!(log instanceof ReplicatedLog)) {
      environment.startLog().accept(started.log());
    }
    var slices = new LogSlices(opened.log(), opened.identity().id());
    var retention = new LogRetention(
        log,
        slices,
        options.retention(),
        catalog.consumers(),
        options.clock(),
        workThreads,
        started.needed());
    room.retains(retention);
    var checkpointFiles = new CheckpointFiles(
        opened.files(),
        opened.identity().id(),
        snapshots,
        new SettingAside(opened.log(), opened.identity().id(), shards.size(), retention),
        started.checkpoint().number());
    var checkpoints = new PageCheckpoints(
        checkpointFiles,
        opened,
        log,
        new ServingShards(log, shards, environment.pause()),
        trees,
        catalog,
        environment,
        workThreads,
        retention,
        options.checkpointLogBytes(),
        started.checkpoint(),
        !clean && !work.foundNothing() || started.checkpoint().isToBeWrittenAnew());
    var served = trees;
    room.contains(() -> pageBytes(served), () -> checkpoints.last().directoryBytes());
    var watch = checkpoints.watch();
    var rebuild = new ShardRebuild(
        opened,
        pages,
        snapshots,
        log,
        catalog,
        checkpoints,
        watch,
        retention,
        environment.nanoClock());
    var repairs = repairs(shards, rebuild);
    for (var number = 0; number < trees.size(); number++) {
      var shard = number;
      trees.get(number).whenLackingRoom(cause -> watch.roomWanted(shard, cause));
    }
    checkpointFiles.whenDistrusted(repairs::distrust);
    var scrub = new Scrub(
        clean ? trees : List.of(), shards, workThreads, options.memory().pageBytes());
    var store = new Store(
        opened,
        loops,
        pages.placement(),
        trees,
        shards,
        log,
        catalog,
        workThreads,
        environment,
        scrub,
        work,
        options.clock(),
        observer(),
        options.memory(),
        pageThreads,
        new Maintenance(checkpoints, repairs, durable, retention, published(log, shards, slices)));
    started.refused().forEach((shard, refused) -> repairs.refuseFromStart(shard, refused.page()));
    join(log, opened, catalog, store);
    shards.stream()
        .filter(shard -> !shard.isRefused())
        .forEach(shard -> reclaimDropped(shard, rebuild));
    warnOfClock(started.highestTicks());
    checkpoints.catchUp();
    watch.startOn(loops.all().get(0));
    durable.watchOn(loops.all().get(0));
    retention.watchOn(loops.all().get(0));
    scrub.startOn(loops.all().get(0));
    store.sweepers().start(options.expirySweep());
    store.load().startBalancing(options.balancing(), store::isClosing);
    return store;
  }

  /** Lets a node of several begin to apply what the others agree on. */
  private void join(CommitLog log, StoreFolder opened, Catalog catalog, Store store) {
    var membership = environment.membership();
    if (membership == null || !(log instanceof ReplicatedLog replicated)) {
      return;
    }
    var shards = store.shards();
    shards.forEach(shard -> shard.whenFaulted(cause -> {
      ServingTrees.refuseAllAfter(cause, shards);
      replicated.leadNoMore();
    }));
    var replica = new NodeReplica(
        opened.identity().id(),
        catalog,
        shards,
        store.jointPublications(),
        store::pinHere,
        workThreads,
        loops.all().get(0));
    store.role().replica(replica);
    membership.startLog().accept(replicated, replica);
  }

  private TrafficObserver observer() {
    return new TrafficObserver(
        options.observing(),
        loops,
        environment.nanoClock(),
        bound -> ThreadLocalRandom.current().nextInt(bound));
  }

  private PublishedLog published(CommitLog log, List<Shard> shards, LogSlices slices) {
    return new PublishedLog(
        log,
        shards,
        loops.all().get(0),
        started(environment.feedThreads()),
        slices,
        new FollowerMemory(options.memory().feedBytes()));
  }

  private ShardRepairs repairs(List<Shard> shards, ShardRebuild rebuild) {
    var repairs = new ShardRepairs(trees, shards, rebuild, workThreads, environment);
    for (var number = 0; number < trees.size(); number++) {
      var shard = number;
      trees.get(number).whenDamaged(page -> repairs.damaged(shard, page));
    }
    return repairs;
  }

  private void warnOfClock(long highestTicks) {
    var ahead =
        Duration.between(options.clock().instant(), new EdmDateTime(highestTicks).toInstant());
    if (ahead.compareTo(CLOCK_TOLERANCE) > 0) {
      LOG.warn(
          "the clock is earlier than the last Timestamp; Timestamps are counted up until the clock has caught up aheadSeconds={}",
          ahead.toSeconds());
    }
  }

  private ShardTasks tasks() {
    return new ShardTasks(workThreads, environment.pause());
  }

  /**
   * Opens empty trees on work threads, because deleting the old page files may take the disk a long
   * time.
   */
  private void openEmpty(StoreFolder opened, ShardPages pages, ShardTasks tasks)
      throws IOException {
    trees = tasks.open(opened.identity().partitionGroups(), pages::empty);
  }

  /** Reclaims the tables that were dropped, and not yet reclaimed, when the store last stopped. */
  private static void reclaimDropped(Shard shard, ShardRebuild rebuild) {
    try {
      rebuild.reclaimDropped(shard);
    } catch (PageDamaged | ServiceBusyException e) { // or the shard is out of service already
      LOG.debug("dropped tables are reclaimed after the shard is rebuilt", e);
    }
  }

  private void undo(Exception cause) {
    try {
      if (openLog != null) {
        openLog.close();
      }
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
    trees.forEach(ShardTree::leave);
    threads.forEach(each -> WorkPool.stop(each, environment.pause()));
    try {
      if (folder != null) {
        folder.close();
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
