package io.weir.engine.advice;

/** The kinds of advice. */
public enum AdviceKind {
  /** Queries read much and return little, and an index would find it. */
  MISSING_INDEX("missingIndex"),
  /** Queries do not use an index that is declared. */
  UNUSED_INDEX("unusedIndex"),
  /** One partition gets most of the requests. */
  HOT_PARTITION("hotPartition"),
  /** Writes go to the end of the keys. */
  APPEND_ONLY_KEYS("appendOnlyKeys"),
  /** A partition is large. */
  LARGE_PARTITION("largePartition"),
  /** Entities are near a limit of their size. */
  ENTITY_NEAR_LIMIT("entityNearLimit"),
  /** A property is written and not read. */
  UNREAD_PROPERTY("unreadProperty"),
  /** Entities are removed one by one, in the order of their keys. */
  DELETES_ONE_BY_ONE("deletesOneByOne"),
  /** Small entities are written one by one to one partition. */
  WRITES_ONE_BY_ONE("writesOneByOne");

  private final String code;

  AdviceKind(String code) {
    this.code = code;
  }

  /** Returns the name on the wire and in metrics. */
  public String code() {
    return code;
  }
}
