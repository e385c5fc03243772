package io.weir.perf.report;

import io.weir.perf.result.Measurement;
import io.weir.perf.result.ReportTable;
import io.weir.perf.result.Results;
import io.weir.perf.result.RoundSample;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the tables of the report. */
final class Tables {

  private Tables() {}

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
    return new ReportTable(
        List.of(
            "workload",
            "pace",
            "target",
            "rows",
            "a second",
            "lowest – highest",
            "server's CPU µs",
            "a row",
            "load's CPU µs",
            "p50",
            "p99",
            "p99.9",
            "failed"),
        3,
        measurements.stream().map(Tables::row).toList());
  }

  private static List<String> row(Measurement one) {
    var rate = one.spread(RoundSample::perSecond);
    return List.of(
        one.workload(),
        one.pace(),
        one.target(),
        "%,d".formatted(one.entities()),
        NumberFormats.of(rate.median()),
        NumberFormats.of(rate.lowest()) + " – " + NumberFormats.of(rate.highest()),
        NumberFormats.of(one.spread(RoundSample::serverCpuMicros).median()),
        NumberFormats.of(one.spread(RoundSample::serverCpuMicrosARow).median()),
        NumberFormats.of(one.spread(RoundSample::loadCpuMicros).median()),
        NumberFormats.time(one.latency().micros(50)),
        NumberFormats.time(one.latency().micros(99)),
        NumberFormats.time(one.latency().micros(99.9)),
        failures(one));
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
