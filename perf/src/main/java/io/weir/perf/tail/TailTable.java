package io.weir.perf.tail;

import io.weir.perf.result.ReportTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Prints samples as a table: one row for each workload and collector, each number the median of the rounds. */
final class TailTable {

  private static final double P999 = 99.9;
  private static final List<String> HEAD = List.of(
      "workload",
      "collector",
      "a second",
      "failures",
      "p50 ms",
      "p99",
      "p99.9",
      "control's p99.9",
      "ours",
      "p99.9 of a force");

  private record Place(String workload, Collector collector) {}

  private TailTable() {}

  static String markdown(List<TailSample> samples) {
    var rows = samples.stream()
        .collect(Collectors.groupingBy(
            sample -> new Place(sample.workload(), sample.collector()),
            LinkedHashMap::new,
            Collectors.toList()))
        .entrySet()
        .stream()
        .map(row -> row(row.getKey(), row.getValue()))
        .toList();
    return new ReportTable(HEAD, 2, rows).markdown();
  }

  private static List<String> row(Place place, Collection<TailSample> rounds) {
    return List.of(
        place.workload(),
        place.collector().toString(),
        median("%,.0f", rounds, TailSample::perSecond),
        Long.toString(rounds.stream().mapToLong(TailSample::failures).sum()),
        median("%.2f", rounds, round -> round.ownMillis(50)),
        median("%.2f", rounds, round -> round.ownMillis(99)),
        median("%.2f", rounds, round -> round.ownMillis(P999)),
        median("%.2f", rounds, round -> round.controlMillis(P999)),
        median("%.2f", rounds, round -> round.ownMillis(P999) - round.controlMillis(P999)),
        median("%.2f", rounds, round -> round.forceMillis(P999)));
  }

  private static String median(
      String form, Collection<TailSample> rounds, ToDoubleFunction<TailSample> number) {
    var sorted = rounds.stream().mapToDouble(number).sorted().toArray();
    return String.format(Locale.ROOT, form, sorted[sorted.length / 2]);
  }
}
