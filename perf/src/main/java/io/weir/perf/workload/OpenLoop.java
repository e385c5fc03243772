package io.weir.perf.workload;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;

/**
 * Operations at equal distances in time, independent of earlier ones. Latency counts from the
 * scheduled time: if a server stops for a second in which a thousand operations are due, a thousand
 * answers are late, and a late load generator cannot hide it (what Gil Tene calls coordinated
 * omission).
 *
 * <p>At most {@value #MOST_UNDER_WAY} operations are in flight. Others begin later and count as
 * late. Operations due less than {@value #REST_MICROS} µs after others begin with the next ones: a
 * generator that wakes for each of 50,000 operations a second would take a core from the client
 * that it measures.
 */
public record OpenLoop(double perSecond) implements Pace {

  static final int MOST_UNDER_WAY = 10_000;

  static final int REST_MICROS = 100;

  private static final long NANOS_A_SECOND = Duration.ofSeconds(1).toNanos();
  private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(REST_MICROS);
  private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(1).toNanos();

  public OpenLoop {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a schedule needs a positive rate perSecond=" + perSecond);
    }
  }

  @Override
  public Mono<Void> run(OperationRunner operations, BooleanSupplier stopped) {
    return Mono.using(
        operations.time().operations()::createWorker,
        worker -> Mono.create(sink -> new Schedule(operations, stopped, worker, sink).begin()),
        Scheduler.Worker::dispose);
  }

  @Override
  public String describe() {
    return String.format(Locale.ROOT, "%,.0f a second on schedule", perSecond);
  }

  /** One run of the schedule. Belongs to the worker's thread. */
  private final class Schedule {

    private final OperationRunner operations;
    private final BooleanSupplier stopped;
    private final Scheduler.Worker worker;
    private final MonoSink<Void> over;
    private final long firstDueNanos;
    private long begun;

    Schedule(
        OperationRunner operations,
        BooleanSupplier stopped,
        Scheduler.Worker worker,
        MonoSink<Void> over) {
      this.operations = operations;
      this.stopped = stopped;
      this.worker = worker;
      this.over = over;
      this.firstDueNanos = operations.time().now();
    }

    void begin() {
      var unused = worker.schedule(this::turn);
    }

    private void turn() {
      if (stopped.getAsBoolean()) {
        end();
        return;
      }
      var now = operations.time().now();
      while (dueNanos() <= now && underWay() < MOST_UNDER_WAY) {
        operations.begin(dueNanos()).subscribe();
        begun++;
      }
      again(
          underWay() < MOST_UNDER_WAY ? Math.max(dueNanos() - now, REST_NANOS) : LOOK_AGAIN_NANOS);
    }

    private int underWay() {
      return operations.tally().underWay();
    }

    private void end() {
      if (underWay() == 0) {
        over.success();
      } else {
        again(LOOK_AGAIN_NANOS);
      }
    }

    private void again(long afterNanos) {
      var unused = worker.schedule(this::turn, afterNanos, TimeUnit.NANOSECONDS);
    }

    private long dueNanos() {
      return firstDueNanos + (long) (begun * (NANOS_A_SECOND / perSecond));
    }
  }
}
