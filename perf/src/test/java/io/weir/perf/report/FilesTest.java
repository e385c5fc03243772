package io.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.InvalidFile;
import io.weir.perf.workload.Operation;
import io.weir.perf.workload.OperationCounters;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RowSize;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workloads are read from files, results are written and read back, and the message of a mistake
 * says what to change.
 */
final class FilesTest {

  @TempDir
  private Path folder;

  @Test
  void everyBuiltInWorkloadIsReadable() throws IOException {
    var names = Workloads.names();

    assertThat(names).contains("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f");
    for (var name : names) {
      var workload = Workloads.named(name);
      assertThat(workload.name()).isEqualTo(name);
      assertThat(workload.population(2_000).entities()).isPositive();
    }
  }

  @Test
  void aCustomWorkloadIsReadFromItsFile() throws IOException {
    var file = Files.writeString(folder.resolve("mine.json"), """
        {"name": "mine", "description": "Mine.", "mix": {"READ": 1, "SCAN": 3}, "keys": "LATEST", "size": "NARROW",
         "entities": 500, "rowsAPartition": 50, "rowsAtOnce": {"least": 2, "most": 9}}
        """);

    var mine = Workloads.of(file);

    assertThat(mine.mix()).containsOnly(Map.entry(Operation.READ, 1), Map.entry(Operation.SCAN, 3));
    assertThat(mine.population(7)).isEqualTo(new Population(500, 10, RowSize.NARROW));
  }

  @Test
  void theMessageOfAnInvalidWorkloadSaysWhatToChange() throws IOException {
    var file = Files.writeString(folder.resolve("bad.json"), """
        {"name": "bad", "description": "", "mix": {"READ": 0}, "keys": "UNIFORM", "size": "WIDE",
         "entities": null, "rowsAPartition": 50, "rowsAtOnce": {"least": 1, "most": 1}}
        """);

    assertThatThrownBy(() -> Workloads.of(file))
        .isInstanceOf(InvalidFile.class)
        .hasMessageContaining("bad.json")
        .hasMessageContaining("Give at least one operation a weight above 0");
  }

  @Test
  void aMissingMemberIsRefused() throws IOException {
    var file = Files.writeString(folder.resolve("bad.json"), "{\"name\": \"bad\"}");

    assertThatThrownBy(() -> Workloads.of(file)).isInstanceOf(InvalidFile.class);
  }

  @Test
  void resultsAreReadBackUnchanged() throws IOException {
    var file = folder.resolve("results.json");
    var results = results();

    results.write(file);

    assertThat(Results.read(file)).isEqualTo(results);
  }

  @Test
  void resultsOfAnOlderBuildHaveNoFurtherNumbers() throws IOException {
    var file = folder.resolve("results.json");
    results().write(file);
    Files.writeString(file, Files.readString(file).replaceAll(",\\s*\"numbers\" : \\{[^}]*}", ""));

    var read = Results.read(file);

    assertThat(Files.readString(file)).doesNotContain("numbers");
    assertThat(read.measurements().get(0).samples())
        .allSatisfy(sample -> assertThat(sample.numbers()).isEmpty());
  }

  @Test
  void aFileWithOtherContentIsRefused() throws IOException {
    var file = Files.writeString(folder.resolve("results.json"), "{\"commit\": \"abc\"}");

    assertThatThrownBy(() -> Results.read(file))
        .isInstanceOf(InvalidFile.class)
        .hasMessageContaining("results.json");
  }

  private static Results results() {
    var latency = new Histogram(OperationCounters.LONGEST_NANOS, 3);
    latency.recordValueWithCount(250_000, 10);
    var round = new Round(1.5, 10, 20, Map.of("IOException", 3L), 0.25, 0.5, latency)
        .with("MiB a second", 1.5);
    return StoredResults.of(List.of(Measurement.of(
        "weir", "forced", "ycsb-a", 1_000, new ClosedLoop(16), List.of(round, round))));
  }
}
