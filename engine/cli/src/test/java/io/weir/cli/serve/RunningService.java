package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.engine.store.StoreOptions;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A service of the development account on a port of its own, in a test's folder. */
public record RunningService(LocalService service) implements AutoCloseable {

  private static final int LOOPS = 2;
  private static final int PARTITION_GROUPS = 4;

  /** With a folder that takes backups. */
  public static RunningService start(Path folder) throws IOException {
    return start(folder, 0, Optional.of(folder.resolve("backups")));
  }

  /** At a port, or any that is free when it is 0. */
  public static RunningService start(Path folder, int port, Optional<Path> backups)
      throws IOException {
    return new RunningService(LocalService.open(new ServiceOptions(
        StoreOptions.in(folder.resolve("store")).withPartitionGroups(PARTITION_GROUPS),
        ServerOptions.builder().port(port).build(),
        OptionalInt.empty(),
        Callers.of(AccountRegistry.of(Account.development())),
        LOOPS,
        backups,
        List.of())));
  }

  /** Where the account is. */
  public String endpoint() {
    return service.url(AccountName.DEVELOPMENT);
  }

  /** Where the service is. */
  public String origin() {
    return endpoint().substring(0, endpoint().lastIndexOf('/'));
  }

  @Override
  public void close() {
    service.close();
  }
}
