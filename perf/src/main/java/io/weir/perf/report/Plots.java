package io.weir.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Circle;

/** Draws plots of one style, as SVG. Any thread. */
public final class Plots {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;

  /** The height if names stand upright below the bars. */
  private static final int TALL = 560;

  /** The highest number of names that fit side by side. */
  private static final int LYING = 4;

  /**
   * From this ratio of the largest bar to the smallest on, the axis is logarithmic: the smallest
   * would otherwise be invisible.
   */
  private static final double FAR_APART = 50;

  private static final Color INK = new Color(0x1c2733);
  private static final Color SOFT = new Color(0x5b6b7b);
  private static final Color LINE = new Color(0xe6ebef);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final BasicStroke THICK =
      new BasicStroke(2.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

  /** A named series of points in the order of x. */
  public record Curve(String name, List<Double> x, List<Double> y) {}

  /**
   * The names of both axes and the labels of their values. If y is a logarithm, the axis need not
   * begin at 0.
   */
  public record Axes(
      String x,
      String y,
      Function<Double, String> labelX,
      Function<Double, String> labelY,
      boolean isLogarithm) {}

  private Plots() {}

  /**
   * Draws curves in one frame. Leaves out curves without points; returns nothing if no curve has
   * any.
   */
  public static Plot curves(String title, Axes axes, List<Curve> all) {
    var curves = all.stream().filter(curve -> !curve.x().isEmpty()).toList();
    if (curves.isEmpty()) {
      return Plot.NOTHING;
    }
    var chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).build();
    look(chart);
    chart.setXAxisTitle(axes.x());
    chart.setYAxisTitle(axes.y());
    chart.getStyler().setxAxisTickLabelsFormattingFunction(axes.labelX());
    chart.getStyler().setyAxisTickLabelsFormattingFunction(axes.labelY());
    var heights = curves.stream().flatMap(curve -> curve.y().stream()).toList();
    if (axes.isLogarithm()) { // whole powers, because only these have labels
      chart.getStyler().setYAxisMin(Math.floor(Collections.min(heights)));
      chart.getStyler().setYAxisMax(Math.floor(Collections.max(heights)) + 1);
    } else {
      chart.getStyler().setYAxisMin(0.0);
    }
    curves.forEach(curve -> addTo(chart, curve));
    return new Plot(title, svg(chart));
  }

  /** Draws a bar for each name, with its value next to the name. */
  static Plot bars(String title, String unit, List<String> names, List<Double> values) {
    var stands = names.size() > LYING;
    CategoryChart chart = new CategoryChartBuilder()
        .width(WIDTH)
        .height(stands ? TALL : HEIGHT)
        .title(title)
        .build();
    look(chart);
    var styler = chart.getStyler();
    styler.setLegendVisible(false);
    styler.setOverlapped(true);
    styler.setAvailableSpaceFill(0.6);
    if (stands) { // a slanted last name would be dropped at the frame
      styler.setXAxisLabelRotation(90);
      styler.setXAxisLabelAlignmentVertical(TextAlignment.Right);
    }
    var least = Collections.min(values);
    if (Collections.max(values) / least < FAR_APART) {
      chart.setYAxisTitle(unit);
      styler.setyAxisTickLabelsFormattingFunction(NumberFormats::axis);
      styler.setYAxisMin(0.0);
    } else {
      chart.setYAxisTitle(unit + ", logarithmic");
      styler.setYAxisLogarithmic(true);
      styler.setYAxisDecimalPattern("#,##0.##");
      styler.setYAxisMin(
          Math.pow(10, Math.floor(Math.log10(least / 2)))); // the smallest bar is visible
    }
    var labels = IntStream.range(0, names.size())
        .mapToObj(bar -> names.get(bar) + ": " + NumberFormats.of(values.get(bar)))
        .toList();
    for (var bar = 0; bar < names.size(); bar++) {
      chart
          .addSeries(names.get(bar), labels, alone(bar, values))
          .setFillColor(Palette.of(names.get(bar)));
    }
    return new Plot(title, svg(chart));
  }

  /** Returns nothing except for one bar: each bar is a series because each has its own colour. */
  private static List<@Nullable Double> alone(int bar, List<Double> values) {
    var heights = new ArrayList<@Nullable Double>(Collections.nCopies(values.size(), null));
    heights.set(bar, values.get(bar));
    return heights;
  }

  private static void addTo(XYChart chart, Curve curve) {
    var series = chart.addSeries(curve.name(), curve.x(), curve.y());
    var color = Palette.of(curve.name());
    series.setMarkerColor(color);
    series.setMarker(new Circle());
    series.setLineColor(color);
    series.setLineStyle(THICK);
  }

  private static void look(Chart<?, ?> chart) {
    var styler = (AxesChartStyler) chart.getStyler();
    styler.setBaseFont(PLAIN);
    styler.setChartTitleFont(TITLE);
    styler.setChartFontColor(INK);
    styler.setChartTitleBoxVisible(false);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(LINE);
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setPlotGridVerticalLinesVisible(false);
    styler.setPlotTicksMarksVisible(false);
    styler.setAxisTitleFont(PLAIN);
    styler.setAxisTickLabelsFont(PLAIN);
    styler.setAxisTickLabelsColor(SOFT);
    styler.setAxisTicksMarksVisible(false);
    styler.setMarkerSize(6);
    legend(styler);
  }

  private static void legend(Styler styler) {
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setLegendLayout(LegendLayout.Vertical);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendFont(PLAIN);
    styler.setLegendPadding(6);
  }

  private static String svg(Chart<?, ?> chart) {
    var bytes = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException("drawing a plot in memory failed", e);
    }
    return bytes.toString(UTF_8);
  }
}
