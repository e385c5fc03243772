package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.operator.NotReady;
import io.weir.server.operator.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A gateway waits for a cluster that is slow to answer, and says so. */
final class OpeningTest {

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final AtomicInteger attempts = new AtomicInteger();
  private final List<Throwable> failures = new ArrayList<>();

  @BeforeEach
  void stepTime() {
    VirtualTimeScheduler.set(time);
  }

  @AfterEach
  void endTime() {
    VirtualTimeScheduler.reset();
  }

  private long nanos() {
    return time.now(TimeUnit.NANOSECONDS);
  }

  private Opening<String> begin(Optional<Duration> patience, Mono<String> attempt) {
    var opening = Opening.begin(
        Mono.defer(() -> {
          attempts.incrementAndGet();
          return attempt;
        }),
        patience,
        this::nanos);
    opening.whenFailed(failures::add);
    return opening;
  }

  private static List<NotReady> reasons(Opening<String> opening) {
    return opening.readiness(store -> (Readiness) List::of).reasons();
  }

  @Test
  void attemptsAreRepeatedWithGrowingPausesForHours() {
    var opening = begin(Optional.empty(), Mono.error(new IOException("no quorum")));

    time.advanceTimeBy(Duration.ofMinutes(1));
    assertThat(attempts.get()).isBetween(4, 20);
    var afterAMinute = attempts.get();
    time.advanceTimeBy(Duration.ofHours(1));

    assertThat(attempts.get() - afterAMinute).isBetween(80, 240);
    assertThat(failures).isEmpty();
    assertThat(reasons(opening)).singleElement().satisfies(reason -> {
      assertThat(reason.reason()).isEqualTo("clusterOpening");
      assertThat(reason.since()).isEqualTo(Duration.ofMinutes(61));
      assertThat(reason.needsRestart()).isFalse();
    });
  }

  @Test
  void aStoreThatOpensLateIsServed() {
    var opening = begin(
        Optional.of(Duration.ofMinutes(10)),
        Mono.defer(() ->
            attempts.get() < 4 ? Mono.error(new IOException("no quorum")) : Mono.just("store")));
    assertThat(opening.store()).isEmpty();

    time.advanceTimeBy(Duration.ofMinutes(2));

    assertThat(opening.store()).contains("store");
    assertThat(attempts).hasValue(4);
    assertThat(reasons(opening)).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void theOpeningFailsWhenThePatienceIsOver() {
    begin(Optional.of(Duration.ofMinutes(10)), Mono.never());

    time.advanceTimeBy(Duration.ofMinutes(10).minusMillis(1));
    assertThat(failures).isEmpty();
    time.advanceTimeBy(Duration.ofMillis(1));

    assertThat(failures).singleElement().isInstanceOf(TimeoutException.class);
  }

  @Test
  void aFailureThatTimeDoesNotMendIsToldAtOnce() {
    var opening = begin(Optional.empty(), Mono.error(new DoNotRetryIOException("no coprocessor")));

    assertThat(attempts).hasValue(1);
    assertThat(failures).singleElement().isInstanceOf(DoNotRetryIOException.class);
    assertThatThrownBy(() -> opening.await(Duration.ofSeconds(1)))
        .satisfies(failure ->
            assertThat(Exceptions.unwrap(failure)).isInstanceOf(DoNotRetryIOException.class));
  }

  @Test
  void nothingIsTriedAfterTheEnd() {
    var given = begin(Optional.empty(), Mono.error(new IOException("no quorum")));
    given.giveUp();

    time.advanceTimeBy(Duration.ofHours(1));

    assertThat(attempts).hasValue(1);
    assertThat(failures).isEmpty();
  }

  @Test
  void aWaitThatIsOverLeavesTheOpeningGoOn() {
    VirtualTimeScheduler.reset();
    var sink = Sinks.<String>one();
    var opening = begin(Optional.empty(), sink.asMono());

    opening.await(Duration.ofMillis(1));
    assertThat(opening.store()).isEmpty();
    sink.tryEmitValue("store");

    opening.await(Duration.ofMinutes(1));
    assertThat(opening.store()).contains("store");
  }
}
