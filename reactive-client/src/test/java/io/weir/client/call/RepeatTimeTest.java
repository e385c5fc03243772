package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.ObservationRegistry;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Write;
import io.weir.client.options.RetryOptions;
import io.weir.client.options.UnknownWrites;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** How long a write that the service remembers by a token is repeated. The clock is the test's. */
final class RepeatTimeTest {

  private static final Duration TIME = Write.Change.REPEAT_TIME;
  private static final Duration INSTANT = Duration.ofMillis(1);

  private final VirtualTimeScheduler clock = VirtualTimeScheduler.getOrSet();
  private final List<Sinks.One<String>> attempts = new ArrayList<>();
  private final AtomicReference<Object> outcome = new AtomicReference<>("none");

  @AfterEach
  void letTimePassAsUsual() {
    VirtualTimeScheduler.reset();
  }

  @Test
  void aWriteIsRepeatedUntilAMinuteAfterItsFirstSending() {
    assertThat(TIME).isEqualTo(Duration.ofMinutes(1));
    write(Resolution.remembered());
    passes(TIME.minusSeconds(1));
    last().tryEmitError(lost());
    passes(INSTANT);
    assertThat(attempts).hasSize(2);

    last().tryEmitValue("done");

    assertThat(outcome).hasValue("done");
  }

  @Test
  void aWriteThatIsLostAfterAMinuteIsNotRepeated() {
    write(Resolution.remembered());
    passes(TIME);
    last().tryEmitError(lost());
    passes(TIME);

    assertUnknownTooLate();
    assertThat(attempts).hasSize(1);
  }

  @Test
  void aRepeatThatIsNotAnsweredWithinTheMinuteIsGivenUp() {
    write(Resolution.remembered());
    passes(Duration.ofSeconds(10));
    last().tryEmitError(lost());
    passes(TIME.minusSeconds(10).minus(INSTANT));
    assertThat(outcome).hasValue("none");
    assertThat(attempts).hasSize(2);
    assertThat(last().currentSubscriberCount()).isEqualTo(1);

    passes(INSTANT);

    assertUnknownTooLate();
    assertThat(last().currentSubscriberCount()).isZero();
  }

  @Test
  void aPauseThatEndsAfterTheMinuteEndsTheRepeats() {
    write(Resolution.remembered());
    last().tryEmitError(lost());
    passes(INSTANT);
    last().tryEmitError(new ServiceBusyException("").retryAfter(TIME));
    passes(TIME.multipliedBy(2));

    assertUnknownTooLate();
    assertThat(attempts).hasSize(2);
  }

  @Test
  void theMinuteBeginsWithTheFirstSendingThatMayHaveBeenCarriedOut() {
    write(Resolution.remembered());
    last().tryEmitError(new ServiceBusyException("").retryAfter(TIME));
    passes(TIME);
    assertThat(attempts).hasSize(2);
    passes(TIME.minusSeconds(1));
    last().tryEmitError(lost());
    passes(INSTANT);
    assertThat(attempts).hasSize(3);

    last().tryEmitError(lost());
    passes(INSTANT);
    assertThat(attempts).hasSize(4);
    passes(Duration.ofSeconds(1));

    assertUnknownTooLate();
  }

  @Test
  void aRefusalOfARepeatTellsTheOutcomeWithinTheMinute() {
    var refusal = new PreconditionFailedException("");
    write(Resolution.remembered());
    last().tryEmitError(lost());
    passes(INSTANT);
    last().tryEmitError(refusal);

    assertThat(outcome).hasValue(refusal);
  }

  @Test
  void aRefusalTellsNothingWhenTheTokenMayBeForgotten() {
    var verdict = Resolution.<String>remembered()
        .resolve(
            new Sending(0, Sending.nowNanos() - TIME.toNanos()),
            Optional.of(new PreconditionFailedException("")))
        .block();

    assertThat(verdict).isEqualTo(Verdict.unknown("repetition=tooLate"));
  }

  @Test
  void aWriteThatNeedsNoTokenIsRepeatedAtAnyTime() {
    write(Resolution.repeating());
    passes(TIME.multipliedBy(5));
    last().tryEmitError(lost());
    passes(TIME.multipliedBy(5));
    last().tryEmitValue("done");

    assertThat(outcome).hasValue("done");
  }

  private Disposable write(Resolution<String> resolution) {
    Attempts<String> scripted = new Attempts<>() {
      @Override
      public <T> Mono<T> attempt(Call call, ConnectionGroup group, Function<String, Mono<T>> work) {
        return Mono.defer(() -> {
          call.markSent(0);
          return work.apply("service");
        });
      }
    };
    var options = new RetryOptions(5, INSTANT.dividedBy(2), INSTANT, UnknownWrites.RESOLVE);
    var calls = new Calls<>(
        scripted,
        new RetryPolicy(options, 1, () -> 0),
        Optional.empty(),
        Optional.empty(),
        ObservationRegistry.NOOP);
    return calls
        .write("Write", service -> next(), resolution)
        .subscribe(outcome::set, outcome::set);
  }

  private Mono<String> next() {
    var attempt = Sinks.<String>one();
    attempts.add(attempt);
    return attempt.asMono();
  }

  private static IOException lost() {
    return new IOException("lost");
  }

  private Sinks.One<String> last() {
    return attempts.get(attempts.size() - 1);
  }

  private void passes(Duration time) {
    clock.advanceTimeBy(time);
  }

  private void assertUnknownTooLate() {
    assertThat(outcome.get()).isInstanceOfSatisfying(ServiceFailedException.class, unknown -> {
      assertThat(unknown.code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
      assertThat(unknown.facts()).contains("outcome=unknown", "repetition=tooLate");
    });
  }
}
