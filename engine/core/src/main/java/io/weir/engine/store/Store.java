package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loops;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open store: shards that serve, one log, and what keeps both in bounds.
 *
 * <p>{@link #open} and {@link #close} block. The accessors: any thread.
 */
public final class Store implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Store.class);

  private final StoreFolder folder;
  private final PartitionGroups groups;
  private final Loops loops;
  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final CommitLog log;
  private final Catalog catalog;
  private final ExecutorService workThreads;
  private final StoreEnvironment environment;
  private final Scrub scrub;
  private final StartWork startWork;

  /** Absent in a store in memory. */
  private final @Nullable Upkeep upkeep;

  /** Written by the closing thread before it waits for pins; read by each reader after it took one. */
  private volatile boolean closing;

  Store(
      StoreFolder folder,
      Loops loops,
      List<ShardTree> trees,
      List<Shard> shards,
      CommitLog log,
      Catalog catalog,
      ExecutorService workThreads,
      StoreEnvironment environment,
      Scrub scrub,
      StartWork startWork,
      @Nullable Upkeep upkeep) {
    this.folder = folder;
    this.groups = new PartitionGroups(shards.size());
    this.loops = loops;
    this.trees = trees;
    this.shards = shards;
    this.log = log;
    this.catalog = catalog;
    this.workThreads = workThreads;
    this.environment = environment;
    this.scrub = scrub;
    this.startWork = startWork;
    this.upkeep = upkeep;
  }

  /**
   * Opens the store in the options' folder, founding it where there is none: finds it as it was left, or rebuilds it, and starts its
   * shards.
   *
   * @throws StoreUnusable when the folder is in use or holds something else
   * @throws IOException when a file is damaged, naming it, or the disk fails
   */
  public static Store open(StoreOptions options, Loops loops) throws IOException {
    return open(options, loops, StoreEnvironment.SYSTEM);
  }

  /** The same in an environment of the caller's. */
  public static Store open(StoreOptions options, Loops loops, StoreEnvironment environment)
      throws IOException {
    return new Opening(environment, options, loops).open();
  }

  public PartitionGroups groups() {
    return groups;
  }

  public Loops loops() {
    return loops;
  }

  public Catalog catalog() {
    return catalog;
  }

  public CommitLog log() {
    return log;
  }

  /** All shards, in the order of their numbers. */
  public List<Shard> shards() {
    return shards;
  }

  /** Whether the store was opened as an orderly stop had left it, without a rebuild. */
  public boolean startedClean() {
    return scrub.isOfCleanStart();
  }

  /** What the opening had to do. */
  public StartWork startWork() {
    return startWork;
  }

  /** Whether reads are refused by now. */
  public boolean isClosing() {
    return closing;
  }

  /** Whether the store takes writes, and what hinders it; a moment's view. Any thread. */
  public StoreHealth health() {
    var failedSnapshots = upkeep == null ? 0 : upkeep.checkpoints().failedInARow();
    var damage = upkeep == null ? null : upkeep.repairs().trouble();
    if (damage != null) {
      return new StoreHealth(
          false,
          damage.lasting(),
          damage.reason(),
          sinceNanos(damage.sinceNanos()),
          failedSnapshots);
    }
    var trouble = log.outage();
    if (trouble != null) {
      return new StoreHealth(
          false,
          trouble.cause().isLasting(),
          NoSpace.named(trouble.cause().reason()),
          sinceNanos(trouble.sinceNanos()),
          failedSnapshots);
    }
    return healthOfShards(failedSnapshots);
  }

  /** A trouble that lasts is told before one that passes. */
  private StoreHealth healthOfShards(int failedSnapshots) {
    var health = new StoreHealth(true, false, "", Duration.ZERO, failedSnapshots);
    for (var shard : shards) {
      var trouble = shard.trouble();
      if (trouble != null && (health.writable() || trouble.lasting() && !health.lasting())) {
        health = new StoreHealth(
            false, trouble.lasting(), trouble.reason(), shard.troubleFor(trouble), failedSnapshots);
      }
    }
    return health;
  }

  /** An access to memory failed; nobody knows whose page it was, so every shard stops its writes. Any thread. */
  public void memoryFailed(InternalError cause) {
    shards.stream().filter(shard -> !shard.isFaulted()).forEach(shard -> shard.memoryFailed(cause));
  }

  /** Damaged pages found since the start, the first of each shard that had to be rebuilt for it. Any thread. */
  public long damagedPages() {
    return upkeep == null ? 0 : upkeep.repairs().damagedPages();
  }

  /** Shards that were rebuilt since the start while the others served. Any thread. */
  public long shardRebuilds() {
    return upkeep == null ? 0 : upkeep.repairs().rebuilds();
  }

  /** A clock that never jumps; whoever works in slices measures them by it. */
  public LongSupplier nanoClock() {
    return environment.nanoClock();
  }

  private Duration sinceNanos(long nanos) {
    return Duration.ofNanos(environment.nanoClock().getAsLong() - nanos);
  }

  /** Position in the log up to which the last snapshot holds everything; 0 where there are none. Any thread. */
  public long snapshotPosition() {
    return upkeep == null ? 0 : upkeep.checkpoints().lastPosition();
  }

  /** The shard that owns a key of the clustered index. */
  public Shard shardOf(byte[] treeKey) {
    return shards.get(groups.ofTreeKey(treeKey));
  }

  /** Has every shard remove what it holds of a table that exists no longer. Any thread; returns at once. */
  public void reclaimTable(int tableId) {
    shards.forEach(shard -> shard.reclaimTable(tableId));
  }

  /** Writes a snapshot now and waits for it. Blocks. */
  public void checkpoint() throws IOException {
    if (upkeep != null) {
      upkeep.checkpoints().write();
    }
  }

  public StoreIdentity identity() {
    return folder.identity();
  }

  /**
   * Runs something that reads the store's files while the snapshot that counts and the log behind it stay where they are. Blocks.
   *
   * @throws IOException as the action does, and when the store keeps no files or is being closed
   */
  public <T> T keepingFiles(FileUse<T> use) throws IOException {
    if (upkeep == null) {
      throw new IOException("A store in memory has no files.");
    }
    return upkeep.checkpoints().holding(() -> use.of(folder.files(), log::durablePosition));
  }

  /** What {@link #keepingFiles} runs. */
  @FunctionalInterface
  public interface FileUse<T> {

    /**
     * Reads the files.
     *
     * @param files the store's folder, to be read only
     * @param durablePosition up to where the log can be read now
     */
    T of(Folder files, LongSupplier durablePosition) throws IOException;
  }

  /** What the page files of a shard hold; a moment's view. Any thread. */
  public PageStoreStats pages(int shard) {
    return trees.get(shard).pages().stats();
  }

  /**
   * Refuses reads, finishes the writes that were accepted, and gives everything back.
   *
   * <p>Blocks. What was acknowledged is safe also where this fails. The loops must still run.
   */
  @Override
  public void close() throws IOException {
    if (closing) {
      return;
    }
    closing = true;
    if (upkeep != null) {
      upkeep.repairs().close();
    }
    awaitQuiet();
    try {
      if (upkeep != null) {
        upkeep.checkpoints().close();
      }
      scrub.close();
      log.close();
      if (upkeep != null) {
        upkeep.durable().close();
      }
      awaitUnpinned();
      leaveClean();
    } finally {
      scrub.close();
      if (upkeep != null) {
        upkeep.durable().stop();
      }
      awaitUnpinned();
      trees.forEach(ShardTree::close);
      WorkThreads.stop(workThreads, environment.pause());
      folder.close();
    }
    LOG.info("Closed the store. folder={}", folder.path());
  }

  /** Leaves the store for a start without a rebuild. Where that fails the next start rebuilds it, and nothing is lost. */
  private void leaveClean() {
    if (upkeep == null
        || upkeep.repairs().trouble() != null
        || shards.stream().anyMatch(Shard::isFaulted)) {
      return;
    }
    var highestTicks = shards.stream().mapToLong(Shard::stoppedTicks).max().orElse(0);
    try {
      new CleanStop(
              folder.files(),
              folder.identity().id(),
              trees,
              new ShardTasks(workThreads, environment.pause()))
          .write(log.durablePosition(), highestTicks, catalog);
    } catch (IOException | RuntimeException e) {
      LOG.warn("The next start has to rebuild the store. folder={}", folder.path(), e);
    }
  }

  /** Returns when every shard has answered all that it had accepted. */
  private void awaitQuiet() {
    var quiet = new CountDownLatch(shards.size());
    shards.forEach(shard -> shard.stop(quiet::countDown));
    while (quiet.getCount() > 0) {
      environment.pause().run();
    }
  }

  /** Returns when no reader is left in the pages; each holds its pins for a segment of five seconds at most. */
  private void awaitUnpinned() {
    while (trees.stream().anyMatch(tree -> tree.tree().isPinned())) {
      environment.pause().run();
    }
  }
}
