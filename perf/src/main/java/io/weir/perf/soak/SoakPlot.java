package io.weir.perf.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws samples over time on one page, a chart for each kind of room. The page needs no network. */
final class SoakPlot {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 300;

  private final List<ResourceSample> samples;

  private SoakPlot(List<ResourceSample> samples) {
    this.samples = samples;
  }

  static void write(List<ResourceSample> samples, Path file) throws IOException {
    var plot = new SoakPlot(samples);
    Files.writeString(
        file,
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Weir: soak</title>\n"
            + "<body style=\"font-family: sans-serif; max-width: 60em; margin: auto\">\n"
            + "<h1>A store under mixed load, stopped and killed by turns</h1>\n"
            + plot.chart("Memory of the process", "MiB", "heap MiB", "direct MiB")
            + plot.chart(
                "Pages in use, and the files that hold them", "MiB", "page MiB", "page file MiB")
            + plot.chart("Log and snapshots", "MiB", "log MiB", "snapshot MiB")
            + plot.chart("Pages in use", "pages", "pages")
            + plot.chart("Resident, mapped pages included", "MiB", "resident MiB")
            + "</body>\n",
        UTF_8);
  }

  private String chart(String title, String unit, String... columns) throws IOException {
    var chart = new XYChartBuilder()
        .title(title)
        .width(WIDTH)
        .height(HEIGHT)
        .theme(ChartTheme.Matlab)
        .xAxisTitle("minutes")
        .yAxisTitle(unit)
        .build();
    chart.getStyler().setYAxisMin(0.0).setLegendPosition(LegendPosition.OutsideE);
    for (var name : columns) {
      add(chart, name);
    }
    var svg = new ByteArrayOutputStream();
    VectorGraphicsEncoder.saveVectorGraphic(chart, svg, VectorGraphicsFormat.SVG);
    var text = svg.toString(UTF_8);
    return text.substring(text.indexOf("<svg")) + "\n";
  }

  private void add(XYChart chart, String name) {
    var column = ResourceSample.COLUMNS.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
    chart
        .addSeries(
            name,
            samples.stream().mapToDouble(sample -> sample.seconds() / 60).toArray(),
            samples.stream().mapToDouble(column.value()).toArray())
        .setMarker(SeriesMarkers.NONE);
  }
}
