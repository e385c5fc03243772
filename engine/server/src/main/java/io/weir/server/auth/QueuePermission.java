package io.weir.server.auth;

/**
 * An operation on queues that a token can allow. Source: the public documentation, "Create an
 * account SAS" and "Create a service SAS".
 */
public enum QueuePermission {
  READ_SERVICE('s', "r", ""),
  WRITE_SERVICE('s', "w", ""),
  LIST_QUEUES('s', "l", ""),
  CREATE_QUEUE('c', "cw", ""),
  DELETE_QUEUE('c', "d", ""),
  READ_METADATA('c', "r", "r"),
  WRITE_METADATA('c', "w", ""),
  PUT('o', "a", "a"),
  TAKE('o', "p", "p"),
  PEEK('o', "r", "r"),
  UPDATE('o', "u", "u"),
  DELETE('o', "p", "p"),
  CLEAR('o', "d", "");

  /**
   * The resource type as an account SAS writes it: {@code s} for the service, {@code c} for a
   * queue, {@code o} for a message.
   */
  private final char resourceType;

  /** The letters of an account SAS; any one of them allows the operation. */
  private final String ofAccount;

  /** The letters of a queue SAS; empty if none allows it. */
  private final String ofQueue;

  QueuePermission(char resourceType, String ofAccount, String ofQueue) {
    this.resourceType = resourceType;
    this.ofAccount = ofAccount;
    this.ofQueue = ofQueue;
  }

  boolean isOfType(String resourceTypes) {
    return resourceTypes.indexOf(resourceType) >= 0;
  }

  boolean isAllowedToAccount(String letters) {
    return isAmong(ofAccount, letters);
  }

  boolean isAllowedToQueue(String letters) {
    return isAmong(ofQueue, letters);
  }

  private static boolean isAmong(String needed, String letters) {
    return needed.chars().anyMatch(letter -> letters.indexOf(letter) >= 0);
  }
}
