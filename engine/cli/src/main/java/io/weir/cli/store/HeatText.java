package io.weir.cli.store;

import io.weir.server.json.HeatDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What shards and loops cost, as lines of text. */
final class HeatText {

  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;
  private static final int PERCENT = 100;

  private HeatText() {}

  /** Returns the lines of rates. */
  static List<String> lines(HeatRates rates) {
    var lines = new ArrayList<String>();
    lines.add(format(
        "%5s %5s %7s %9s %10s %11s %9s %11s %8s %11s",
        "shard",
        "loop",
        "busy",
        "wait",
        "reads/s",
        "commands/s",
        "KiB/s",
        "p99 write",
        "waiting",
        "stored MiB"));
    for (var shard : rates.shards()) {
      lines.add(format(
          "%5d %5d %6.1f%% %6.0f us %10.0f %11.0f %9.0f %8.0f us %8d %11.1f",
          shard.shard(),
          shard.loop(),
          shard.busy() * PERCENT,
          shard.waitMicros(),
          shard.reads(),
          shard.commands(),
          shard.writtenBytes() / KIB,
          shard.writeMicros(),
          shard.waiting(),
          shard.storedBytes() / MIB));
    }
    for (var loop = 0; loop < rates.loops().size(); loop++) {
      lines.add(format("loop %d: %.1f%% of a core", loop, rates.loops().get(loop) * PERCENT));
    }
    if (rates.moves() > 0) {
      lines.add(format("%d shards were moved", rates.moves()));
    }
    return lines;
  }

  /** Returns the lines of the hottest partitions. */
  static List<String> lines(List<HeatDocument.Partition> partitions) {
    return partitions.stream()
        .map(each -> format(
            "%s '%s' in shard %d: %,d reads and %,d writes in %,d s",
            each.table(),
            each.partitionKey(),
            each.shard(),
            each.reads(),
            each.writes(),
            each.seconds()))
        .toList();
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
