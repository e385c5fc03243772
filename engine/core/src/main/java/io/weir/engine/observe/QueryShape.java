package io.weir.engine.observe;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import io.weir.api.index.SortProperty;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What queries of one kind have in common: the properties that they compare and how, their order,
 * and the plan. It holds no values.
 *
 * <p>Keys and the Timestamp are not listed; the plan shows what the filter says of keys.
 *
 * @param tableId the table's id in the catalog
 * @param path the access path of the plan
 * @param index the indexes that the plan used, separated by commas; empty for none
 * @param equal properties that must have one value, or one of several; sorted. With an order, those
 *     that must have one value
 * @param ranged properties that must lie in a range or begin with a text; sorted, none of
 *     {@code equal}. With an order, those that must have one of several values, too: their entries
 *     do not come in the order
 * @param others properties that the filter reads in any other way; sorted
 * @param order the properties to order by; empty for the order of keys
 */
public record QueryShape(
    int tableId,
    AccessPath path,
    String index,
    List<String> equal,
    List<String> ranged,
    List<String> others,
    List<SortProperty> order) {

  /** Longest shape that is kept: UTF-16 units of all names. */
  static final int MOST_UNITS = 2_048;

  public QueryShape {
    equal = List.copyOf(equal);
    ranged = List.copyOf(ranged);
    others = List.copyOf(others);
    order = List.copyOf(order);
  }

  /** Returns the shape of a query that was answered. */
  static QueryShape of(int tableId, Query query, QueryReport report) {
    var properties = new Properties(!query.order().isEmpty());
    properties.conjunct(query.filter());
    properties.ranged.removeAll(properties.equal);
    properties.others.removeAll(properties.equal);
    properties.others.removeAll(properties.ranged);
    return new QueryShape(
        tableId,
        report.path(),
        report.index(),
        List.copyOf(properties.equal),
        List.copyOf(properties.ranged),
        List.copyOf(properties.others),
        query.order());
  }

  /** Returns the names of the properties that a filter reads, except for keys and the Timestamp. */
  public static Set<String> propertiesOf(Filter filter) {
    var properties = new Properties(false);
    properties.read(filter);
    return properties.others;
  }

  /** Returns the length of all names together, in UTF-16 units. */
  int units() {
    return index.length()
        + Stream.of(equal, ranged, others)
            .flatMap(List::stream)
            .mapToInt(String::length)
            .sum()
        + order.stream().mapToInt(each -> each.name().length()).sum();
  }

  /** Sorts the conditions of a conjunction. */
  private static final class Properties {

    private final boolean isOrdered;
    private final Set<String> equal = new TreeSet<>();
    private final Set<String> ranged = new TreeSet<>();
    private final Set<String> others = new TreeSet<>();

    Properties(boolean isOrdered) {
      this.isOrdered = isOrdered;
    }

    void conjunct(Filter filter) {
      if (filter instanceof Filter.And and) {
        and.operands().forEach(this::conjunct);
      } else if (filter instanceof Filter.OfProperty condition) {
        add(condition, kindOf(condition));
      } else if (filter instanceof Filter.Or or && isOneOfSeveral(or)) {
        add((Filter.OfProperty) or.operands().get(0), isOrdered ? ranged : equal);
      } else {
        read(filter);
      }
    }

    private Set<String> kindOf(Filter.OfProperty condition) {
      if (condition instanceof Filter.Comparison comparison) {
        return switch (comparison.operator()) {
          case EQUAL -> equal;
          case NOT_EQUAL -> others;
          default -> ranged;
        };
      }
      return condition instanceof Filter.TextTest test
              && test.match() == TextMatch.STARTS_WITH
              && !test.lowered()
          ? ranged
          : others;
    }

    /** Whether all alternatives are values of one property. */
    private static boolean isOneOfSeveral(Filter.Or or) {
      return or.operands().stream().allMatch(Properties::isEquality)
          && or.operands().stream()
                  .map(operand -> ((Filter.Comparison) operand).property())
                  .distinct()
                  .count()
              == 1;
    }

    private static boolean isEquality(Filter filter) {
      return filter instanceof Filter.Comparison comparison
          && comparison.operator() == Operator.EQUAL;
    }

    void read(Filter filter) {
      if (filter instanceof Filter.OfProperty condition) {
        add(condition, others);
      } else if (filter instanceof Filter.Not not) {
        read(not.operand());
      } else {
        filter.operands().forEach(this::read);
      }
    }

    private static void add(Filter.OfProperty condition, Set<String> target) {
      if (!EntityBuilder.isSystemProperty(condition.property())) {
        target.add(condition.property());
      }
    }
  }
}
