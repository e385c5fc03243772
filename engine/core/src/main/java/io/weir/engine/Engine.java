package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;

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

  /** The tables of an account; accounts need not be created. */
  public TableService account(AccountName account) {
    return new EngineTables(store, account);
  }

  /** Whether writes are accepted: false for good once the log has failed. */
  public boolean acceptsWrites() {
    return !store.log().isFailed();
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
