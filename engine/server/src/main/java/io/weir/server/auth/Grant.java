package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;

/** The rights that a verified token grants. Immutable. */
sealed interface Grant permits AccountGrant, TableGrant {

  /** Fails with an {@code Authorization...} code unless the grant covers this operation on the service. */
  void requireOnService(Permission permission);

  /** Fails with an {@code Authorization...} code unless the grant covers this operation on tables. */
  void requireOnTables(Permission permission);

  /** Fails with an {@code Authorization...} code unless the grant covers this operation on entities of the table. */
  void requireOnTable(TableName table, Permission permission);

  /** Returns the keys of the entities that the grant covers. */
  GrantedKeys bounds();

  /** Fails with {@code AuthorizationPermissionMismatch} unless one of the letters allows the operation. */
  static void requireLetter(Permission permission, String letters) {
    if (!permission.isAmong(letters)) {
      throw denied(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, "given=" + letters);
    }
  }

  static AccessDeniedException denied(ErrorCode code, String facts) {
    return new AccessDeniedException(code, facts);
  }
}
