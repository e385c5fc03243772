package io.weir.perf.report;

import io.weir.perf.load.Measurement;
import io.weir.perf.load.Results;
import io.weir.perf.load.Sample;
import java.util.List;
import java.util.stream.Collectors;

/** What is tabulated. */
final class Tables {

  private Tables() {}

  static Grid goals(List<Goal> goals) {
    return new Grid(
        List.of("goal", "remark", "wanted", "measured", "stands"),
        2,
        goals.stream()
            .map(goal -> List.of(
                goal.what(),
                goal.remark(),
                goal.wanted(),
                goal.measured().map(Figures::of).orElse(Figures.NONE),
                goal.verdict()))
            .toList());
  }

  static Grid measurements(List<Measurement> measurements) {
    return new Grid(
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
    var rate = one.spread(Sample::perSecond);
    return List.of(
        one.workload(),
        one.pace(),
        one.target(),
        "%,d".formatted(one.entities()),
        Figures.of(rate.median()),
        Figures.of(rate.lowest()) + " – " + Figures.of(rate.highest()),
        Figures.of(one.spread(Sample::serverCpuMicros).median()),
        Figures.of(one.spread(Sample::serverCpuMicrosARow).median()),
        Figures.of(one.spread(Sample::loadCpuMicros).median()),
        Figures.time(one.latency().micros(50)),
        Figures.time(one.latency().micros(99)),
        Figures.time(one.latency().micros(99.9)),
        failures(one));
  }

  private static String failures(Measurement one) {
    return one.failures().entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  static Grid limits(Results results) {
    return new Grid(
        List.of("limit", "measured", "unit"),
        1,
        results.limits().stream()
            .map(limit -> List.of(limit.name(), Figures.of(limit.value()), limit.unit()))
            .toList());
  }

  static Grid leftOut(Results results) {
    return new Grid(
        List.of("target", "why"),
        2,
        results.leftOut().stream()
            .map(one -> List.of(one.target(), one.reason()))
            .toList());
  }
}
