package io.weir.perf.engine.run;

import io.weir.perf.workload.DataSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a store takes.
 *
 * @param subject whose it is
 * @param data what it holds
 * @param loadSeconds how long it took to fill
 * @param heapBytes heap that it takes beyond an empty store
 * @param userBytes bytes of all entities: keys, Timestamps, names and values
 * @param diskBytes blocks that its files take on the disk after loading, by kind
 */
record Footprint(
    String subject,
    DataSet data,
    double loadSeconds,
    long heapBytes,
    long userBytes,
    Map<String, Long> diskBytes) {

  static final String HEAD = """
      | store | entities | loaded per second | heap bytes an entity | disk bytes a user byte | of which |
      | --- | --- | ---: | ---: | ---: | --- |
      """;

  Footprint {
    diskBytes = Map.copyOf(diskBytes);
  }

  /** A line of a table. */
  String row() {
    return "| %s | %,d %s | %,.0f | %.1f | %.2f | %s |%n"
        .formatted(
            subject,
            data.entities(),
            data.shape().name().toLowerCase(java.util.Locale.ROOT),
            data.entities() / loadSeconds,
            heapBytesAnEntity(),
            diskBytesAUserByte(),
            kinds());
  }

  double heapBytesAnEntity() {
    return Math.max(0, heapBytes) / (double) data.entities();
  }

  double diskBytesAUserByte() {
    return total(diskBytes) / (double) userBytes;
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

  /** Blocks that the files of a folder take on the disk, by kind. Asks {@code du}, because page files have holes. */
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
      var process = new ProcessBuilder("du", "-B1", file.toString())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
      try (var lines = new BufferedReader(
          new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        var line = lines.readLine();
        if (line == null) {
          throw new IOException("du says nothing of a file. file=" + file);
        }
        return Long.parseLong(line.substring(0, line.indexOf('\t')));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
