package io.weir.api.index;

/**
 * A declared index that a query did not use, and why.
 *
 * @param property the property that the reason is about; empty for a reason that concerns none
 */
public record UnusedIndex(IndexName index, Reason reason, String property) {

  /** Why an index was not used. */
  public enum Reason {
    /** The hint of the query forbids it, or forces another one. */
    FORBIDDEN,
    /** The service still adds the entities that were there before it. */
    BACKFILLING,
    /** It could not become unique. It can only be dropped. */
    FAILED,
    /** It is partial, and the filter does not imply its condition. */
    PARTIAL,
    /** The query has an order that the index does not give. */
    ORDER,
    /** The filter bounds no values of its first property. */
    FIRST_PROPERTY,
    /**
     * It is sparse, and the filter does not compare a property: entities that lack it can match,
     * and are not in the index.
     */
    SPARSE,
    /** It could answer. The planner found that another path reads less. */
    COST
  }

  /** Makes an unused index with a reason that concerns no property. */
  public UnusedIndex(IndexName index, Reason reason) {
    this(index, reason, "");
  }

  /** Returns the reason in words, as the end of a sentence that begins with the index. */
  public String text() {
    return switch (reason) {
      case FORBIDDEN -> "the hint of the query forbids it";
      case BACKFILLING -> "it is still being filled";
      case FAILED -> "it could not become unique; drop it";
      case PARTIAL -> "the filter does not imply its condition";
      case ORDER -> "it does not give the order of the query";
      case FIRST_PROPERTY -> "the filter does not bound its first property " + property;
      case SPARSE ->
        "it is sparse, so that it lacks entities without " + property
            + "; declare it without sparse, or compare " + property;
      case COST -> "another path reads less";
    };
  }
}
