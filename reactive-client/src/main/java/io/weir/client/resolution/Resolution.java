package io.weir.client.resolution;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Finds out what became of a write of one kind: {@link io.weir.client.options.UnknownWrites} is the table of all. Any thread. */
@FunctionalInterface
public interface Resolution<T> {

  /**
   * The verdict, after reading what it takes.
   *
   * @param sentAfterTicks service's time at which the write had not been sent yet, as a Timestamp; the smallest value when unknown
   * @param refusal what the write was refused with when it was sent again; empty where its first answer was lost
   */
  Mono<Verdict<T>> resolve(long sentAfterTicks, Optional<TableServiceException> refusal);

  /** Of a write that nothing can be found out about. */
  static <T> Resolution<T> none() {
    return (sentAfter, refusal) -> Mono.just(Verdict.unknown("resolution=none"));
  }

  /** Of a write that may be sent again. */
  static <T> Resolution<T> repeating() {
    return (sentAfter, refusal) ->
        Mono.just(refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }

  /** Of a removal that may be sent again: that there is nothing left to remove is what was wanted. */
  static <T> Resolution<T> removing(Verdict<T> removed) {
    return (sentAfter, refusal) -> Mono.just(
        refusal.filter(reason -> reason.code() == ErrorCode.RESOURCE_NOT_FOUND).isPresent()
            ? removed
            : refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }
}
