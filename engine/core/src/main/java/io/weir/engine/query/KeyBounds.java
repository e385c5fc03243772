package io.weir.engine.query;

import io.weir.api.filter.Filter;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A condition with bounds on its keys: every key for which the condition can be true lies in the
 * region.
 *
 * <p>Negations occur at conditions on single properties only. Regions are therefore united and
 * intersected, never complemented, and it is always safe to use a wider region.
 *
 * @param condition the condition
 * @param region contains every key for which the condition can be true
 * @param exact whether the condition is true for every key in the region, whatever the other
 *     properties are
 * @param parts the operands of a conjunction or disjunction; empty for other conditions
 */
record KeyBounds(Filter condition, Region region, boolean exact, List<KeyBounds> parts) {

  /**
   * The largest number of intervals that a combination of two regions may visit: about a
   * millisecond of work. Beyond it, the rows of each partition are widened to one interval.
   */
  private static final long WORK_LIMIT = 20_000;

  /**
   * The largest number of steps and intervals that a reduction may visit over all parts: some
   * milliseconds of work.
   */
  private static final long REDUCTION_LIMIT = 200_000;

  /** Returns the bounds of a condition that the keys alone decide. */
  static KeyBounds ofKeys(Filter condition, Region region) {
    return new KeyBounds(condition, region, true, List.of());
  }

  /** Returns the bounds of a condition that the keys do not restrict. */
  static KeyBounds ofProperties(Filter condition) {
    return new KeyBounds(condition, Region.ALL, false, List.of());
  }

  /** Returns the conjunction of at least two. */
  static KeyBounds and(List<KeyBounds> parts) {
    var whole = joined(parts, true);
    return new KeyBounds(new Filter.And(conditions(parts)), whole.region, whole.exact, parts);
  }

  /**
   * Returns the intersection of what the operands of a conjunction become; for another condition,
   * what its region becomes.
   */
  Region ofConjuncts(UnaryOperator<Region> widening) {
    return condition instanceof Filter.And && !parts.isEmpty()
        ? joined(parts.stream().map(part -> part.with(widening)).toList(), true).region
        : widening.apply(region);
  }

  private KeyBounds with(UnaryOperator<Region> widening) {
    return new KeyBounds(condition, widening.apply(region), false, List.of());
  }

  /** Returns the disjunction of at least two. */
  static KeyBounds or(List<KeyBounds> parts) {
    var whole = joined(parts, false);
    return new KeyBounds(new Filter.Or(conditions(parts)), whole.region, whole.exact, parts);
  }

  /**
   * Returns the filter that remains to be checked on entities whose keys lie in {@code answered}. A
   * condition that these keys decide is replaced by its outcome, as long as the search for it stays
   * within {@link #REDUCTION_LIMIT}.
   */
  Filter residual(Region answered) {
    if (exact && answered.equals(region)) {
      return Filter.ALL;
    }
    return undecided() * answered.size() <= REDUCTION_LIMIT ? reduced(answered) : condition;
  }

  private Filter reduced(Region answered) {
    if (isAffordable(region, answered)) {
      if (region.and(answered).isEmpty()) {
        return Filter.NONE;
      }
      if (exact && region.contains(answered)) {
        return Filter.ALL;
      }
    }
    return isWorthEntering() ? reducedParts(answered) : condition;
  }

  private Filter reducedParts(Region answered) {
    var isConjunction = condition instanceof Filter.And;
    var neutral = isConjunction ? Filter.ALL : Filter.NONE;
    var decisive = isConjunction ? Filter.NONE : Filter.ALL;
    var left = parts.stream()
        .map(part -> part.reduced(answered))
        .filter(part -> !part.equals(neutral))
        .toList();
    if (left.isEmpty() || left.contains(decisive)) {
      return left.isEmpty() ? neutral : decisive;
    }
    if (left.size() == 1) {
      return left.get(0);
    }
    return isConjunction ? new Filter.And(left) : new Filter.Or(left);
  }

  /** Returns how many conditions {@link #reduced} visits. */
  private long undecided() {
    return isWorthEntering()
        ? 1 + parts.stream().mapToLong(KeyBounds::undecided).sum()
        : 1;
  }

  /** Whether a reduction visits the parts. A list of keys is kept or dropped as a whole. */
  private boolean isWorthEntering() {
    return !parts.isEmpty() && !(exact && condition instanceof Filter.Or);
  }

  /**
   * Returns region and exactness of all parts together. Halves are combined first, which keeps the
   * intermediate regions small.
   */
  private static KeyBounds joined(List<KeyBounds> parts, boolean asConjunction) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    var middle = parts.size() / 2;
    var left = joined(parts.subList(0, middle), asConjunction);
    var right = joined(parts.subList(middle, parts.size()), asConjunction);
    return isAffordable(left.region, right.region)
        ? left.with(right, asConjunction)
        : left.widened().with(right.widened(), asConjunction);
  }

  private KeyBounds with(KeyBounds that, boolean asConjunction) {
    var both = asConjunction ? region.and(that.region) : region.or(that.region);
    return new KeyBounds(condition, both, exact && that.exact, List.of());
  }

  private KeyBounds widened() {
    return new KeyBounds(condition, region.withRowHulls(), false, List.of());
  }

  private static boolean isAffordable(Region one, Region other) {
    return one.workWith(other) <= WORK_LIMIT;
  }

  private static List<Filter> conditions(List<KeyBounds> parts) {
    return parts.stream().map(KeyBounds::condition).toList();
  }
}
