package io.weir.server.auth;

import io.weir.api.error.ErrorCode;
import io.weir.api.queue.QueueName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rights of a request's sender on the queues of an account. Immutable.
 *
 * <p>Both methods fail with an {@code Authorization..} code.
 */
public interface QueueAccess {

  /** The rights of a sender that holds an account key. */
  QueueAccess OWNER = (permission, queue) -> {};

  /**
   * Fails unless the sender may carry out an operation on a queue, or on the service if there is no
   * queue.
   */
  void require(QueuePermission permission, @Nullable QueueName queue);

  /** Fails unless the sender holds an account key. */
  default void requireOwner() {
    if (this != OWNER) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey");
    }
  }

  /**
   * Returns the rights of an account SAS, or of a role.
   *
   * @param resourceTypes letters of the resource types: {@code s}, {@code c}, {@code o}
   * @param permissions letters of the permitted operations
   */
  static QueueAccess ofAccount(String resourceTypes, String permissions) {
    return (permission, queue) -> {
      if (!permission.isOfType(resourceTypes)) {
        throw Grant.denied(
            ErrorCode.AUTHORIZATION_RESOURCE_TYPE_MISMATCH, "given=" + resourceTypes);
      }
      if (!permission.isAllowedToAccount(permissions)) {
        throw Grant.denied(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, "given=" + permissions);
      }
    };
  }

  /** Returns the rights of a queue SAS: some operations on the messages of that queue. */
  static QueueAccess ofQueue(QueueName granted, String permissions) {
    return (permission, queue) -> {
      if (!Optional.of(granted).equals(Optional.ofNullable(queue))) {
        throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "given=queue:" + granted);
      }
      if (!permission.isAllowedToQueue(permissions)) {
        throw Grant.denied(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, "given=" + permissions);
      }
    };
  }
}
