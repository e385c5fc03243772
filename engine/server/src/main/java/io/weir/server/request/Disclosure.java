package io.weir.server.request;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.function.Predicate;

/** Decides what the failure of a write tells its sender of other entities. Any thread. */
public final class Disclosure {

  private Disclosure() {}

  /**
   * Returns the failure without the holder of the values in a unique index, unless the sender may
   * query the holder.
   *
   * @param mayQuery returns whether the sender may query an entity of the table that was written
   */
  public static TableServiceException of(
      TableServiceException failure, Predicate<EntityKey> mayQuery) {
    return failure.code() == ErrorCode.UNIQUE_INDEX_VIOLATION
            && failure instanceof ConflictException violation
            && violation.holder().filter(holder -> mayQuery.test(keyOf(holder))).isEmpty()
        ? violation.withoutHolder()
        : failure;
  }

  private static EntityKey keyOf(ConflictException.Holder holder) {
    return new EntityKey(holder.partitionKey(), holder.rowKey());
  }
}
