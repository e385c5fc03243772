package io.weir.perf.endurance;

import io.weir.engine.store.Store;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * Reads the resources of this process and its store. Blocks: collects garbage first and walks the
 * store's folder.
 */
record Gauges(Store store, Path folder) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  ResourceSample read(double seconds, long operations) throws IOException {
    System.gc();
    var pages = IntStream.range(0, store.shards().size()).mapToObj(store::pages).toList();
    return new ResourceSample(
        seconds,
        operations,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        directBytes(),
        residentBytes(),
        pages.stream().mapToLong(stats -> stats.pages()).sum(),
        pages.stream().mapToLong(stats -> stats.bytes()).sum(),
        pages.stream().mapToLong(stats -> stats.diskBytes()).sum(),
        fileBytes("log"),
        fileBytes("snapshot"));
  }

  /** Returns the length of all files whose place in the folder begins so. */
  private long fileBytes(String begin) throws IOException {
    var bytes = 0L;
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        bytes += folder.relativize(file).toString().startsWith(begin) ? size(file) : 0;
      }
    }
    return bytes;
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
