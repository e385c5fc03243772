package io.weir.client.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
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
   * @param sent when the write was sent first
   * @param refusal what the repeated write was refused with; empty if the answer to the first was
   *     lost
   */
  Mono<Verdict<T>> resolve(Sending sent, Optional<TableServiceException> refusal);

  /** Resolves a write about which nothing can be found out. */
  static <T> Resolution<T> none() {
    return (sent, refusal) -> Mono.just(Verdict.unknown("resolution=none"));
  }

  /** Resolves a write that may be repeated. */
  static <T> Resolution<T> repeating() {
    return (sent, refusal) ->
        Mono.just(refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }

  /**
   * Resolves a write that the service remembers by a token: it is repeated, and the answer to the
   * repeat is that to the write. Only a {@link RepeatRefusal#tellsOutcome refusal after the look-up
   * of the token} tells what became of the write.
   *
   * <p>The service surely remembers it for {@link Write.Change#REPEAT_TIME} after the first
   * sending. Later it is not repeated, a repeat is not waited for, and no refusal tells anything:
   * the outcome is unknown.
   */
  static <T> Resolution<T> remembered() {
    return (sent, refusal) -> {
      var left = sent.left(Write.Change.REPEAT_TIME);
      if (left.isZero()) {
        return Mono.just(Verdict.unknown("repetition=tooLate"));
      }
      return Mono.just(refusal
          .map(reason -> RepeatRefusal.tellsOutcome(reason)
              ? Verdict.<T>refused(reason)
              : Verdict.<T>unknown("repetition=refused"))
          .orElseGet(() -> Verdict.repeatableFor(left)));
    };
  }

  /**
   * Resolves a removal that may be repeated. If nothing is left to remove, the removal succeeded.
   */
  static <T> Resolution<T> removing(Verdict<T> removed) {
    return (sent, refusal) -> Mono.just(
        refusal.filter(reason -> reason.code() == ErrorCode.RESOURCE_NOT_FOUND).isPresent()
            ? removed
            : refusal.isEmpty() ? Verdict.repeatable() : Verdict.unknown("repetition=refused"));
  }
}
