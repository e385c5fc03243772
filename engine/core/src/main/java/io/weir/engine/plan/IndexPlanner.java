package io.weir.engine.plan;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexHint;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.TableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Finds the indexes that can answer a filter or give an order, and the ranges of their entries.
 * Pure; any thread.
 */
public final class IndexPlanner {

  /**
   * The largest number of ranges of one index. More values of a property are not combined with
   * those of the next one.
   */
  static final int MAX_RANGES = 1_024;

  private IndexPlanner() {}

  /**
   * Returns the access to each readable index that a hint allows and that can answer a filter with
   * fewer than all of its entries.
   */
  public static List<IndexAccess> candidates(
      Filter filter, List<TableIndex> indexes, IndexHint hint) {
    return candidates(Conjuncts.of(filter), usable(indexes, hint));
  }

  private static List<IndexAccess> candidates(Conjuncts conjuncts, List<TableIndex> indexes) {
    return indexes.stream()
        .filter(index -> conjuncts.areCoveredBy(index.definition()))
        .map(index -> access(conjuncts, index))
        .filter(access -> !isWhole(access))
        .toList();
  }

  /**
   * Returns, for each condition that is a disjunction, the candidates of each of its alternatives.
   * Disjunctions with an alternative that no index answers are left out.
   */
  public static List<List<List<IndexAccess>>> unions(
      Filter filter, List<TableIndex> indexes, IndexHint hint) {
    var conjuncts = Conjuncts.of(filter);
    var usable = usable(indexes, hint);
    var unions = new ArrayList<List<List<IndexAccess>>>();
    for (var condition : conjuncts.all()) {
      if (condition instanceof Filter.Or or) {
        var alternatives = or.operands().stream()
            .map(operand -> candidates(conjuncts.replacing(or, operand), usable))
            .toList();
        if (alternatives.stream().noneMatch(List::isEmpty)) {
          unions.add(alternatives);
        }
      }
    }
    return unions;
  }

  /** The way in which an index gives an order. */
  public record Ordered(IndexAccess access, boolean backwards) {}

  /**
   * Returns the readable index that gives an order, and covers each entity that matches; the one
   * with the most bounded ranges.
   *
   * <p>Fails with {@code InvalidInput} when there is none. The failure names an index that would
   * serve.
   */
  public static Ordered ordered(
      Filter filter, List<SortProperty> order, List<TableIndex> indexes, IndexHint hint) {
    var conjuncts = Conjuncts.of(filter);
    return usable(indexes, hint).stream()
        .filter(index -> conjuncts.areCoveredBy(index.definition()))
        .flatMap(index -> ordered(conjuncts, order, index).stream())
        .min((one, other) -> Boolean.compare(isWhole(one.access()), isWhole(other.access())))
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.INVALID_INPUT,
            "orderBy=" + text(order) + " needs=index properties=" + text(order)
                + " and=notSparse or=filterThatComparesEachProperty"));
  }

  /** Whether an index gives an order, in either direction. */
  static boolean gives(Conjuncts conjuncts, List<SortProperty> order, TableIndex index) {
    return ordered(conjuncts, order, index).isPresent();
  }

  /** Whether the conditions leave fewer than all entries of an index. */
  static boolean isBounded(Conjuncts conjuncts, TableIndex index) {
    return !isWhole(access(conjuncts, index));
  }

  private static Optional<Ordered> ordered(
      Conjuncts conjuncts, List<SortProperty> order, TableIndex index) {
    var properties = index.definition().properties();
    var varying = order.stream()
        .filter(property -> !isFixed(conjuncts.intervals(property, properties.size())))
        .toList();
    return directed(conjuncts, order, index).or(() -> directed(conjuncts, varying, index));
  }

  private static Optional<Ordered> directed(
      Conjuncts conjuncts, List<SortProperty> order, TableIndex index) {
    var properties = index.definition().properties();
    var access = access(conjuncts, index);
    if (gives(properties, order, conjuncts, property -> property)) {
      return Optional.of(new Ordered(access, false));
    }
    return gives(properties, order, conjuncts, SortProperty::reversed)
        ? Optional.of(new Ordered(access, true))
        : Optional.empty();
  }

  /**
   * Whether the properties sort as the order demands. A property that has one value may stand
   * before the next one of the order.
   */
  private static boolean gives(
      List<SortProperty> properties,
      List<SortProperty> order,
      Conjuncts conjuncts,
      UnaryOperator<SortProperty> directed) {
    var next = 0;
    for (var property : properties) {
      if (next == order.size()) {
        return true;
      }
      if (directed.apply(order.get(next)).equals(property)) {
        next++;
      } else if (!isFixed(conjuncts.intervals(property, properties.size()))) {
        return false;
      }
    }
    return next == order.size();
  }

  private static boolean isFixed(List<ByteInterval> intervals) {
    return intervals.size() == 1 && intervals.get(0).isValue();
  }

  private static List<TableIndex> usable(List<TableIndex> indexes, IndexHint hint) {
    var forced = hint.forced();
    Predicate<TableIndex> allowed = forced == null
        ? index -> hint.allowed()
        : index -> index.definition().name().equals(forced);
    return indexes.stream().filter(TableIndex::isReadable).filter(allowed).toList();
  }

  /**
   * Returns the ranges that the conditions leave of an index: values of its first properties, then
   * intervals of the next one.
   */
  private static IndexAccess access(Conjuncts conjuncts, TableIndex index) {
    var properties = index.definition().properties();
    var prefixes = List.of(new byte[0]);
    var isLookup = true;
    var ranges = List.<ByteInterval>of();
    for (var i = 0; i < properties.size() && isLookup; i++) {
      var intervals = conjuncts.intervals(properties.get(i), properties.size());
      if ((long) prefixes.size() * intervals.size() > MAX_RANGES) {
        intervals = ByteInterval.ALL;
      }
      isLookup = intervals.stream().allMatch(ByteInterval::isValue);
      var before = prefixes;
      var found = new ArrayList<ByteInterval>();
      for (var prefix : before) {
        intervals.forEach(interval -> found.add(interval.under(prefix)));
      }
      ranges = found;
      prefixes = found.stream().map(ByteInterval::lower).toList();
    }
    return new IndexAccess(
        index,
        ByteInterval.union(ranges).stream()
            .map(range -> new IndexAccess.Range(range.lower(), range.upper()))
            .toList(),
        isLookup);
  }

  /** Whether an access reads all entries. */
  private static boolean isWhole(IndexAccess access) {
    return access.ranges().size() == 1
        && access.ranges().get(0).lower().length == 1
        && access.ranges().get(0).lower()[0] == 1;
  }

  private static String text(List<SortProperty> order) {
    return order.stream()
        .map(SortProperty::toString)
        .collect(Collectors.joining(","))
        .replace(' ', ':');
  }
}
