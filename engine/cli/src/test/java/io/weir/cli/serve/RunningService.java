package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.engine.store.StoreOptions;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.StatusDocument;
import io.weir.server.operator.ServiceStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A service of the development account on a free port, with its store in a test's folder. */
public record RunningService(LocalService service) implements AutoCloseable {

  private static final int LOOPS = 2;
  private static final int PARTITION_GROUPS = 4;

  /** Starts a service with a backup folder. */
  public static RunningService start(Path folder) throws IOException {
    return start(folder, 0, Optional.of(folder.resolve("backups")));
  }

  /** Starts a service whose store has this number of partition groups. */
  public static RunningService start(Path folder, int partitionGroups) throws IOException {
    return start(folder, partitionGroups, 0, OptionalInt.of(0), Optional.empty(), Optional.empty());
  }

  /** Starts a service whose requests are traced. */
  public static RunningService start(Path folder, TraceExport tracing) throws IOException {
    return start(
        folder, PARTITION_GROUPS, 0, OptionalInt.of(0), Optional.empty(), Optional.of(tracing));
  }

  /** Starts a service with this port of the queues. */
  static RunningService start(Path folder, OptionalInt queuePort) throws IOException {
    return start(folder, PARTITION_GROUPS, 0, queuePort, Optional.empty(), Optional.empty());
  }

  /** Starts a service on the port; 0 takes any free port. */
  public static RunningService start(Path folder, int port, Optional<Path> backups)
      throws IOException {
    return start(folder, PARTITION_GROUPS, port, OptionalInt.of(0), backups, Optional.empty());
  }

  private static RunningService start(
      Path folder,
      int partitionGroups,
      int port,
      OptionalInt queuePort,
      Optional<Path> backups,
      Optional<TraceExport> tracing)
      throws IOException {
    return new RunningService(LocalService.open(new ServiceOptions(
        EngineStore.in(
            StoreOptions.in(folder.resolve("store"))
                .withPartitionGroups(partitionGroups)
                .withSegmentBytes(16 << 20),
            backups),
        ServerOptions.builder().port(port).build(),
        queuePort,
        OptionalInt.empty(),
        Callers.of(AccountRegistry.of(Account.development())),
        LOOPS,
        tracing,
        List.of(),
        Optional.of(status()))));
  }

  /** Returns the status of a service whose operator is the development account. */
  private static ServiceStatus status() {
    var document = new StatusDocument(Instant.EPOCH, List.of(), List.of(), List.of());
    return new ServiceStatus(AccountName.DEVELOPMENT, () -> document);
  }

  /** Returns the address of the account. */
  public String endpoint() {
    return service.url(AccountName.DEVELOPMENT);
  }

  /** Returns the address of the account's queues. */
  public String queues() {
    return service.queuesUrl(AccountName.DEVELOPMENT).orElseThrow();
  }

  /** Returns the address of the service, without the account. */
  public String origin() {
    return endpoint().substring(0, endpoint().lastIndexOf('/'));
  }

  @Override
  public void close() {
    service.close();
  }
}
