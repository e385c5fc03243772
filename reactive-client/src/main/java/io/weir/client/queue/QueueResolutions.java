package io.weir.client.queue;

import io.weir.api.error.ErrorCode;
import io.weir.client.call.Resolution;
import io.weir.client.call.Verdict;
import io.weir.client.options.UnknownWrites;
import reactor.core.publisher.Mono;

/**
 * What follows when the answer to a change of a queue is lost.
 *
 * <pre>
 * operation                              FAIL       RESOLVE             REPEAT
 * put                                    fails      fails               is repeated, and the message may be there twice
 * take                                   fails      is repeated; lost messages are visible after their timeout
 * delete of a message or queue           fails      is repeated; absent means done
 * update                                 fails      fails               is repeated; fails if the first was carried out
 * everything else                        fails      is repeated, which has the same effect
 * </pre>
 *
 * <p>Any thread.
 */
public record QueueResolutions(UnknownWrites policy) {

  /** Resolves a change that has the same effect when it is repeated. */
  public <T> Resolution<T> ofRepeatable() {
    return policy == UnknownWrites.FAIL ? Resolution.none() : Resolution.repeating();
  }

  /** Resolves a change that has another effect when it is repeated. */
  public <T> Resolution<T> ofOther() {
    return policy == UnknownWrites.REPEAT ? Resolution.repeating() : Resolution.none();
  }

  /** Resolves a removal: if nothing is left to remove, it succeeded. */
  public Resolution<Boolean> ofRemoval(ErrorCode absent) {
    return policy == UnknownWrites.FAIL
        ? Resolution.none()
        : (sent, refusal) -> Mono.just(
            refusal.isEmpty()
                ? Verdict.repeatable()
                : refusal.filter(reason -> reason.code() == absent).isPresent()
                    ? Verdict.done(true)
                    : Verdict.unknown("repetition=refused"));
  }
}
