package io.weir.perf.endpoint;

import io.weir.perf.Line;
import io.weir.perf.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One way to stream a table, and what its samples were. Belongs to one thread, which waits for each stream. */
final class Contender {

  private final String task;
  private final String subject;
  private final int unit;
  private final Supplier<Duration> cpuTime;
  private final LongSupplier stream;
  private final List<Double> perSecond = new ArrayList<>();
  private final List<Double> cpuMicros = new ArrayList<>();

  /**
   * A way that was not tried yet.
   *
   * @param unit how much of what a stream answers counts as one
   * @param cpuTime of the process that serves, so far
   * @param stream reads a whole stream and answers how much it was
   */
  Contender(
      String task, String subject, int unit, Supplier<Duration> cpuTime, LongSupplier stream) {
    this.task = task;
    this.subject = subject;
    this.unit = unit;
    this.cpuTime = cpuTime;
    this.stream = stream;
  }

  void warmUp() {
    var unused = stream.getAsLong();
  }

  void sample() {
    var cpu = cpuTime.get();
    var began = System.nanoTime();
    var units = (double) stream.getAsLong() / unit;
    perSecond.add(units * 1e9 / (System.nanoTime() - began));
    cpuMicros.add(cpuTime.get().minus(cpu).toNanos() / 1e3 / units);
  }

  /** All samples; at least one. */
  Line line(boolean isReference) {
    return new Line(task, subject, isReference, spread(perSecond), spread(cpuMicros));
  }

  private static Spread spread(List<Double> samples) {
    return Spread.of(samples.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
