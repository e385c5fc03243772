package io.weir.perf.soak;

import io.weir.engine.store.Store;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Reads the resources of this process and its store. Blocks: collects garbage first and walks the store's folder. */
record Gauges(Store store, Path folder) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  ResourceSample read(double seconds, long operations) throws IOException {
    System.gc();
    var pages = IntStream.range(0, store.shards().size()).mapToObj(store::pages).toList();
    var files = fileBytes();
    return new ResourceSample(
        seconds,
        operations,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        directBytes(),
        residentBytes(),
        pages.stream().mapToLong(stats -> stats.pages()).sum(),
        pages.stream().mapToLong(stats -> stats.bytes()).sum(),
        pages.stream().mapToLong(stats -> stats.diskBytes()).sum(),
        files.log,
        files.snapshots);
  }

  private record FileBytes(long log, long snapshots) {}

  private FileBytes fileBytes() throws IOException {
    var log = 0L;
    var snapshots = 0L;
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var place = folder.relativize(file).toString();
        if (place.startsWith("log")) {
          log += size(file);
        } else if (place.startsWith("snapshot")) {
          snapshots += size(file);
        }
      }
    }
    return new FileBytes(log, snapshots);
  }

  private static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException goneMeanwhile) {
      return 0;
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** Returns the resident memory, or 0 outside Linux. */
  private static long residentBytes() throws IOException {
    if (Files.notExists(STATUS)) {
      return 0;
    }
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }
}
