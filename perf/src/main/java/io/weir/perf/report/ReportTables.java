package io.weir.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Builds the tables of the report. */
final class ReportTables {

  private ReportTables() {}

  static ReportTable goals(List<Goal> goals) {
    return new ReportTable(
        List.of("goal", "remark", "wanted", "measured", "stands"),
        2,
        goals.stream()
            .map(goal -> List.of(
                goal.what(),
                goal.remark(),
                goal.wanted(),
                goal.measured().map(NumberFormats::of).orElse(NumberFormats.NONE),
                goal.verdict()))
            .toList());
  }

  static ReportTable measurements(List<Measurement> measurements) {
    var columns = new ArrayList<>(COLUMNS);
    columns.add(new Column("÷ first", one -> ratio(one, measurements, RoundSample::rowsPerSecond)));
    columns.add(new Column(
        "CPU ÷ first", one -> ratio(one, measurements, RoundSample::serverCpuMicrosARow)));
    columns.add(new Column(
        "p99.9 ÷ first",
        one -> ratio(one, measurements, sample -> sample.latency().micros(P999))));
    measurements.stream()
        .flatMap(one -> one.samples().stream())
        .flatMap(sample -> sample.numbers().keySet().stream())
        .distinct()
        .forEach(name -> columns.add(new Column(name, one -> number(one, name))));
    return new ReportTable(
        columns.stream().map(Column::head).toList(),
        WORDS,
        measurements.stream()
            .map(one -> columns.stream().map(column -> column.cell().apply(one)).toList())
            .toList());
  }

  private record Column(String head, Function<Measurement, String> cell) {}

  private static final int WORDS = 3;
  private static final double P999 = 99.9;

  private static final List<Column> COLUMNS = List.of(
      new Column("workload", Measurement::workload),
      new Column("pace", Measurement::pace),
      new Column("target", Measurement::target),
      new Column("rows", one -> "%,d".formatted(one.entities())),
      median("a second", RoundSample::perSecond),
      new Column("lowest – highest", ReportTables::range),
      median("rows a second", RoundSample::rowsPerSecond),
      median("server's CPU µs", RoundSample::serverCpuMicros),
      median("a row", RoundSample::serverCpuMicrosARow),
      median("load's CPU µs", RoundSample::loadCpuMicros),
      latency(50),
      latency(99),
      latency(99.9),
      latency(100),
      new Column("failed", ReportTables::failures));

  private static Column median(String head, ToDoubleFunction<RoundSample> number) {
    return new Column(head, one -> NumberFormats.of(one.spread(number).median()));
  }

  private static Column latency(double percentile) {
    return new Column(
        percentile == 100 ? "longest" : "p" + NumberFormats.plain(percentile),
        one -> NumberFormats.time(one.latency().micros(percentile)));
  }

  private static String range(Measurement one) {
    var rate = one.spread(RoundSample::perSecond);
    return NumberFormats.of(rate.lowest()) + " – " + NumberFormats.of(rate.highest());
  }

  /** Returns the ratio to the first measurement of the same workload at the same pace. */
  private static String ratio(
      Measurement one, List<Measurement> among, ToDoubleFunction<RoundSample> number) {
    var first = among.stream()
        .filter(other -> other.workload().equals(one.workload())
            && other.pace().equals(one.pace())
            && other.entities() == one.entities())
        .findFirst();
    return MeasurementIndex.ratio(Optional.of(one), first, number)
        .map(NumberFormats::of)
        .orElse(NumberFormats.NONE);
  }

  /** Returns the median of the samples that have a number. */
  private static String number(Measurement one, String name) {
    var values = one.samples().stream()
        .mapToDouble(sample -> sample.number(name))
        .filter(Double::isFinite)
        .toArray();
    return values.length == 0
        ? NumberFormats.NONE
        : NumberFormats.of(Spread.of(values).median());
  }

  private static String failures(Measurement one) {
    return one.failures().entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  static ReportTable limits(Results results) {
    return new ReportTable(
        List.of("limit", "measured", "unit"),
        1,
        results.limits().stream()
            .map(limit -> List.of(limit.name(), NumberFormats.of(limit.value()), limit.unit()))
            .toList());
  }

  static ReportTable leftOut(Results results) {
    return new ReportTable(
        List.of("target", "why"),
        2,
        results.leftOut().stream()
            .map(one -> List.of(one.target(), one.reason()))
            .toList());
  }
}
