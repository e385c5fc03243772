package io.weir.perf.report;

import java.awt.Color;
import java.util.Map;

/** The colour of each target, equal in all plots: Weir's are blue, those of limits are grey. */
final class Palette {

  private static final Map<String, Integer> COLOURS = Map.ofEntries(
      Map.entry("weir", 0x1f5fbf),
      Map.entry("weir, interval", 0x6fa8dc),
      Map.entry("weir, raw HTTP/1.1", 0x3d85c6),
      Map.entry("weir, raw h2c", 0x0b3a75),
      Map.entry("bare Reactor Netty, HTTP/1.1", 0x8a8f94),
      Map.entry("bare Reactor Netty, h2c", 0x5f6469),
      Map.entry("bare Netty, HTTP/1.1", 0xb9bec3),
      Map.entry("bare Netty, h2c", 0x9aa5b1),
      Map.entry("PostgreSQL", 0xd98e04),
      Map.entry("Redis, always", 0xb3372f),
      Map.entry("Redis, everysec", 0xe57368),
      Map.entry("etcd", 0x2a9d8f),
      Map.entry("Apache Cassandra", 0x7b4fa3),
      Map.entry("azurite-table", 0x6b8e23),
      Map.entry("RocksDB, in process", 0x8c5a2b),
      Map.entry("LMDB, in process", 0xc08a5a));

  private static final int OTHER = 0x444444;

  private Palette() {}

  static Color of(String target) {
    return new Color(COLOURS.getOrDefault(target, OTHER));
  }
}
