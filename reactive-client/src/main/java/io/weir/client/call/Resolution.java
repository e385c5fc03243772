package io.weir.client.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Finds out what happened to one kind of write: {@link io.weir.client.options.UnknownWrites} has
 * the table of all kinds. Any thread.
 */
@FunctionalInterface
public interface Resolution<T> {

  /**
   * Reads what it needs and returns the verdict.
   *
   * @param sentAfterTicks a time of the service before the write was sent, as a Timestamp; the
   *     smallest value if unknown
   * @param refusal what the repeated write was refused with; empty if the answer to the first was
   *     lost
   */
  Mono<Verdict<T>> resolve(long sentAfterTicks, Optional<TableServiceException> refusal);

  /** Resolves a write about which nothing can be found out. */
  static <T> Resolution<T> none() {
    return (sentAfter, refusal) -> Mono.just(Verdict.unknown("resolution=none"));
  }

  /** Resolves a write that may be repeated. */
  static <T> Resolution<T> repeating() {
    return (sentAfter, refusal) ->
        Mono.just(refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }

  /**
   * Resolves a write that the service remembers by a token: it is repeated, and the answer to the
   * repeat is that to the write. Only a {@link RepeatRefusal#tellsOutcome refusal after the look-up
   * of the token} tells what became of the write.
   */
  static <T> Resolution<T> remembered() {
    return (sentAfter, refusal) -> Mono.just(refusal
        .map(reason -> RepeatRefusal.tellsOutcome(reason)
            ? Verdict.<T>refused(reason)
            : Verdict.<T>unknown("repetition=refused"))
        .orElseGet(Verdict::repeatable));
  }

  /**
   * Resolves a removal that may be repeated. If nothing is left to remove, the removal succeeded.
   */
  static <T> Resolution<T> removing(Verdict<T> removed) {
    return (sentAfter, refusal) -> Mono.just(
        refusal.filter(reason -> reason.code() == ErrorCode.RESOURCE_NOT_FOUND).isPresent()
            ? removed
            : refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }
}
