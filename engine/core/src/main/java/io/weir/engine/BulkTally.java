package io.weir.engine;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import org.jspecify.annotations.Nullable;

/** Counts what a bulk write has answered. Belongs to who drains the subscription, one thread at a time. */
final class BulkTally {

  private long done;
  private long refused;

  /** Takes notice of an outcome that is answered; answers it. */
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

  /** Why the whole must end: the table is not there, or no longer. Null where it need not. */
  static @Nullable TableServiceException absentTable(BulkResult outcome) {
    return outcome instanceof BulkResult.Refused refusal
            && refusal.cause().code() == ErrorCode.TABLE_NOT_FOUND
        ? refusal.cause().atOperation(TableServiceException.NO_OPERATION)
        : null;
  }
}
