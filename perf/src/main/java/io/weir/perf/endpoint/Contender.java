package io.weir.perf.endpoint;

import io.weir.perf.result.ResultLine;
import io.weir.perf.result.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One way to read or write a table, and what its samples were. Belongs to one thread, which waits for each sample. */
final class Contender {

  private final String task;
  private final String subject;
  private final int unit;
  private final Supplier<Duration> cpuTime;
  private final LongSupplier sample;
  private final List<Double> perSecond = new ArrayList<>();
  private final List<Double> cpuMicros = new ArrayList<>();

  /**
   * A way that was not tried yet.
   *
   * @param unit how much of what a sample answers counts as one
   * @param cpuTime of the process that serves, so far
   * @param sample reads or writes as much as one sample is, and answers how much it was
   */
  Contender(
      String task, String subject, int unit, Supplier<Duration> cpuTime, LongSupplier sample) {
    this.task = task;
    this.subject = subject;
    this.unit = unit;
    this.cpuTime = cpuTime;
    this.sample = sample;
  }

  /** Samples of all, in rounds: what disturbs the machine for a while disturbs all alike. */
  static void inTurns(List<Contender> contenders, int warmups, int samples) {
    for (var round = 0; round < warmups; round++) {
      contenders.forEach(Contender::warmUp);
    }
    for (var round = 0; round < samples; round++) {
      contenders.forEach(Contender::sample);
    }
  }

  void warmUp() {
    var unused = sample.getAsLong();
  }

  void sample() {
    var cpu = cpuTime.get();
    var began = System.nanoTime();
    var units = (double) sample.getAsLong() / unit;
    perSecond.add(units * 1e9 / (System.nanoTime() - began));
    cpuMicros.add(cpuTime.get().minus(cpu).toNanos() / 1e3 / units);
  }

  /** All samples; at least one. */
  ResultLine line(boolean isReference) {
    return new ResultLine(task, subject, isReference, spread(perSecond), spread(cpuMicros));
  }

  /** The same beside the reference of another task. */
  ResultLine line(String otherTask) {
    return new ResultLine(otherTask, subject, false, spread(perSecond), spread(cpuMicros));
  }

  private static Spread spread(List<Double> samples) {
    return Spread.of(samples.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
