package io.weir.client.call;

import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * One write, sent until its outcome is known or cannot be found out:
 * {@link io.weir.client.options.UnknownWrites}.
 *
 * <p>Belongs to one subscription; attempts follow each other.
 */
final class WriteAttempts<T> implements Verdict.Handler<T, Mono<T>> {

  private final Call call;
  private final Mono<T> attempt;
  private final Resolution<T> resolution;

  /** The failure that left the outcome unknown; absent while the outcome is known. */
  private Optional<Throwable> open = Optional.empty();

  /** When a repeat has no sure effect any more, by the clock of sendings; absent for never. */
  private Optional<Long> untilNanos = Optional.empty();

  WriteAttempts(Call call, Mono<T> attempt, Resolution<T> resolution) {
    this.call = call;
    this.attempt = attempt;
    this.resolution = resolution;
  }

  /** Sends the write once. After {@link RetryableFailure} the caller may subscribe again. */
  Mono<T> once() {
    return attempt.onErrorResume(this::judge);
  }

  /** Sends the write once more, and gives up when a repeat has no sure effect any more. */
  Mono<T> again() {
    return Mono.defer(() -> untilNanos.map(this::before).orElseGet(this::once));
  }

  private Mono<T> before(long nanos) {
    var left = nanos - Sending.nowNanos();
    Mono<T> tooLate = Mono.error(() -> Failures.unknown(open.orElseThrow(), "repetition=tooLate"));
    return left <= 0 ? tooLate : once().timeout(Duration.ofNanos(left), tooLate);
  }

  /** Returns the failure to report when no attempt is left. */
  Throwable givenUp(Throwable failure) {
    if (failure instanceof RetryableFailure again) {
      return open.isPresent()
          ? Failures.unknown(open.get(), "repetition=failed")
          : RetryableFailure.unwrapped(again);
    }
    return failure;
  }

  private Mono<T> judge(Throwable failure) {
    if (Failures.isKnownUndone(failure)) {
      if (open.isEmpty()) {
        call.markUnsent();
      }
      return Mono.error(new RetryableFailure(failure));
    }
    if (Failures.isOutcomeUnknown(failure)) {
      open = Optional.of(failure);
      return resolve(Optional.empty());
    }
    return open.isPresent() && failure instanceof TableServiceException refusal
        ? resolve(Optional.of(refusal))
        : Mono.error(failure);
  }

  private Mono<T> resolve(Optional<TableServiceException> refusal) {
    return resolution
        .resolve(call.sending(), refusal)
        .onErrorResume(unread -> Mono.just(Verdict.unknown("resolution=failed")))
        .flatMap(verdict -> verdict.dispatch(this));
  }

  @Override
  public Mono<T> done(Verdict.Done<T> verdict) {
    return Mono.just(verdict.answer());
  }

  @Override
  public Mono<T> refused(Verdict.Refused<T> verdict) {
    return Mono.error(verdict.refusal());
  }

  @Override
  public Mono<T> repeatable(Verdict.Repeatable<T> verdict) {
    untilNanos = verdict.left().map(left -> Sending.nowNanos() + left.toNanos());
    return Mono.error(new RetryableFailure(open.orElseThrow()));
  }

  @Override
  public Mono<T> unknown(Verdict.Unknown<T> verdict) {
    return Mono.error(Failures.unknown(open.orElseThrow(), verdict.facts()));
  }
}
