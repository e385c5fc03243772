package io.weir.server.auth;

import io.weir.api.Right;
import io.weir.api.error.ErrorCode;

/**
 * An operation that a token can allow. Source: the public documentation, "Create an account SAS"
 * and "Create a service SAS".
 */
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

  /**
   * The resource type as an account SAS writes it: {@code s} for the service, {@code c} for a
   * table, {@code o} for an entity.
   */
  private final char resourceType;

  /** The permission letters; any one of them allows the operation. */
  private final String letters;

  Permission(char resourceType, String letters) {
    this.resourceType = resourceType;
    this.letters = letters;
  }

  /**
   * Returns the permission that gives a right. Fails with {@code AuthorizationFailure} for what
   * takes the account's key.
   */
  static Permission of(Right right) {
    return switch (right) {
      case LIST_TABLES -> LIST_TABLES;
      case CREATE_TABLE -> CREATE_TABLE;
      case DELETE_TABLE -> DELETE_TABLE;
      case QUERY -> QUERY;
      case ADD -> ADD;
      case UPDATE -> UPDATE;
      case DELETE -> DELETE;
      case OWN -> throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey");
    };
  }

  /** Whether it concerns tables as a whole, not their entities. */
  boolean isOnTables() {
    return resourceType == 'c';
  }

  boolean isOfType(String resourceTypes) {
    return resourceTypes.indexOf(resourceType) >= 0;
  }

  boolean isAmong(String permissions) {
    return letters.chars().anyMatch(letter -> permissions.indexOf(letter) >= 0);
  }
}
