package io.weir.server.auth;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;

/**
 * The rights that an account SAS grants on every table.
 *
 * @param resourceTypes letters of the resource types: {@code s}, {@code c}, {@code o}
 * @param permissions letters of the permitted operations
 */
record AccountGrant(String resourceTypes, String permissions) implements Grant {

  @Override
  public void requireOnService(Permission permission) {
    require(permission);
  }

  @Override
  public void requireOnTables(Permission permission) {
    require(permission);
  }

  @Override
  public void requireOnTable(TableName table, Permission permission) {
    require(permission);
  }

  @Override
  public GrantedKeys bounds() {
    return GrantedKeys.NONE;
  }

  private void require(Permission permission) {
    if (!permission.isOfType(resourceTypes)) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_RESOURCE_TYPE_MISMATCH, "given=" + resourceTypes);
    }
    Grant.requireLetter(permission, permissions);
  }
}
