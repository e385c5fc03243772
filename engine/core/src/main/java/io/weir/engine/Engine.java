package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.FeedConsumers;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.QueueService;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.Advising;
import io.weir.engine.advice.Thresholds;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.balance.PartitionHeat;
import io.weir.engine.catalog.Table;
import io.weir.engine.indexing.Indexing;
import io.weir.engine.lane.LaneTurns;
import io.weir.engine.lane.QueueWaits;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreHealth;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * An embedded table service: one store, and a {@link TableService} and a {@link QueueService} over
 * it for each account.
 *
 * <p>{@link #open} and {@link #close} block. {@link #account}, {@link #queues} and the services
 * that they return may be used on any thread.
 */
public final class Engine implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Store store;

  /** Admits one backup at a time. */
  private final ReentrantLock backingUp = new ReentrantLock();

  private final Indexing indexing;
  private final QueueWaits waits;
  private final LaneTurns turns = new LaneTurns();
  private final AdviceCounts adviceCounts;

  private Engine(Store store) {
    this.store = store;
    this.indexing = new Indexing(store);
    this.waits = new QueueWaits(store);
    this.adviceCounts =
        new AdviceCounts(advice(this::allTables, Thresholds.DEFAULT), store.nanoClock());
  }

  /**
   * Opens the store of the options' folder on the loops, which must run until the engine is closed.
   *
   * @throws io.weir.engine.store.StoreUnusable when the folder is in use or holds something else
   * @throws IOException when a file is damaged, naming it, or the disk fails
   */
  public static Engine open(StoreOptions options, Loops loops) throws IOException {
    return new Engine(Store.open(options, loops));
  }

  /** Wraps an open store. Takes ownership: closing the engine closes the store. */
  public static Engine over(Store store) {
    return new Engine(store);
  }

  /** Returns the accounts that have tables, ordered by name. */
  public List<AccountName> accounts() {
    return store.catalog().accounts();
  }

  /** Returns the table service of an account. Accounts need not be created. */
  public TableService account(AccountName account) {
    return new EngineTables(store, indexing, account);
  }

  /**
   * Returns the tables of an account as this node has applied them, also while another node leads;
   * see {@link #appliedTicks}. Writes are refused, and reads go by keys.
   */
  public TableService secondary(AccountName account) {
    return new EngineSecondary(store, account);
  }

  /**
   * Returns the settings of an account and of its tables as this node knows them, for access to
   * {@link #secondary}. A node that follows reads its catalog some seconds after a change.
   */
  public AccountSettings secondarySettings(AccountName account) {
    return EngineSettings.here(store, account);
  }

  /**
   * Returns a Timestamp, in ticks, up to which the reads of {@link #secondary} find all changes:
   * each acknowledged write with this Timestamp or an earlier one, or a later write of the same
   * entity. It is at least the present if this node leads or is the only one. If it follows, it is
   * usually some seconds old, and 0 until the leader's first closed time after the node's start.
   */
  public long appliedTicks() {
    return store.role().appliedTicks();
  }

  /**
   * Returns a Timestamp, in ticks, up to which the copies of the store have all changes. A node
   * that follows tells {@link #appliedTicks}. A node that leads tells what all other nodes have
   * that answer: 0 if it does not know a time, and -1 if none of them answers.
   */
  public long syncedTicks() {
    return store.role().syncedTicks();
  }

  /**
   * Returns the named consumers of an account for a part of the service: unlike
   * {@link TableService#consumers}, it may create consumers whose names are the service's own.
   */
  public FeedConsumers serviceConsumers(AccountName account) {
    return EngineConsumers.ofService(store, account);
  }

  /** Returns the queues of an account. Accounts need not be created. */
  public QueueService queues(AccountName account) {
    return new EngineQueues(store, waits, turns, account);
  }

  /**
   * Returns the commits of writes and messages together, in the tables and queues of an account.
   */
  public Outbox outbox(AccountName account) {
    return new EngineOutbox(
        store, waits, turns, new EngineTables(store, indexing, account), account);
  }

  /** Returns the settings of an account and of its tables. */
  public AccountSettings settings(AccountName account) {
    return EngineSettings.newest(store, account);
  }

  /**
   * Returns the advice on the tables of an account, from what the service has seen of them; see
   * {@link io.weir.engine.advice}.
   *
   * <p>Signals on a loop. Fails as a read does, and with {@code ServerBusy} when a loop does not
   * answer within five seconds.
   */
  public Mono<AdviceReport> advice(AccountName account) {
    return advice(() -> List.copyOf(store.catalog().tables(account).values()), Thresholds.DEFAULT);
  }

  /**
   * Returns the advice on one table. Signals on a loop. Fails with {@code TableNotFound}, and as
   * the advice on all tables does.
   */
  public Mono<AdviceReport> advice(AccountName account, TableName table) {
    return advice(() -> List.of(require(account, table)), Thresholds.DEFAULT);
  }

  Mono<AdviceReport> advice(Supplier<List<Table>> tables, Thresholds thresholds) {
    return Mono.defer(() -> {
      store.role().requireLeading();
      var found = tables.get();
      return CollectedTraffic.of(store.observer()).flatMap(observed -> {
        var advising = new Advising(store, observed, found, thresholds);
        return SlicedRead.of(store, advising::advance, advising::report);
      });
    });
  }

  /** Returns how much advice of each kind there is on all tables. Any thread; does not wait. */
  public AdviceCounts adviceCounts() {
    return adviceCounts;
  }

  /**
   * Returns the partitions of an account that receive most requests, at most so many. Signals on a
   * loop. Fails with {@code ServerBusy} when a loop does not answer within five seconds.
   */
  public Mono<List<PartitionHeat>> hotPartitions(AccountName account, int most) {
    return CollectedTraffic.of(store.observer())
        .map(observed -> new HotPartitions(store, account, observed).most(most));
  }

  private List<Table> allTables() {
    return accounts().stream()
        .flatMap(account -> store.catalog().tables(account).values().stream())
        .toList();
  }

  private Table require(AccountName account, TableName name) {
    var table = store.catalog().find(account, name);
    if (table == null) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
    }
    return table;
  }

  /**
   * Backs up the store into a new folder while the store serves; see {@link io.weir.engine.backup}.
   *
   * <p>The backup starts at subscription, on its own thread, which also calls the listener and
   * signals the end. Cancelling drops the signal and does not stop the backup. One backup runs at a
   * time; a second one waits.
   *
   * @param folder must not exist; it appears under this name when the backup is complete
   */
  public Mono<BackupManifest> backup(Path folder, CopyListener listener) {
    return backup(folder, Integer.MAX_VALUE, listener);
  }

  /**
   * Backs up the store, and deletes the oldest of its backups beside the new one.
   *
   * @param keep how many are kept, with the new one; at least 1
   */
  public Mono<BackupManifest> backup(Path folder, int keep, CopyListener listener) {
    return Mono.create(sink -> {
      var thread = new Thread(() -> writeBackup(folder, keep, listener, sink), "weir-backup");
      thread.setDaemon(true);
      thread.start();
    });
  }

  private void writeBackup(
      Path folder, int keep, CopyListener listener, MonoSink<BackupManifest> sink) {
    backingUp.lock();
    try {
      var done = Backup.write(store, folder, Clock.systemUTC(), listener);
      if (keep != Integer.MAX_VALUE) {
        prune(folder, keep);
      }
      sink.success(done);
    } catch (IOException | RuntimeException e) {
      sink.error(e);
    } catch (Error e) { // deliberate: the subscriber must learn of the end
      sink.error(new IOException("The backup failed cause=" + e.getMessage(), e));
    } finally {
      backingUp.unlock();
    }
  }

  /**
   * Deletes old backups. The new one is complete, whatever comes of it; the next call repeats what
   * fails.
   */
  private void prune(Path folder, int keep) {
    try {
      Backup.prune(store, folder.toAbsolutePath().resolveSibling(""), keep);
    } catch (IOException e) {
      LOG.warn("old backups could not be deleted folder={}", folder, e);
    }
  }

  /** Returns whether writes are accepted, and the reason when they are not. */
  public StoreHealth health() {
    return store.health();
  }

  /** Whether writes are accepted now; see {@link #health}. */
  public boolean acceptsWrites() {
    return health().writable();
  }

  /** Returns the underlying store, for its counters. */
  public Store store() {
    return store;
  }

  /** Returns the number of takes that wait for a message; a moment's view. */
  public int waitingTakes() {
    return waits.waiting();
  }

  /**
   * Lets another node of a cluster lead; see {@link Store#handOver}. Blocks. A server calls this
   * before it ends its requests.
   */
  public void handOver() {
    store.handOver();
  }

  /**
   * Answers the takes that wait for a message, with none. Later takes do not wait. A server calls
   * this before it ends its requests.
   */
  public void endWaits() {
    waits.close();
  }

  /**
   * Ends the waits of takes, finishes the accepted writes and releases all resources. Reads in
   * progress fail.
   */
  @Override
  public void close() throws IOException {
    waits.close();
    store.close();
  }
}
