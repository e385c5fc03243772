package io.weir.api.index;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import java.util.List;

/**
 * The declaration of an index.
 *
 * <p>The index covers every entity that satisfies {@code where}; a property that is missing comes
 * before all values. A sparse index covers only entities that have all the properties. It is
 * smaller, and serves only filters that compare each property.
 *
 * <p>Two entities that a unique index covers differ in the values. Numbers that compare equal are
 * equal values, whatever their types, and NaN is a value. {@link #uniquely} makes an index sparse,
 * so that entities which lack a property do not conflict, as nulls do not in SQL. In a unique index
 * that is not sparse, {@link #whole}, a missing property is a value: it conflicts with another
 * missing one.
 *
 * <p>Fails with {@code InvalidInput} for no property, for more than {@link #MAX_PROPERTIES}, for a
 * property that is named twice, for a filter whose text exceeds {@link #MAX_WHERE_CHARS}, and for a
 * unique index over the Timestamp, which the service sets.
 *
 * @param name unique within the table
 * @param properties the properties that the entries are sorted by, the most significant one first
 * @param where which entities the index covers; {@link Filter#ALL} for all
 * @param unique whether two entities that the index covers must differ in the values
 * @param sparse whether the index leaves out entities that lack a property
 */
public record IndexDefinition(
    IndexName name, List<SortProperty> properties, Filter where, boolean unique, boolean sparse) {

  /** Most properties of an index. */
  public static final int MAX_PROPERTIES = 8;

  /** Most indexes of a table. */
  public static final int MAX_PER_TABLE = 32;

  /** Longest text of {@code where}, in UTF-16 units. */
  public static final int MAX_WHERE_CHARS = 4096;

  private static final String TIMESTAMP = "Timestamp";

  public IndexDefinition {
    properties = List.copyOf(properties);
    FilterLimits.require(where);
    if (properties.isEmpty() || properties.size() > MAX_PROPERTIES) {
      throw invalid("properties=" + properties.size() + " from=1 to=" + MAX_PROPERTIES);
    }
    if (properties.stream().map(SortProperty::name).distinct().count() < properties.size()) {
      throw invalid("properties=namedTwice");
    }
    if (FilterPrinter.print(where).length() > MAX_WHERE_CHARS) {
      throw invalid("whereLimitChars=" + MAX_WHERE_CHARS);
    }
    if (unique
        && (properties.stream().anyMatch(each -> isTimestamp(each.name())) || reads(where))) {
      throw invalid("unique=true property=" + TIMESTAMP);
    }
  }

  /**
   * Returns the definition of an index over all entities by these properties, in ascending order.
   */
  public static IndexDefinition of(String name, String... properties) {
    return of(name, List.of(properties).stream().map(SortProperty::ascending).toList());
  }

  /** Returns the definition of an index over all entities by these properties. */
  public static IndexDefinition of(String name, List<SortProperty> properties) {
    return new IndexDefinition(new IndexName(name), properties, Filter.ALL, false, false);
  }

  /** Returns this definition for the entities that satisfy a filter. */
  public IndexDefinition where(Filter filter) {
    return new IndexDefinition(name, properties, filter, unique, sparse);
  }

  /**
   * Returns this definition for the entities that satisfy a filter. Fails with {@code InvalidInput}
   * when the text is not a filter.
   */
  public IndexDefinition where(String filterText) {
    return where(FilterParser.parse(filterText));
  }

  /**
   * Returns this definition of an index that refuses equal values. It is sparse, unless
   * {@link #whole} follows.
   */
  public IndexDefinition uniquely() {
    return new IndexDefinition(name, properties, where, true, true);
  }

  /** Returns this definition of an index that leaves out entities which lack a property. */
  public IndexDefinition sparsely() {
    return new IndexDefinition(name, properties, where, unique, true);
  }

  /**
   * Returns this definition of an index that covers entities which lack a property, too. Only a
   * unique one needs this.
   */
  public IndexDefinition whole() {
    return new IndexDefinition(name, properties, where, unique, false);
  }

  /** Whether a filter reads the Timestamp. */
  private static boolean reads(Filter filter) {
    return filter instanceof Filter.OfProperty condition && isTimestamp(condition.property())
        || filter.operands().stream().anyMatch(IndexDefinition::reads);
  }

  private static boolean isTimestamp(String property) {
    return property.equals(TIMESTAMP);
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
