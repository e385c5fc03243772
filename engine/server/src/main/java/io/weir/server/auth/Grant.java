package io.weir.server.auth;

import io.weir.api.Operation;
import io.weir.api.Right;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;

/** The rights that a verified token grants. Immutable. */
sealed interface Grant permits AccountGrant, TableGrant {

  /**
   * Fails with an {@code Authorization...} code unless the grant covers this operation on the
   * service.
   */
  void requireOnService(Permission permission);

  /**
   * Fails with an {@code Authorization...} code unless the grant covers this operation on tables.
   */
  void requireOnTables(Permission permission);

  /**
   * Fails with an {@code Authorization...} code unless the grant covers this operation on entities
   * of the table.
   */
  void requireOnTable(TableName table, Permission permission);

  /** Fails unless the grant covers all rights that the operation takes on the table. */
  default void require(Operation operation, TableName table) {
    operation.rights().forEach(right -> require(right, table));
  }

  /**
   * Fails unless the grant covers the right on the table. A grant never covers what the account's
   * owner may do alone.
   */
  default void require(Right right, TableName table) {
    var permission = Permission.of(right);
    if (permission.isOnTables()) {
      requireOnTables(permission);
    } else {
      requireOnTable(table, permission);
    }
  }

  /** Fails unless the operation takes rights on tables alone, and the grant covers them. */
  default void requireOnTables(Operation operation) {
    var permissions = operation.rights().stream().map(Permission::of).toList();
    if (permissions.isEmpty() || !permissions.stream().allMatch(Permission::isOnTables)) {
      throw denied(ErrorCode.AUTHORIZATION_FAILURE, "operation=" + operation.text());
    }
    permissions.forEach(this::requireOnTables);
  }

  /** Returns the keys of the entities that the grant covers. */
  GrantedKeys bounds();

  /**
   * Fails with {@code AuthorizationPermissionMismatch} unless one of the letters allows the
   * operation.
   */
  static void requireLetter(Permission permission, String letters) {
    if (!permission.isAmong(letters)) {
      throw denied(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, "given=" + letters);
    }
  }

  static AccessDeniedException denied(ErrorCode code, String facts) {
    return new AccessDeniedException(code, facts);
  }
}
