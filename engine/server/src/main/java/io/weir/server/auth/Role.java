package io.weir.server.auth;

import io.weir.server.request.Access;

/** What somebody who was vouched for may do in every account that is served. */
public enum Role {

  /** Read the properties of the service, list tables, and read entities of all of them. */
  READER("sco", "rl"),

  /** Everything that can be done to tables and entities; not what only the holder of a key may. */
  CONTRIBUTOR("co", "rwdlacu");

  private final String resourceTypes;
  private final String permissions;

  /** Both as the token of an account names them. */
  Role(String resourceTypes, String permissions) {
    this.resourceTypes = resourceTypes;
    this.permissions = permissions;
  }

  Access access() {
    return GrantedTables.access(new AccountGrant(resourceTypes, permissions));
  }
}
