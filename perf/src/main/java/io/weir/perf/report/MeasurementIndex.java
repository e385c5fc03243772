package io.weir.perf.report;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Finds measurements in results.
 *
 * @param entities rows of the tables on which most measurements were made
 */
record MeasurementIndex(Results results, int entities) {

  static MeasurementIndex in(Results results) {
    return new MeasurementIndex(results, usual(results.measurements()));
  }

  /** Returns the most frequent number of rows. */
  private static int usual(List<Measurement> all) {
    return all.stream()
        .map(Measurement::entities)
        .max((one, other) -> Long.compare(count(all, one), count(all, other)))
        .orElse(0);
  }

  private static long count(List<Measurement> all, int entities) {
    return all.stream().filter(one -> one.entities() == entities).count();
  }

  /**
   * Returns the measurements of a workload with waiting clients, on tables of the usual size or of
   * the workload's own.
   */
  List<Measurement> all(String workload, int clients) {
    return of(workload).stream().filter(one -> one.clients() == clients).toList();
  }

  /** Returns the measurement of one target at a workload with waiting clients. */
  Optional<Measurement> one(String target, String workload, int clients) {
    return all(workload, clients).stream()
        .filter(one -> one.target().equals(target))
        .findFirst();
  }

  /** Returns the measurements of a workload at any number of waiting clients. */
  List<Measurement> atAnyConcurrency(String workload) {
    return of(workload).stream().filter(one -> one.clients() > 0).toList();
  }

  /** Returns the measurements of a workload on tables of any size. */
  List<Measurement> atAnySize(String workload, int clients) {
    return results.measurements().stream()
        .filter(one -> one.workload().equals(workload) && one.clients() == clients)
        .toList();
  }

  /** Returns the measurements of a workload on a schedule. */
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

  /**
   * Returns the median of the ratios of neighbouring rounds, or the ratio of the medians if one
   * side has more rounds. Empty if one side was not measured or is 0.
   */
  static Optional<Double> ratio(
      Optional<Measurement> one,
      Optional<Measurement> other,
      ToDoubleFunction<RoundSample> number) {
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    var over = one.get().samples();
    var under = other.get().samples();
    if (over.size() != under.size()) {
      return Optional.of(
              one.get().spread(number).median() / other.get().spread(number).median())
          .filter(Double::isFinite);
    }
    var ratios = IntStream.range(0, over.size())
        .mapToDouble(i -> number.applyAsDouble(over.get(i)) / number.applyAsDouble(under.get(i)))
        .sorted()
        .toArray();
    return Optional.of(ratios[ratios.length / 2]).filter(Double::isFinite);
  }
}
