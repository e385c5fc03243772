package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableService;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreHealth;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * An embedded table service: a store, and a door to it for each account.
 *
 * <p>{@link #open} and {@link #close} block; {@link #account} may be called on any thread, as may what it answers.
 */
public final class Engine implements AutoCloseable {

  private final Store store;

  private Engine(Store store) {
    this.store = store;
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

  /** Doors to a store that is open; closing the engine closes it. */
  public static Engine over(Store store) {
    return new Engine(store);
  }

  /** The accounts that have tables, by name. */
  public List<AccountName> accounts() {
    return store.catalog().accounts();
  }

  /** The tables of an account; accounts need not be created. */
  public TableService account(AccountName account) {
    return new EngineTables(store, account);
  }

  /** What an account keeps about itself and its tables. */
  public AccountSettings settings(AccountName account) {
    return new EngineSettings(store, account);
  }

  /**
   * Backs the store up into a folder that is not there yet, while it serves; see {@link io.weir.engine.backup}.
   *
   * <p>Work begins at subscription, on a thread of its own, which also signals the end and calls the listener. Cancelling drops the
   * answer, not the backup. One backup runs at a time: another waits.
   *
   * @param folder gets its name once the backup is whole
   */
  public Mono<BackupManifest> backup(Path folder, CopyListener listener) {
    return Mono.create(sink -> {
      var thread = new Thread(() -> writeBackup(folder, listener, sink), "weir-backup");
      thread.setDaemon(true);
      thread.start();
    });
  }

  private void writeBackup(Path folder, CopyListener listener, MonoSink<BackupManifest> sink) {
    try {
      sink.success(Backup.write(store, folder, Clock.systemUTC(), listener));
    } catch (IOException | RuntimeException e) {
      sink.error(e);
    } catch (Error e) { // deliberate: whoever waits for the backup is told
      sink.error(new IOException("The backup failed cause=" + e.getMessage(), e));
    }
  }

  /** Whether writes are taken, and what hinders them. */
  public StoreHealth health() {
    return store.health();
  }

  /** Whether writes are taken now; see {@link #health}. */
  public boolean acceptsWrites() {
    return health().writable();
  }

  /** The store below, for its counters. */
  public Store store() {
    return store;
  }

  /** Finishes what was accepted and gives everything back. Reads that are under way fail. */
  @Override
  public void close() throws IOException {
    store.close();
  }
}
