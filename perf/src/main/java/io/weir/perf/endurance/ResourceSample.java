package io.weir.perf.endurance;

import java.util.List;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.json.JsonMapper;

/**
 * The resources of a process at one moment.
 *
 * @param seconds since the run began
 * @param operations answered since the process began
 * @param heapBytes in use after a collection
 * @param directBytes of direct buffers
 * @param residentBytes of the whole process, including mapped pages
 * @param pages leaf and large pages in use, including dead ones that readers may still see
 * @param pageBytes of those pages
 * @param pageFileBytes blocks that the sparse page files take on the disk
 * @param logBytes length of all log files
 * @param snapshotBytes length of all snapshots
 */
record ResourceSample(
    double seconds,
    long operations,
    long heapBytes,
    long directBytes,
    long residentBytes,
    long pages,
    long pageBytes,
    long pageFileBytes,
    long logBytes,
    long snapshotBytes) {

  /** One value with its name in files and plots. */
  record Column(String name, ToDoubleFunction<ResourceSample> value) {}

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final double MIB = 1 << 20;

  static final List<Column> COLUMNS = List.of(
      new Column("heap MiB", sample -> sample.heapBytes / MIB),
      new Column("direct MiB", sample -> sample.directBytes / MIB),
      new Column("resident MiB", sample -> sample.residentBytes / MIB),
      new Column("pages", sample -> sample.pages),
      new Column("page MiB", sample -> sample.pageBytes / MIB),
      new Column("page file MiB", sample -> sample.pageFileBytes / MIB),
      new Column("log MiB", sample -> sample.logBytes / MIB),
      new Column("snapshot MiB", sample -> sample.snapshotBytes / MIB));

  /** Returns a line that {@link #parse} reads. */
  String line() {
    return JSON.writeValueAsString(this);
  }

  static ResourceSample parse(String line) {
    return JSON.readValue(line, ResourceSample.class);
  }
}
