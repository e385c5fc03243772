package io.weir.engine.query;

import io.weir.api.filter.Filter;
import java.util.List;

/**
 * What a condition says of keys: every key of which it can be true lies in the region.
 *
 * <p>Negations stand at single comparisons only, so regions are joined and intersected but never complemented, and one that is too
 * wide stays too wide: widening is always safe.
 *
 * @param condition what is sketched
 * @param region where it can be true
 * @param exact whether it is true of every key in the region, whatever the other properties are
 * @param parts of a conjunction or a disjunction; of others none
 */
record Sketch(Filter condition, Region region, boolean exact, List<Sketch> parts) {

  /**
   * Most intervals that combining two regions may take, about a millisecond of work. Where it would take more, the rows of each
   * partition are widened to one interval.
   */
  private static final long WORK_LIMIT = 20_000;

  /** Most steps and intervals that reducing a condition may look at, over all its parts: some milliseconds of work. */
  private static final long REDUCTION_LIMIT = 200_000;

  /** A condition that the keys alone decide. */
  static Sketch ofKeys(Filter condition, Region region) {
    return new Sketch(condition, region, true, List.of());
  }

  /** A condition of which the keys say nothing. */
  static Sketch ofProperties(Filter condition) {
    return new Sketch(condition, Region.ALL, false, List.of());
  }

  /** The conjunction of at least two. */
  static Sketch and(List<Sketch> parts) {
    var whole = joined(parts, true);
    return new Sketch(new Filter.And(conditions(parts)), whole.region, whole.exact, parts);
  }

  /** The disjunction of at least two. */
  static Sketch or(List<Sketch> parts) {
    var whole = joined(parts, false);
    return new Sketch(new Filter.Or(conditions(parts)), whole.region, whole.exact, parts);
  }

  /**
   * What is left to check of entities whose keys lie in {@code answered}: what these keys decide is replaced by its outcome, as far as
   * finding out is affordable.
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

  /** How many conditions {@link #reduced} looks at. */
  private long undecided() {
    return isWorthEntering() ? 1 + parts.stream().mapToLong(Sketch::undecided).sum() : 1;
  }

  /** A list of keys is kept or dropped as a whole; of everything else that has parts, each is. */
  private boolean isWorthEntering() {
    return !parts.isEmpty() && !(exact && condition instanceof Filter.Or);
  }

  /** Region and exactness of all parts together, halves first: so regions grow at the end of the work, not from its beginning. */
  private static Sketch joined(List<Sketch> parts, boolean asConjunction) {
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

  private Sketch with(Sketch that, boolean asConjunction) {
    var both = asConjunction ? region.and(that.region) : region.or(that.region);
    return new Sketch(condition, both, exact && that.exact, List.of());
  }

  private Sketch widened() {
    return new Sketch(condition, region.withRowHulls(), false, List.of());
  }

  private static boolean isAffordable(Region one, Region other) {
    return one.workWith(other) <= WORK_LIMIT;
  }

  private static List<Filter> conditions(List<Sketch> parts) {
    return parts.stream().map(Sketch::condition).toList();
  }
}
