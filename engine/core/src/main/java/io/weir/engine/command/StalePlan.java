package io.weir.engine.command;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;

/**
 * The refusal of a command that was planned without its unique indexes, or from entities and claims
 * that have changed. Nothing was done. The sender plans it again.
 */
public final class StalePlan {

  /** The refusal. It has no stack trace and no state, so one is enough. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace, and is not thrown
  public static final TableServiceException REFUSAL = new ServiceBusyException("reason=stalePlan");

  private StalePlan() {}

  /** Whether a failure is this refusal. */
  public static boolean is(TableServiceException failure) {
    return failure == REFUSAL;
  }
}
