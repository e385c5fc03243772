package io.weir.engine.advice;

import io.weir.api.TableName;
import java.util.List;

/** A change that the numbers of a table suggest: what was seen, and what to do. Immutable. */
public sealed interface Advice
    permits MissingIndex,
        NeverUsedIndex,
        HotPartition,
        AppendOnlyKeys,
        LargePartition,
        EntityNearLimit,
        UnreadProperty,
        DeletesOneByOne,
        WritesOneByOne {

  AdviceKind kind();

  TableName table();

  /** Returns the facts, the most telling ones first. */
  List<Evidence> evidence();

  /** Returns what was seen, in one sentence without numbers. */
  String finding();

  /** Returns what to do, in a few sentences. */
  String action();

  /**
   * Returns commands of Weir's command line that do it, for a service at the default endpoint;
   * empty when there are none.
   */
  default List<String> commands() {
    return List.of();
  }

  /**
   * Returns the page of the patterns that shows how, without its ending; empty when there is none.
   */
  default String pattern() {
    return "";
  }
}
