package io.weir.perf.compare;

import io.weir.perf.report.Measurement;
import io.weir.perf.report.ReportTable;
import io.weir.perf.report.Results;
import io.weir.perf.report.RoundSample;
import io.weir.perf.target.TargetKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The comparison of a run with its baseline. The compared number is the server's processor time of
 * an operation, divided by that of a bare endpoint's answer in the same run, so the speed of the
 * machine cancels out. Of several rounds the cheapest counts, because other load and the JIT
 * compilers only add to it.
 *
 * @param lines one for each operation that both runs have
 * @param threshold the allowed growth of a multiple: 0.25 for a quarter
 */
record Guard(List<Line> lines, double threshold) {

  private static final String LIMIT = TargetKind.REACTOR_NETTY_HTTP1.title();
  private static final List<String> HEAD =
      List.of("operation", "target", "baseline", "now", "change", "verdict");

  /** One operation, as a multiple of the limit's processor time in both runs. */
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

  /** Returns whether something was compared and nothing is worse by more than the threshold. */
  boolean isAsGood() {
    return !lines.isEmpty() && lines.stream().noneMatch(this::isWorse);
  }

  String table() {
    return new ReportTable(HEAD, 2, lines.stream().map(this::row).toList()).markdown();
  }

  private boolean isWorse(Line line) {
    return line.change() > threshold;
  }

  private List<String> row(Line line) {
    return List.of(
        line.workload(),
        line.target(),
        String.format(Locale.ROOT, "%.2f", line.baseline()),
        String.format(Locale.ROOT, "%.2f", line.now()),
        String.format(Locale.ROOT, "%+.0f %%", line.change() * 100),
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
