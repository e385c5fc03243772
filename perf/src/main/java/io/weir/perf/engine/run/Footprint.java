package io.weir.perf.engine.run;

import io.weir.perf.process.Programs;
import io.weir.perf.report.ReportTable;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The room that a store occupies, after loading or after its writes.
 *
 * @param subject that owns the store
 * @param data that it holds
 * @param loadSeconds time to fill it
 * @param heapBytes heap beyond that of an empty store
 * @param userBytes bytes of all entities: keys, Timestamps, names and values
 * @param diskBytes allocated blocks of its files, by kind
 */
record Footprint(
    String subject,
    DataSet data,
    double loadSeconds,
    long heapBytes,
    long userBytes,
    Map<String, Long> diskBytes) {

  /** The kind of Weir's page files. */
  static final String PAGES = "pages";

  private static final List<String> HEAD = List.of(
      "store",
      "entities",
      "loaded per second",
      "heap bytes an entity",
      "disk bytes a user byte",
      "by kind");

  Footprint {
    diskBytes = Map.copyOf(diskBytes);
  }

  /** Returns footprints as a table of Markdown. */
  static String table(List<Footprint> footprints) {
    return new ReportTable(HEAD, 2, footprints.stream().map(Footprint::row).toList()).markdown();
  }

  /**
   * Returns the room on the disk at a later time; the data have been overwritten since, and are as
   * long as before.
   */
  Footprint withDiskBytes(Map<String, Long> later) {
    return new Footprint(subject, data, loadSeconds, heapBytes, userBytes, later);
  }

  private List<String> row() {
    return List.of(
        subject,
        EngineReport.describe(data),
        String.format(Locale.ROOT, "%,.0f", data.entities() / loadSeconds),
        String.format(Locale.ROOT, "%.1f", heapBytesAnEntity()),
        String.format(Locale.ROOT, "%.2f", diskBytesAUserByte()),
        kinds());
  }

  double heapBytesAnEntity() {
    return Math.max(0, heapBytes) / (double) data.entities();
  }

  double diskBytesAUserByte() {
    return total(diskBytes) / (double) userBytes;
  }

  /** Returns the room of some kinds of files, in bytes for each user byte. */
  double diskBytesAUserByte(Set<String> kinds) {
    return kinds.stream().mapToLong(kind -> diskBytes.getOrDefault(kind, 0L)).sum()
        / (double) userBytes;
  }

  private static long total(Map<String, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  private String kinds() {
    return new TreeMap<>(diskBytes)
        .entrySet().stream()
            .map(kind -> "%s %.2f".formatted(kind.getKey(), kind.getValue() / (double) userBytes))
            .collect(Collectors.joining(", "));
  }

  /**
   * Returns the allocated blocks of the files in a folder, by kind. Asks {@code du}, because page
   * files are sparse.
   */
  static Map<String, Long> diskBytes(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .collect(Collectors.groupingBy(
              Footprint::kind, Collectors.summingLong(Footprint::allocatedBytes)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String kind(Path file) {
    var name = file.getFileName().toString();
    var dot = name.lastIndexOf('.');
    return dot < 0 ? "other" : name.substring(dot + 1);
  }

  private static long allocatedBytes(Path file) {
    try {
      var output = Programs.run(List.of("du", "-B1", file.toString()));
      return Long.parseLong(output.substring(0, output.indexOf('\t')));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
