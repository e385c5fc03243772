package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.balance.Placement;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.Present;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.LoopTurns;
import io.weir.engine.loop.Loops;
import io.weir.engine.observe.TrafficObserver;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.shard.JointPublications;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.residence.ColdReads;
import io.weir.engine.store.residence.PageMemory;
import io.weir.engine.tree.Pin;
import io.weir.engine.walk.ShardWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An open store: its shards, its log, and the background work that keeps both bounded.
 *
 * <p>{@link #open} and {@link #close} block. The getters: any thread.
 */
public final class Store implements AutoCloseable, ReadView {

  private final StoreFolder folder;
  private final PartitionGroups groups;
  private final Loops loops;
  private final Placement placement;
  private final StoreLoad load;
  private final LoopTurns sliceTurns;
  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final CommitLog log;
  private final Catalog catalog;
  private final ExecutorService workThreads;
  private final StoreEnvironment environment;
  private final Scrub scrub;
  private final StartWork startWork;
  private final Clock clock;
  private final Sweepers sweepers;
  private final JointPublications jointPublications = new JointPublications();
  private final TrafficObserver observer;
  private final StoreMemory memory;
  private final PageResidence residence;
  private final FeedUse feedUse;

  private final StoreFiles files;
  private final NodeRole role;
  private final StoreCommands commands;

  /** Null for a store in memory. */
  private final @Nullable Maintenance maintenance;

  /**
   * Written by the closing thread before it waits for pins, read by each reader after it has taken
   * a pin.
   */
  private volatile boolean closing;

  Store(
      StoreFolder folder,
      Loops loops,
      Placement placement,
      List<ShardTree> trees,
      List<Shard> shards,
      CommitLog log,
      Catalog catalog,
      ExecutorService workThreads,
      StoreEnvironment environment,
      Scrub scrub,
      StartWork startWork,
      Clock clock,
      TrafficObserver observer,
      StoreMemory memory,
      ExecutorService pageThreads,
      @Nullable Maintenance maintenance) {
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
    this.clock = clock;
    this.observer = observer;
    this.memory = memory;
    this.maintenance = maintenance;
    this.files = new StoreFiles(folder, log, environment.pause(), maintenance);
    this.role = new NodeRole(log, clock);
    this.commands = new StoreCommands(groups, shards, loops, log, jointPublications);
    this.feedUse = new FeedUse(catalog.consumers(), maintenance);
    this.placement = placement;
    this.load = new StoreLoad(placement, loops, shards, trees, environment.nanoClock());
    this.sliceTurns = new LoopTurns(loops);
    this.residence = new PageResidence(trees, this::pinHere, memory, pageThreads);
    shards.forEach(shard -> shard.readColdPagesBy(coldReads()::readAll));
    this.sweepers = new Sweepers(shards, groups, catalog, this::walk, clock);
  }

  /**
   * Opens the store in the options' folder and starts its shards. Creates the store if there is
   * none. Uses the pages of the last checkpoint, or rebuilds them.
   *
   * @throws StoreUnusable when the folder is in use or holds something else
   * @throws IOException when a file is damaged, naming the file, or when the disk fails
   */
  public static Store open(StoreOptions options, Loops loops) throws IOException {
    return open(options, loops, StoreEnvironment.SYSTEM);
  }

  /** Opens the store in an environment that the caller provides. */
  public static Store open(StoreOptions options, Loops loops, StoreEnvironment environment)
      throws IOException {
    return new Opening(environment, options, loops).open();
  }

  /**
   * Opens a durable store, replaces its damaged shards, makes them durable with a checkpoint, and
   * closes the store. Blocks. The loops must run.
   */
  public static void repair(StoreOptions options, Loops loops, RepairedShards repairs)
      throws IOException {
    try (var store = new Opening(StoreEnvironment.SYSTEM, options, loops, repairs).open()) {
      store.checkpoint();
    }
  }

  @Override
  public PartitionGroups groups() {
    return groups;
  }

  /** Returns a new walk of a shard, which ends when the store closes. Any thread. */
  public ShardWalk walk(int shard) {
    var turn = sliceTurns.of(placement.ofShard(shard));
    return new ShardWalk(shards.get(shard), turn, this::isClosing);
  }

  /** Returns which loop runs which shard. */
  public Placement placement() {
    return placement;
  }

  /** Returns what the shards and loops cost. */
  public StoreLoad load() {
    return load;
  }

  @Override
  public Loops loops() {
    return loops;
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  /**
   * Returns a check of a table's stored entities against the present; null when they do not expire.
   * Any thread.
   */
  @Override
  public @Nullable ExpiryCheck expiryOf(int tableId) {
    var expiration = catalog.expirations().of(tableId);
    return expiration == null ? null : expiration.at(Present.ticks(clock));
  }

  /** Returns the clock of the Timestamps. Any thread. */
  public Clock clock() {
    return clock;
  }

  /** Returns the present in ticks, by the clock of the Timestamps. Any thread. */
  @Override
  public long presentTicks() {
    return Present.ticks(clock);
  }

  public CommitLog log() {
    return log;
  }

  /** Returns what takes commands to their shards. Any thread. */
  public StoreCommands commands() {
    return commands;
  }

  /** Returns whether this store leads, alone or among several nodes. Any thread. */
  public NodeRole role() {
    return role;
  }

  /** Returns who follows the log, and what it keeps for them. Any thread. */
  public FeedUse feedUse() {
    return feedUse;
  }

  /** Returns what parts of the store may use of the heap. Any thread. */
  public StoreMemory memory() {
    return memory;
  }

  /** Returns the budget of pages in memory, and its use. Any thread. */
  public PageMemory pageMemory() {
    return residence.memory();
  }

  /**
   * Begins to keep pages in memory within their budget, and to empty sparse page files, until the
   * store is closed.
   */
  void watchPages() {
    residence.watchOn(loops.all().get(0));
    if (maintenance != null) {
      residence.compact(shards, shard -> sliceTurns.of(placement.ofShard(shard)));
    }
  }

  /** Returns the reads of pages that are not in memory. Any thread. */
  @Override
  public ColdReads coldReads() {
    return residence.coldReads();
  }

  /** Returns the log for its followers; null for a store in memory. */
  public @Nullable PublishedLog published() {
    return maintenance == null ? null : maintenance.published();
  }

  /** Returns all shards, ordered by number. */
  @Override
  public List<Shard> shards() {
    return shards;
  }

  /** Whether the store was opened with the pages of a checkpoint, without a rebuild. */
  public boolean startedFromCheckpoint() {
    return scrub.isOfCheckpoint();
  }

  /**
   * Whether the pages of the checkpoint from which the store was opened were verified, except those
   * of damaged shards.
   */
  boolean isScrubbed() {
    return scrub.hasEnded();
  }

  /** Returns the work that the opening has done. */
  public StartWork startWork() {
    return startWork;
  }

  /** Whether the store is closing and refuses reads. */
  public boolean isClosing() {
    return closing;
  }

  /**
   * Returns whether the store accepts writes, and the reason when it does not. Any thread; a
   * moment's view.
   */
  public StoreHealth health() {
    return StoreHealth.of(shards, log, maintenance, environment.nanoClock());
  }

  /**
   * Stops the writes of every shard, because an access to memory failed and the error does not name
   * the page. Any thread.
   */
  @Override
  public void memoryFailed(InternalError cause) {
    shards.stream().filter(shard -> !shard.isFaulted()).forEach(shard -> shard.memoryFailed(cause));
  }

  /**
   * Returns the damaged pages found since the start; one is counted for each outage of a shard. Any
   * thread.
   */
  public long damagedPages() {
    return maintenance == null ? 0 : maintenance.repairs().damagedPages();
  }

  /** Returns the number of shard rebuilds since the start. Any thread. */
  public long shardRebuilds() {
    return maintenance == null ? 0 : maintenance.repairs().rebuilds();
  }

  /** Returns the monotonic clock, in nanoseconds, by which work in slices is measured. */
  @Override
  public LongSupplier nanoClock() {
    return environment.nanoClock();
  }

  /**
   * Pins the published version of a shard. Any thread. Fails with {@code ServerBusy} while the
   * store closes, the shard is rebuilt or another node leads.
   *
   * <p>The order matters. A store that closes first sets {@code closing} and then waits until
   * nothing is pinned. It waits for a pin that was taken before it looked. A pin that was taken
   * later sees {@code closing} and is given back.
   */
  @Override
  public Pin pin(int shard) {
    role.requireLeading();
    return pinHere(shard);
  }

  /**
   * Returns what this node has applied, also while another node leads. Any thread.
   *
   * @param of the tables that a read goes by
   */
  public ReadView secondary(Catalog of) {
    return new SecondaryView(this, of);
  }

  /**
   * Pins the published version of a shard for the node's own work, also while another node leads.
   */
  Pin pinHere(int shard) {
    var pin = shards.get(shard).pin();
    if (closing) {
      pin.close();
      throw new ServiceBusyException("reason=closing");
    }
    return pin;
  }

  /**
   * Returns the publications of joint commands, by which a reader of several shards finds one
   * moment.
   */
  @Override
  public JointPublications jointPublications() {
    return jointPublications;
  }

  /** Returns the observer of requests, which the facade tells of each. Any thread. */
  public TrafficObserver observer() {
    return observer;
  }

  /** Returns the removal of expired entities and messages in the background. Any thread. */
  public Sweepers sweepers() {
    return sweepers;
  }

  /** Writes a checkpoint of the pages. Blocks until it is durable. */
  public void checkpoint() throws IOException {
    if (maintenance != null) {
      maintenance.checkpoints().write();
    }
  }

  /**
   * Returns the log position at which a start after a crash would begin to replay; 0 before the
   * first checkpoint. Any thread.
   */
  public long checkpointPosition() {
    return maintenance == null ? 0 : maintenance.checkpoints().last().logPosition();
  }

  /** Returns the files, for backups and archives, which read them while the store goes on. */
  public StoreFiles files() {
    return files;
  }

  /** Returns the store's folder. */
  public Path path() {
    return folder.path();
  }

  public StoreIdentity identity() {
    return folder.identity();
  }

  /**
   * Returns the bytes of free places in page files that are kept for pinned checkpoints. Any
   * thread.
   */
  public long pinnedBytes() {
    return trees.stream().mapToLong(tree -> tree.pages().pinnedBytes()).sum();
  }

  /** Returns the use of a shard's page files. Any thread; a moment's view. */
  public PageStoreStats pages(int shard) {
    return trees.get(shard).pages().stats();
  }

  /**
   * Lets another node of several lead, for a service that is about to be stopped, and refuses reads
   * and writes from then on: clients find the next leader while their last requests are answered.
   * {@link #secondary} goes on. Blocks, for ten seconds at most; a store of its own does nothing.
   */
  public void handOver() {
    if (!closing) {
      log.handOver();
    }
  }

  /**
   * Refuses reads, finishes the accepted writes, and releases all resources.
   *
   * <p>Blocks. Acknowledged writes are safe even if this fails. The loops must still run.
   */
  @Override
  public void close() throws IOException {
    if (closing) {
      return;
    }
    closing = true;
    residence.stop();
    new Closing(
            folder,
            trees,
            shards,
            log,
            scrub,
            maintenance,
            List.of(residence.threads(), workThreads),
            ClosingSteps.of(environment, folder))
        .run();
  }
}
