package io.weir.cli.store;

import io.weir.api.contract.ModelTableService;
import io.weir.cli.terminal.CommandFailure;
import io.weir.server.Backend;
import io.weir.server.ModelSettings;
import io.weir.server.operator.Readiness;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** Provides stores in memory, {@code model://NAME}, and counts those that are open. */
public final class ModelStores implements StoreProvider {

  private static final AtomicInteger OPEN = new AtomicInteger();

  /** Returns the number of stores that are open. */
  public static int open() {
    return OPEN.get();
  }

  @Override
  public String scheme() {
    return "model";
  }

  @Override
  public StoreOpening at(URI address) {
    if (address.getHost() == null) {
      throw CommandFailure.wrongUsage("A model has a name: model://NAME.");
    }
    return loops -> {
      OPEN.incrementAndGet();
      return new Model();
    };
  }

  private static final class Model implements BackingStore {

    private final Backend backend;

    Model() {
      var tables = new ModelTableService();
      var settings = new ModelSettings();
      this.backend = new Backend(account -> tables, account -> settings, Readiness.of(() -> true));
    }

    @Override
    public Backend backend() {
      return backend;
    }

    @Override
    public void close() {
      OPEN.decrementAndGet();
    }
  }
}
