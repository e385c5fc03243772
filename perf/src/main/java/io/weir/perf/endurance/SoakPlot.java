package io.weir.perf.endurance;

import io.weir.perf.report.NumberFormats;
import io.weir.perf.report.Plot;
import io.weir.perf.report.Plots;
import io.weir.perf.report.Plots.Axes;
import io.weir.perf.report.Plots.Curve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Draws samples over time on one page, with a chart for each kind of resource. */
record SoakPlot(List<ResourceSample> samples) {

  /** Writes the page {@code soak.md} and its plots into a folder. */
  static void write(List<ResourceSample> samples, Path folder) throws IOException {
    var plot = new SoakPlot(samples);
    var page = new StringBuilder("# A store under mixed load, stopped and killed in turns\n\n");
    for (var chart : List.of(
        plot.chart("Memory of the process", "MiB", "heap MiB", "direct MiB"),
        plot.chart(
            "Pages in use, and the files that hold them", "MiB", "page MiB", "page file MiB"),
        plot.chart("Log and snapshots", "MiB", "log MiB", "snapshot MiB"),
        plot.chart("Pages in use", "pages", "pages"),
        plot.chart("Resident memory, mapped pages included", "MiB", "resident MiB"))) {
      page.append(chart.write(folder));
    }
    Files.writeString(folder.resolve("soak.md"), page);
  }

  private Plot chart(String title, String unit, String... columns) {
    var axes = new Axes("minutes", unit, NumberFormats::plain, NumberFormats::axis, false);
    return Plots.curves(title, axes, Stream.of(columns).map(this::curve).toList());
  }

  private Curve curve(String name) {
    var column = ResourceSample.COLUMNS.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
    return new Curve(
        name,
        samples.stream().map(sample -> sample.seconds() / 60).toList(),
        samples.stream().map(sample -> column.value().applyAsDouble(sample)).toList());
  }
}
