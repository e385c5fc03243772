package io.weir.perf.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.perf.process.Cpu;
import io.weir.perf.report.Latency;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Latencies, counts and failures are exact, by a clock that the test moves. */
final class DriverTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofMillis(1);

  private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
  private final Cpu server = () -> Duration.ofMillis(seconds() * 200);
  private final Cpu load = () -> Duration.ZERO;
  private final Driver driver = new Driver(LoadClock.movedBy(clock), server, load);

  @AfterEach
  void stopTheClock() {
    clock.dispose();
  }

  @Test
  void anOpenLoopKeepsItsRateAndCountsEachAnswer() throws IOException {
    var rounds = run(new OpenLoop(1_000), drawn -> answered(), 3);

    assertThat(rounds).hasSize(3).allSatisfy(round -> {
      assertThat(round.operations()).isBetween(999L, 1_001L);
      assertThat(round.seconds()).isEqualTo(1);
      assertThat(round.serverCpuSeconds()).isEqualTo(0.2, within(1e-9));
      assertThat(round.failures()).isEmpty();
    });
    assertThat(Latency.of(rounds.get(0).latencyNanos()).micros(50)).isEqualTo(1_000, within(1.0));
  }

  @Test
  void eachOperationIsARoundIfTheyFollowOneByOne() throws IOException {
    var rounds = run(new OneByOne(), drawn -> answered(), 3);

    assertThat(rounds).hasSize(3).allSatisfy(round -> {
      assertThat(round.operations()).isEqualTo(1);
      assertThat(round.seconds()).isEqualTo(ANSWER.toNanos() / 1e9);
      assertThat(Latency.of(round.latencyNanos()).micros(50)).isEqualTo(1_000, within(1.0));
    });
  }

  @Test
  void aStallDelaysAllOperationsOfAnOpenLoopThatWereDue() throws IOException {
    var rounds = run(new OpenLoop(1_000), this::stalledInTheThirdSecond, 3);

    var latency = Latency.of(total(rounds));
    assertThat(rounds.get(1).operations()).isLessThan(10);
    assertThat(latency.micros(100)).isEqualTo(1_000_000, within(5_000.0));
    assertThat(latency.micros(75)).isEqualTo(250_000, within(10_000.0));
  }

  @Test
  void operationsDelayedByTheLimitInFlightCountAsLate() throws IOException {
    var rounds = run(new OpenLoop(2.0 * OpenLoop.MOST_UNDER_WAY), this::stalledInTheThirdSecond, 3);

    assertThat(Latency.of(total(rounds)).micros(75)).isEqualTo(250_000, within(10_000.0));
  }

  @Test
  void operationsDueCloseTogetherBeginTogetherWithTheSameLatency() throws IOException {
    var begun = new HashSet<Long>();
    var rounds = run(
        new OpenLoop(100_000),
        drawn -> {
          begun.add(clock.now(TimeUnit.NANOSECONDS));
          return answered();
        },
        1);

    var turnsASecond = 1_000_000 / OpenLoop.REST_MICROS;
    assertThat(begun).hasSizeLessThanOrEqualTo(2 * turnsASecond + 1);
    assertThat(rounds.get(0).operations()).isBetween(99_900L, 100_100L);
    assertThat(Latency.of(rounds.get(0).latencyNanos()).micros(100))
        .isBetween(1_000.0, 1_001.0 + OpenLoop.REST_MICROS);
  }

  @Test
  void aStallDelaysOneOperationOfAClosedLoop() throws IOException {
    var rounds = run(new ClosedLoop(1), this::stalledInTheThirdSecond, 3);

    var latency = Latency.of(total(rounds));
    assertThat(latency.micros(100)).isEqualTo(1_000_000, within(5_000.0));
    assertThat(latency.micros(99)).isEqualTo(1_000, within(1.0));
  }

  @Test
  void eachClientHasOneOperationInFlight() throws IOException {
    var rounds = run(new ClosedLoop(16), drawn -> answered(), 1);

    assertThat(rounds.get(0).operations()).isBetween(15_900L, 16_100L);
  }

  @Test
  void failuresAreCountedByNameAndNotAsOperations() throws IOException {
    var rounds = run(new OpenLoop(100), drawn -> Mono.error(new IOException("no")), 1);

    assertThat(rounds.get(0).operations()).isZero();
    assertThat(rounds.get(0).failures()).containsKey("IOException");
    assertThat(rounds.get(0).failures().get("IOException")).isBetween(99L, 101L);
  }

  @Test
  void anAnswerWithoutAValueIsAFailure() throws IOException {
    var rounds = run(new OpenLoop(100), drawn -> Mono.empty(), 1);

    assertThat(rounds.get(0).failures()).containsOnlyKeys("EmptyAnswer");
  }

  @Test
  void anUnansweredOperationIsAFailure() throws IOException {
    var rounds = run(new ClosedLoop(7), drawn -> Mono.never(), 2);

    assertThat(rounds.get(0).failures()).isEmpty();
    assertThat(rounds.get(1).failures()).containsEntry(Driver.UNANSWERED, 7L);
  }

  @Test
  void aFailingClientPauses() throws IOException {
    var rounds = run(new ClosedLoop(1), drawn -> Mono.error(new IOException("no")), 1);

    assertThat(rounds.get(0).failures().get("IOException")).isBetween(99L, 101L);
  }

  private Mono<Integer> answered() {
    return Mono.delay(ANSWER, clock).thenReturn(1);
  }

  /** The first second is the warm-up. */
  private Mono<Integer> stalledInTheThirdSecond(DrawnOperation unused) {
    return seconds() == 2
        ? Mono.delay(Duration.ofSeconds(3).minusMillis(millis()), clock).thenReturn(1)
        : answered();
  }

  private List<Round> run(Pace pace, Work work, int rounds) throws IOException {
    var workload = Workloads.named("read");
    var draws = OperationDraws.of(workload, workload.population(1_000), new InsertedRows(1_000), 1);
    var result = new AtomicReference<List<Round>>(List.of());
    var subscription =
        driver.run(work, draws, pace, new Rounds(SECOND, SECOND, rounds)).subscribe(result::set);
    clock.advanceTimeBy(SECOND.multipliedBy(rounds + 1).plus(Driver.PATIENCE).plus(ANSWER));
    assertThat(subscription.isDisposed()).isTrue();
    return result.get();
  }

  private static Histogram total(List<Round> rounds) {
    var total = new Histogram(OperationCounters.LONGEST_NANOS, 3);
    rounds.forEach(round -> total.add(round.latencyNanos()));
    return total;
  }

  private long seconds() {
    return millis() / 1_000;
  }

  private long millis() {
    return clock.now(TimeUnit.MILLISECONDS);
  }
}
