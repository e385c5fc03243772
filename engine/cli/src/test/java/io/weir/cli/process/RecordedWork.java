package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Programs that use a service in several ways at once, and the record of what it acknowledged.
 *
 * <p>A call may fail: then it is unknown whether the service carried it out. What was acknowledged
 * must hold, what is unknown may.
 */
final class RecordedWork {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

  /** One way to use the service. */
  interface Program {

    /** Calls until it is stopped; never fails. */
    Mono<Void> run(Calls calls);

    /** Returns how many calls were acknowledged. */
    long acknowledged();

    /** Compares what the service has with the record. Blocks. */
    void check(Calls calls);
  }

  /** What programs have in common. */
  static final class Calls {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(50);

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Queue<String> broken = new ConcurrentLinkedQueue<>();

    /** Runs so many callers, each with one call after the other, until the work is stopped. */
    Mono<Void> repeated(int callers, IntFunction<Mono<?>> call) {
      return Flux.range(0, callers)
          .flatMap(
              caller -> Mono.defer(() -> call.apply(caller))
                  .then(Mono.just(PAUSE))
                  .onErrorReturn(PAUSE_AFTER_FAILURE)
                  .flatMap(Mono::delay)
                  .repeat(() -> !stopped.get()),
              callers)
          .then();
    }

    /** Tells that a promise of the service is broken. */
    void broken(String what) {
      broken.add(what);
    }
  }

  private final Calls calls = new Calls();
  private final List<Program> programs;
  private final Disposable running;

  private RecordedWork(List<Program> programs) {
    this.programs = programs;
    this.running = Mono.whenDelayError(
            programs.stream().map(program -> program.run(calls)).toList())
        .subscribe(end -> {}, failure -> calls.broken("a program ended: " + failure));
  }

  /**
   * Begins to work.
   *
   * @param number of the work; each has tables of its own
   * @param callers of each kind
   * @param nodes clients of one node each, which repeat nothing
   */
  static RecordedWork begin(
      int number, int callers, WeirClient tables, WeirQueues queues, List<WeirClient> nodes) {
    var table = new TableName("Work" + number);
    tables.createTable(table).block(PATIENCE);
    return new RecordedWork(List.of(
        new RecordedRegisters(tables, nodes, table, callers),
        new RecordedCounter(tables, table, callers),
        new RecordedInserts(tables, table, callers),
        new RecordedPairs(tables, table, callers),
        RecordedMessages.of(queues, "work" + number, callers)));
  }

  /** Waits until calls of each kind are acknowledged that began after this call. */
  void awaitProgress() {
    var before = programs.stream().map(Program::acknowledged).toList();
    var began = System.nanoTime();
    for (var place = 0; place < programs.size(); place++) {
      var program = programs.get(place);
      var enough = before.get(place) + 20;
      while (program.acknowledged() < enough) {
        assertSound();
        assertThat(System.nanoTime() - began)
            .as("nanoseconds without calls of %s", program.getClass().getSimpleName())
            .isLessThan(PATIENCE.toNanos());
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  /** Fails if a promise was broken so far. */
  void assertSound() {
    assertThat(calls.broken).isEmpty();
  }

  /** Stops the programs, and compares what the service has with their records. */
  long stopAndCheck() {
    calls.stopped.set(true);
    Mono.fromSupplier(running::isDisposed)
        .filter(ended -> ended)
        .repeatWhenEmpty(again -> again.delayElements(Duration.ofMillis(20)))
        .block(PATIENCE);
    programs.forEach(program -> program.check(calls));
    assertSound();
    return programs.stream().mapToLong(Program::acknowledged).sum();
  }
}
