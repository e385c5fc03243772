package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.engine.balance.Balancing;
import io.weir.engine.observe.Observing;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreMemory;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How a store is kept. */
final class EngineOptions {

  private static final int MIB = 1 << 20;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      defaultValue = "sync",
      description = {
        "What an acknowledged write survives. Default: ${DEFAULT-VALUE}.",
        "  sync      power failure: it was forced to disk",
        "  interval  the end of the process; what was written in the last --force-interval may be lost with the machine",
        "  memory    nothing: there is no log"
      })
  private Durability durability = Durability.SYNC;

  @Option(
      names = "--force-interval",
      paramLabel = "MILLIS",
      defaultValue = "10",
      description =
          "With --durability interval: most milliseconds from a write to its force, 1 to 60000. Default: ${DEFAULT-VALUE}.")
  private int forceIntervalMillis = 10;

  @Option(
      names = "--partition-groups",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Partition groups of a new store, 1 to 256: how many cores can write at once. An existing store keeps"
              + " its own. Default: ${DEFAULT-VALUE}.")
  private int partitionGroups = 16;

  @Option(
      names = "--segment-size",
      paramLabel = "MIB",
      defaultValue = "64",
      description = "Size of a file of the log in MiB, 16 to 1024. Default: ${DEFAULT-VALUE}.")
  private int segmentMib = 64;

  @Option(
      names = "--checkpoint-after",
      paramLabel = "MIB",
      defaultValue = "256",
      description =
          "The log grows by so many MiB, 1 to 1048576, before the next checkpoint is written. Default: ${DEFAULT-VALUE}.")
  private long checkpointMib = 256;

  @Option(
      names = "--mailbox-size",
      paramLabel = "N",
      defaultValue = "4096",
      description =
          "Commands that may wait for a shard, 2 to 65536; more are answered 'server busy'. Default: ${DEFAULT-VALUE}.")
  private int mailboxCommands = 4096;

  @Option(
      names = "--expiry-sweep",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Pause between two searches for expired entities to remove, 1 to 86400. Default: ${DEFAULT-VALUE}.")
  private int expirySweepSeconds = 60;

  @Option(
      names = "--feed-retention",
      paramLabel = "MINUTES",
      defaultValue = "1440",
      description =
          "Age up to which changes are kept for change feeds, 0 to 525600. Default: ${DEFAULT-VALUE}, a day.")
  private int feedRetentionMinutes = 1440;

  @Option(
      names = "--feed-retention-size",
      paramLabel = "MIB",
      defaultValue = "1024",
      description =
          "Most disk space of the log that is kept for change feeds only, while a named consumer needs it, 0 to 1048576. Default: ${DEFAULT-VALUE}.")
  private long feedRetentionMib = 1024;

  @Option(
      names = "--feed-retention-unclaimed",
      paramLabel = "MIB",
      defaultValue = "128",
      description =
          "The part of it that is kept in any case, for feeds without a name, 0 to 1048576. Default: ${DEFAULT-VALUE}, at most the whole.")
  private long feedRetentionUnclaimedMib = 128;

  @Option(
      names = "--feed-memory",
      paramLabel = "MIB",
      description =
          "Heap for all change feeds together, besides 4 MiB that they share, in MiB, 1 to 1048576; feeds that are behind wait for it. Default: a sixteenth of the heap.")
  private long feedMemoryMib = 0;

  @Option(
      names = "--backfills",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Backfills of indexes that run at once, 1 to 64; 256 more wait, and further declarations are answered 'server busy'. Default: ${DEFAULT-VALUE}.")
  private int backfills = StoreMemory.BACKFILLS;

  @Option(
      names = "--page-memory",
      paramLabel = "MIB",
      description =
          "Memory for pages, beside the heap, in MiB, 8 to 1073741824; pages beyond it are read from the disk by threads that may wait. Default: three quarters of what the heap and 192 MiB leave of the container or machine.")
  private long pageMemoryMib = 0;

  /** Whether requests are observed. */
  enum Observe {
    ON,
    OFF
  }

  @Option(
      names = "--observe",
      paramLabel = "WHAT",
      defaultValue = "on",
      description =
          "Whether one of 64 requests is recorded in memory for 'weir advise': on or off. Default: ${DEFAULT-VALUE}.")
  private Observe observe = Observe.ON;

  /** Whether shards move between loops. */
  enum Balance {
    ON,
    OFF
  }

  @Option(
      names = "--balance",
      paramLabel = "WHAT",
      defaultValue = "on",
      description =
          "Whether a shard moves when one loop is much busier than another for 10 s: on or off. Default: ${DEFAULT-VALUE}.")
  private Balance balance = Balance.ON;

  /** Returns the names of these options. */
  static Stream<String> names() {
    return Stream.of(EngineOptions.class.getDeclaredFields())
        .map(field -> field.getAnnotation(Option.class))
        .filter(Objects::nonNull)
        .flatMap(option -> Stream.of(option.names()));
  }

  Durability durability() {
    return durability;
  }

  int partitionGroups() {
    return partitionGroups;
  }

  StoreOptions in(Path folder) {
    requireRange("--force-interval", forceIntervalMillis, 1, 60_000);
    requireRange("--partition-groups", partitionGroups, 1, 256);
    requireRange("--segment-size", segmentMib, 16, 1024);
    requireRange("--checkpoint-after", checkpointMib, 1, MIB);
    requireRange("--mailbox-size", mailboxCommands, 2, 65_536);
    requireRange("--expiry-sweep", expirySweepSeconds, 1, 86_400);
    requireRange("--feed-retention", feedRetentionMinutes, 0, 525_600);
    requireRange("--feed-retention-size", feedRetentionMib, 0, MIB);
    requireRange("--feed-retention-unclaimed", feedRetentionUnclaimedMib, 0, MIB);
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        Duration.ofMillis(forceIntervalMillis),
        segmentMib * MIB,
        checkpointMib * MIB,
        ShardOptions.DEFAULT.withMailbox(mailboxCommands, ShardOptions.DEFAULT.mailboxBytes()),
        Clock.systemUTC(),
        Duration.ofSeconds(expirySweepSeconds),
        new Retention(
            Duration.ofMinutes(feedRetentionMinutes),
            feedRetentionMib * MIB,
            Math.min(feedRetentionMib, feedRetentionUnclaimedMib) * MIB),
        observe == Observe.OFF ? Observing.OFF : Observing.DEFAULT,
        balance == Balance.OFF ? Balancing.OFF : Balancing.DEFAULT,
        memory());
  }

  /** Returns what the store may use of the heap and beside it. */
  StoreMemory memory() {
    if (pageMemoryMib == 0) {
      return heap();
    }
    requireRange("--page-memory", pageMemoryMib, 8, MIB * 1024);
    return heap().withPageBytes(pageMemoryMib * MIB);
  }

  private StoreMemory heap() {
    requireRange("--backfills", backfills, 1, 64);
    var ofHeap = StoreMemory.ofHeap(Runtime.getRuntime().maxMemory())
        .withBackfills(backfills, StoreMemory.WAITING_BACKFILLS);
    if (feedMemoryMib == 0) {
      return ofHeap;
    }
    requireRange("--feed-memory", feedMemoryMib, 1, MIB);
    return ofHeap.withFeedBytes(feedMemoryMib * MIB);
  }

  static void requireRange(String option, long value, long from, long to) {
    if (value < from || value > to) {
      throw CommandFailure.wrongUsage(
          option + " is " + from + " to " + to + ", not " + value + ".");
    }
  }
}
