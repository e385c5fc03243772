package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;

/**
 * The rights that a table SAS grants: operations on the table's entities, none on the table itself.
 *
 * @param permissions letters of the permitted operations
 */
record TableGrant(TableName table, String permissions, GrantedKeys bounds) implements Grant {

  @Override
  public void requireOnService(Permission permission) {
    throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "given=entitiesOf:" + table);
  }

  @Override
  public void requireOnTables(Permission permission) {
    throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "given=entitiesOf:" + table);
  }

  @Override
  public void requireOnTable(TableName other, Permission permission) {
    if (!other.equals(table)) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "given=entitiesOf:" + table);
    }
    Grant.requireLetter(permission, permissions);
  }
}
