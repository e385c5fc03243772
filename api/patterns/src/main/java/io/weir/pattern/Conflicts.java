package io.weir.pattern;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.function.Predicate;
import reactor.util.retry.Retry;

/**
 * Failures that say that another program has written an entity since it was read.
 *
 * <p>A pattern decides by one entity, which is the first operation of its batch. A failure of a
 * later operation is no conflict.
 */
public final class Conflicts {

  /** Attempts, the first included. */
  public static final int ATTEMPTS = 16;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private Conflicts() {}

  /**
   * Tries again while the failure satisfies the condition; after {@value #ATTEMPTS} attempts fails
   * with the last failure.
   */
  public static Retry retry(Predicate<Throwable> condition) {
    return Retry.backoff(ATTEMPTS - 1L, FIRST_PAUSE)
        .maxBackoff(LONGEST_PAUSE)
        .filter(condition)
        .onRetryExhaustedThrow((spec, signal) -> signal.failure());
  }

  /**
   * Whether a single write, or the first operation of a batch, has met another version, or an
   * entity that came or went.
   */
  public static boolean isFirst(Throwable failure) {
    return (failure instanceof PreconditionFailedException
            || failure instanceof ConflictException taken
                && taken.code() == ErrorCode.ENTITY_ALREADY_EXISTS
            || isGone(failure))
        && ((TableServiceException) failure).failedOperation() <= 0;
  }

  /** Whether an entity is absent. */
  public static boolean isGone(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }

  /** Whether an entity is absent or has another version. */
  public static boolean hasMovedOn(Throwable failure) {
    return failure instanceof PreconditionFailedException || isGone(failure);
  }
}
