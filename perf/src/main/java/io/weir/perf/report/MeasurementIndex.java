package io.weir.perf.report;

import io.weir.perf.result.Measurement;
import io.weir.perf.result.Results;
import io.weir.perf.result.RoundSample;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Looks measurements up.
 *
 * @param entities rows of the tables that most was measured on
 */
record MeasurementIndex(Results results, int entities) {

  static MeasurementIndex in(Results results) {
    return new MeasurementIndex(results, usual(results.measurements()));
  }

  /** The number of rows that most measurements share. */
  private static int usual(List<Measurement> all) {
    return all.stream()
        .map(Measurement::entities)
        .max((one, other) -> Long.compare(count(all, one), count(all, other)))
        .orElse(0);
  }

  private static long count(List<Measurement> all, int entities) {
    return all.stream().filter(one -> one.entities() == entities).count();
  }

  /** A workload with clients that wait, on tables of the usual size or of the workload's own. */
  List<Measurement> all(String workload, int clients) {
    return of(workload).stream().filter(one -> one.clients() == clients).toList();
  }

  /** The same of a target. */
  Optional<Measurement> one(String target, String workload, int clients) {
    return all(workload, clients).stream()
        .filter(one -> one.target().equals(target))
        .findFirst();
  }

  /** A workload at any number of clients that wait. */
  List<Measurement> atAnyConcurrency(String workload) {
    return of(workload).stream().filter(one -> one.clients() > 0).toList();
  }

  /** A workload at any size of its table. */
  List<Measurement> atAnySize(String workload, int clients) {
    return results.measurements().stream()
        .filter(one -> one.workload().equals(workload) && one.clients() == clients)
        .toList();
  }

  /** On schedule. */
  List<Measurement> onSchedule(String workload) {
    return of(workload).stream().filter(one -> one.clients() == 0).toList();
  }

  private List<Measurement> of(String workload) {
    var named = results.measurements().stream()
        .filter(one -> one.workload().equals(workload))
        .toList();
    var usual = named.stream().filter(one -> one.entities() == entities).toList();
    return usual.isEmpty() ? named : usual;
  }

  /** The median of the rounds' ratios: of rounds that lay beside each other. Absent where one was not measured or is 0. */
  static Optional<Double> ratio(
      Optional<Measurement> one, Optional<Measurement> other, ToDoubleFunction<RoundSample> number) {
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    var over = one.get().samples();
    var under = other.get().samples();
    var ratios = IntStream.range(0, Math.min(over.size(), under.size()))
        .mapToDouble(i -> number.applyAsDouble(over.get(i)) / number.applyAsDouble(under.get(i)))
        .sorted()
        .toArray();
    return Optional.of(ratios[ratios.length / 2]).filter(Double::isFinite);
  }
}
