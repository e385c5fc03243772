package io.weir.server.auth;

/** What a token may allow. Source: the public documentation, "Create an account SAS" and "Create a service SAS". */
enum Permission {
  READ_SERVICE('s', "r"),
  WRITE_SERVICE('s', "w"),
  LIST_TABLES('c', "l"),
  CREATE_TABLE('c', "cw"),
  DELETE_TABLE('c', "d"),
  QUERY('o', "r"),
  ADD('o', "a"),
  UPDATE('o', "u"),
  DELETE('o', "d");

  /** The type of resource as an account's token spells it: {@code s} the service, {@code c} a table, {@code o} an entity. */
  private final char resourceType;

  /** Letters of which each allows it. */
  private final String letters;

  Permission(char resourceType, String letters) {
    this.resourceType = resourceType;
    this.letters = letters;
  }

  boolean isOfType(String resourceTypes) {
    return resourceTypes.indexOf(resourceType) >= 0;
  }

  boolean isAmong(String permissions) {
    return letters.chars().anyMatch(letter -> permissions.indexOf(letter) >= 0);
  }
}
