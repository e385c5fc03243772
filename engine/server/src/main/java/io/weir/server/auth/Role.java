package io.weir.server.auth;

import io.weir.server.http.Access;

/** What somebody who was vouched for may do in every account that is served. */
public enum Role {

  /** List tables, and read entities of all of them. */
  READER(GrantedTables.access(AccountGrant.READING)),

  /** Everything that can be done to tables and entities; not what only the holder of a key may. */
  CONTRIBUTOR(GrantedTables.access(AccountGrant.EVERYTHING));

  private final Access access;

  Role(Access access) {
    this.access = access;
  }

  Access access() {
    return access;
  }
}
