package io.weir.pattern.filter;

import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition on entities, extended by {@link #and}, {@link #or} and {@link #negated}.
 *
 * <p>Each step takes the whole condition so far as one operand: {@code a.or(b).and(c)} means
 * {@code (a or b) and c}. Import the factories statically. Immutable; any thread.
 */
public final class Condition {

  private final Filter filter;

  private Condition(Filter filter) {
    this.filter = filter;
  }

  /** Starts a comparison of a property. */
  public static Operand where(String property) {
    return new Operand(property);
  }

  /** Starts a comparison of the PartitionKey. */
  public static Operand partitionKey() {
    return where("PartitionKey");
  }

  /** Starts a comparison of the RowKey. */
  public static Operand rowKey() {
    return where("RowKey");
  }

  /** Starts a comparison of the Timestamp. */
  public static Operand timestamp() {
    return where("Timestamp");
  }

  /** Matches every entity. */
  public static Condition everything() {
    return of(Filter.ALL);
  }

  /**
   * Matches the entities that the condition does not match, including those that lack a property
   * which it names.
   */
  public static Condition not(Condition condition) {
    return of(new Filter.Not(condition.filter));
  }

  /** Wraps a filter that was built or parsed elsewhere. */
  public static Condition of(Filter filter) {
    return new Condition(filter);
  }

  /** Matches entities that both conditions match. */
  public Condition and(Condition other) {
    var operands = new ArrayList<Filter>();
    add(operands, filter, filter instanceof Filter.And);
    add(operands, other.filter, other.filter instanceof Filter.And);
    return of(new Filter.And(operands));
  }

  /** Matches entities that at least one condition matches. */
  public Condition or(Condition other) {
    var operands = new ArrayList<Filter>();
    add(operands, filter, filter instanceof Filter.Or);
    add(operands, other.filter, other.filter instanceof Filter.Or);
    return of(new Filter.Or(operands));
  }

  /** As {@link #not}. */
  public Condition negated() {
    return not(this);
  }

  /** Returns the filter, for {@link io.weir.api.Query#where(Filter)}. */
  public Filter filter() {
    return filter;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Condition that && filter.equals(that.filter);
  }

  @Override
  public int hashCode() {
    return filter.hashCode();
  }

  /** Returns the text of {@code $filter}. Fails as {@link FilterPrinter} does. */
  @Override
  public String toString() {
    return FilterPrinter.print(filter);
  }

  /**
   * Merges a chain of the same operator into one node, as the parser does, so that the text has no
   * needless brackets.
   */
  private static void add(List<Filter> operands, Filter next, boolean sameWord) {
    if (sameWord) {
      operands.addAll(next.operands());
    } else {
      operands.add(next);
    }
  }
}
