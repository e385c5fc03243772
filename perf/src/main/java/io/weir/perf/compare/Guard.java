package io.weir.perf.compare;

import io.weir.perf.result.Measurement;
import io.weir.perf.result.Results;
import io.weir.perf.result.RoundSample;
import io.weir.perf.target.Targets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Two runs beside each other. What is compared is the server's processor time of an operation, divided by that of a bare endpoint's
 * answer in the same run: the machine is in both. It is that of the round that took least, for whatever else a machine does only adds to
 * it, and compilers do so in the first rounds.
 *
 * @param lines one for each operation that both runs have
 * @param threshold by how much a share may grow: 0.25 for a quarter
 */
record Guard(List<Line> lines, double threshold) {

  private static final String LIMIT = Targets.REACTOR_NETTY_HTTP1.name();
  private static final String HEAD = """
      | operation | target | baseline | now | change | verdict |
      | --- | --- | ---: | ---: | ---: | --- |
      """;

  /** One operation: how many times the limit's processor time it took. */
  record Line(String workload, String target, double baseline, double now) {

    double change() {
      return now / baseline - 1;
    }
  }

  Guard {
    lines = List.copyOf(lines);
  }

  static Guard of(Results baseline, Results now, double threshold) {
    var lines = now.measurements().stream()
        .filter(one -> !one.target().equals(LIMIT))
        .flatMap(one -> line(baseline, now, one).stream())
        .toList();
    return new Guard(lines, threshold);
  }

  /** Whether nothing is worse by more than the threshold, and anything was compared at all. */
  boolean isAsGood() {
    return !lines.isEmpty() && lines.stream().noneMatch(this::isWorse);
  }

  String table() {
    return HEAD + lines.stream().map(this::row).collect(Collectors.joining());
  }

  private boolean isWorse(Line line) {
    return line.change() > threshold;
  }

  private String row(Line line) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.2f | %.2f | %+.0f %% | %s |%n",
        line.workload(),
        line.target(),
        line.baseline(),
        line.now(),
        line.change() * 100,
        isWorse(line) ? "worse" : "as good");
  }

  private static Optional<Line> line(Results baseline, Results now, Measurement measured) {
    return find(baseline, measured.target(), measured.workload())
        .flatMap(before -> share(baseline, before)
            .flatMap(was -> share(now, measured)
                .map(is -> new Line(measured.workload(), measured.target(), was, is))));
  }

  private static Optional<Double> share(Results of, Measurement measured) {
    return find(of, LIMIT, "read")
        .map(limit -> cpu(measured) / cpu(limit))
        .filter(share -> Double.isFinite(share) && share > 0);
  }

  private static Optional<Measurement> find(Results among, String target, String workload) {
    return among.measurements().stream()
        .filter(one -> one.target().equals(target) && one.workload().equals(workload))
        .findFirst();
  }

  private static double cpu(Measurement measured) {
    return measured.spread(RoundSample::serverCpuMicros).lowest();
  }
}
