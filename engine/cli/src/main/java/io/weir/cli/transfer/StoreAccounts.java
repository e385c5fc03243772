package io.weir.cli.transfer;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.ReachableAccounts;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * All accounts of a store that no service has open, opened in this process. Opening and closing
 * block.
 */
final class StoreAccounts implements ReachableAccounts, AutoCloseable {

  private static final int LOOPS = 2;

  private final EmbeddedLoops loops;
  private final Engine engine;

  private StoreAccounts(EmbeddedLoops loops, Engine engine) {
    this.loops = loops;
    this.engine = engine;
  }

  /** Opens the store, founding it where there is none. */
  static StoreAccounts open(Path folder) throws IOException {
    var loops = EmbeddedLoops.start(LOOPS);
    try {
      return new StoreAccounts(loops, Engine.open(StoreOptions.in(folder), loops.loops()));
    } catch (IOException | RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  @Override
  public List<AccountName> names() {
    return engine.accounts();
  }

  @Override
  public TableService tables(AccountName account) {
    return engine.account(account);
  }

  @Override
  public Policies policies(AccountName account) {
    var stored = StoredPolicies.ofTables(engine::settings);
    return new Policies() {
      @Override
      public AccessPolicies of(TableName table) {
        return stored.of(account, table);
      }

      @Override
      public void replace(TableName table, AccessPolicies policies) {
        stored.replace(account, table, policies).block();
      }
    };
  }

  @Override
  public void close() throws IOException {
    try {
      engine.close();
    } finally {
      loops.close();
    }
  }
}
