package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;

/** What a token that was verified allows. Immutable. */
sealed interface Grant permits AccountGrant, TableGrant {

  /** Fails with an {@code Authorization..} code when the service itself may not be dealt with like that. */
  void requireOnService(Permission permission);

  /** Fails likewise when tables as such may not be dealt with like that. */
  void requireOnTables(Permission permission);

  /** Fails likewise when entities of the table may not. */
  void requireOnTable(TableName table, Permission permission);

  /** The keys of the entities that may be dealt with. */
  GrantedKeys bounds();

  /** Fails with {@code AuthorizationPermissionMismatch} when no letter of the permission is among those given. */
  static void requireLetter(Permission permission, String letters) {
    if (!permission.isAmong(letters)) {
      throw denied(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH, "given=" + letters);
    }
  }

  static AccessDeniedException denied(ErrorCode code, String facts) {
    return new AccessDeniedException(code, facts);
  }
}
