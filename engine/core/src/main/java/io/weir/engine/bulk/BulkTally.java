package io.weir.engine.bulk;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import org.jspecify.annotations.Nullable;

/**
 * Counts the results that a bulk write has emitted. Owner: the thread that drains the subscription,
 * one at a time.
 */
final class BulkTally {

  private long done;
  private long refused;

  /** Counts an outcome that is about to be emitted, and returns it. */
  BulkResult count(BulkResult outcome) {
    if (outcome instanceof BulkResult.Done) {
      done++;
    } else {
      refused++;
    }
    return outcome;
  }

  long emitted() {
    return done + refused;
  }

  BulkResult end() {
    return new BulkResult.End(done, refused);
  }

  /**
   * Returns the failure that ends the whole bulk write because its table is absent; null for any
   * other outcome.
   */
  static @Nullable TableServiceException absentTable(BulkResult outcome) {
    return outcome instanceof BulkResult.Refused refusal
            && refusal.cause().code() == ErrorCode.TABLE_NOT_FOUND
        ? refusal.cause().atOperation(TableServiceException.NO_OPERATION)
        : null;
  }
}
