package io.weir.perf.report;

import io.weir.perf.process.Environment;
import io.weir.perf.process.MachineLimit;
import java.util.List;

/** Results as a run leaves them, for tests. */
public final class StoredResults {

  private StoredResults() {}

  public static Results of(List<Measurement> measurements) {
    return new Results(
        new Environment(
            "commit-of-it",
            "2026-01-31",
            "17",
            "Linux",
            "a processor",
            2,
            "8 GB",
            "shared",
            "compare",
            42,
            0.5),
        List.of(new MachineLimit("fdatasync", 1_000, "a second")),
        measurements,
        List.of(new Results.LeftOut("etcd", "It <is> not installed.")));
  }
}
