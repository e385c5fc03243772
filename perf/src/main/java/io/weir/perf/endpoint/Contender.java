package io.weir.perf.endpoint;

import io.weir.perf.machine.Cpu;
import io.weir.perf.result.ResultLine;
import io.weir.perf.result.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** One way to read or write a table, with the samples taken of it so far. Belongs to one thread, which blocks for each sample. */
final class Contender {

  private final String task;
  private final String subject;
  private final int unit;
  private final Optional<Cpu> server;
  private final LongSupplier operation;
  private final List<Double> perSecond = new ArrayList<>();
  private final List<Double> cpuMicros = new ArrayList<>();

  /**
   * A contender without samples.
   *
   * @param unit the part of the operation's result that counts as one
   * @param server processor time of the process that serves; empty if it is not reported
   * @param operation reads or writes one sample and returns its amount
   */
  Contender(String task, String subject, int unit, Optional<Cpu> server, LongSupplier operation) {
    this.task = task;
    this.subject = subject;
    this.unit = unit;
    this.server = server;
    this.operation = operation;
  }

  /** A contender without samples whose processor time is not reported. */
  Contender(String task, String subject, LongSupplier operation) {
    this(task, subject, 1, Optional.empty(), operation);
  }

  /** Takes samples of all contenders in rounds, so that a disturbance of the machine meets all of them. */
  static void inTurns(List<Contender> contenders, int warmups, int samples) {
    for (var round = 0; round < warmups; round++) {
      contenders.forEach(Contender::warmUp);
    }
    for (var round = 0; round < samples; round++) {
      contenders.forEach(Contender::sample);
    }
  }

  void warmUp() {
    var unused = operation.getAsLong();
  }

  private void sample() {
    var cpu = used();
    var began = System.nanoTime();
    var units = (double) operation.getAsLong() / unit;
    perSecond.add(units * 1e9 / (System.nanoTime() - began));
    cpuMicros.add(used().minus(cpu).toNanos() / 1e3 / units);
  }

  private Duration used() {
    return server.map(Cpu::used).orElse(Duration.ZERO);
  }

  /** Returns all samples as one line; there must be at least one sample. */
  ResultLine line(boolean isReference) {
    return new ResultLine(task, subject, isReference, Spread.of(perSecond), Spread.of(cpuMicros));
  }

  /** Returns the line for the table of another task, whose reference it is compared with. */
  ResultLine line(String otherTask) {
    return new ResultLine(otherTask, subject, false, Spread.of(perSecond), Spread.of(cpuMicros));
  }
}
