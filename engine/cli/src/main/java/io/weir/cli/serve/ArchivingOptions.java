package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.engine.archive.ArchiveOptions;
import io.weir.engine.archive.ContinuousBackup;
import io.weir.engine.store.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a store is archived, and how often. */
final class ArchivingOptions {

  private static final int MIB = 1 << 20;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description =
          "Folder that gets every write within seconds, for a restore to any moment with 'weir restore'; created if absent. On another disk than the store, and for one store."
              + " Default: none.")
  private @Nullable Path archive;

  @Option(
      names = "--archive-interval",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description =
          "With --archive: pause between two shipments of the log, 1 to 3600. Default: ${DEFAULT-VALUE}.")
  private int intervalSeconds = 2;

  @Option(
      names = "--archive-base",
      paramLabel = "MINUTES",
      defaultValue = "60",
      description =
          "With --archive: time from one checkpoint in the archive to the next, 1 to 10080; a restore replays the log since. Default: ${DEFAULT-VALUE}.")
  private int baseMinutes = 60;

  @Option(
      names = "--archive-days",
      paramLabel = "DAYS",
      defaultValue = "7",
      description =
          "With --archive: how far back a restore reaches, 0 to 3650, as far as --archive-keep allows. Default: ${DEFAULT-VALUE}.")
  private int days = 7;

  @Option(
      names = "--archive-keep",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "With --archive: most checkpoints that it keeps, 1 to 10000. Default: ${DEFAULT-VALUE}.")
  private int keep = 200;

  @Option(
      names = "--archive-log",
      paramLabel = "MIB",
      defaultValue = "1024",
      description =
          "With --archive: most disk space of the log that the store keeps while the archive does not take it, 0 to 1048576; beyond that the archive gets a gap. Default: ${DEFAULT-VALUE}.")
  private long logMib = 1024;

  /** Returns the names of these options. */
  static Stream<String> names() {
    return Stream.of(ArchivingOptions.class.getDeclaredFields())
        .map(field -> field.getAnnotation(Option.class))
        .filter(Objects::nonNull)
        .flatMap(option -> Stream.of(option.names()));
  }

  /** Returns the beginning of the archive; empty without one. */
  Optional<EngineStore.Archiving> archiving(Durability durability, boolean isNode) {
    if (archive == null) {
      return Optional.empty();
    }
    if (durability == Durability.MEMORY) {
      throw CommandFailure.wrongUsage(
          "A store with --durability memory keeps no log; leave --archive out.");
    }
    if (isNode) {
      throw CommandFailure.wrongUsage(
          "--archive is for a store of its own; a node of a cluster is backed up with --backup-dir and 'weir backup'.");
    }
    var folder = archive.toAbsolutePath();
    var options = options();
    return Optional.of(store -> ContinuousBackup.start(store, folder, options));
  }

  private ArchiveOptions options() {
    EngineOptions.requireRange("--archive-interval", intervalSeconds, 1, 3600);
    EngineOptions.requireRange("--archive-base", baseMinutes, 1, 10_080);
    EngineOptions.requireRange("--archive-days", days, 0, 3650);
    EngineOptions.requireRange("--archive-keep", keep, 1, 10_000);
    EngineOptions.requireRange("--archive-log", logMib, 0, MIB);
    return new ArchiveOptions(
        Duration.ofSeconds(intervalSeconds),
        Duration.ofMinutes(baseMinutes),
        Duration.ofDays(days),
        keep,
        logMib * MIB);
  }
}
