package io.weir.server.auth;

import io.weir.server.request.Access;

/** The rights of a client with a bearer token, in every account of the server. */
public enum Role {

  /** May read the service properties, list tables, and read entities. */
  READER("sco", "rl"),

  /**
   * May read and write tables and entities; may not perform operations that require an account key.
   */
  CONTRIBUTOR("co", "rwdlacu");

  private final String resourceTypes;
  private final String permissions;

  /** Takes both as an account SAS writes them. */
  Role(String resourceTypes, String permissions) {
    this.resourceTypes = resourceTypes;
    this.permissions = permissions;
  }

  /** Returns the rights on queues. A reader may look at messages and not take them. */
  QueueAccess queues() {
    if (this == READER) {
      return QueueAccess.ofAccount("sco", "rl");
    }
    var listing = QueueAccess.ofAccount("s", "l");
    var rest = QueueAccess.ofAccount("co", "rwdacup");
    return (permission, queue) ->
        (permission == QueuePermission.LIST_QUEUES ? listing : rest).require(permission, queue);
  }

  Access access() {
    return GrantedTables.access(new AccountGrant(resourceTypes, permissions));
  }
}
