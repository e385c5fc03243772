package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;

/**
 * What the token of a table allows: entities of that table, and nothing about the table itself.
 *
 * @param permissions letters of what may be done with the entities
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
