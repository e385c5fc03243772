package io.weir.engine.query;

import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.List;

/**
 * A set of key texts: those between the first and the second cut, between the third and the fourth,
 * and so on.
 *
 * <p>Immutable. Each set has one form, so that equal sets are equal objects.
 *
 * @param cuts an even number, strictly ascending
 */
record TextSet(List<Cut> cuts) {

  static final TextSet NONE = new TextSet(List.of());
  static final TextSet ALL = new TextSet(List.of(Cut.START, Cut.END));

  TextSet {
    cuts = List.copyOf(cuts);
  }

  /** Returns the set of texts that satisfy {@code text operator literal}. */
  static TextSet where(Operator operator, String literal) {
    return switch (operator) {
      case EQUAL ->
        EntityKey.isKey(literal) ? between(Cut.before(literal), Cut.after(literal)) : NONE;
      case NOT_EQUAL ->
        EntityKey.isKey(literal)
            ? where(Operator.LESS, literal).or(where(Operator.GREATER, literal))
            : ALL;
      case LESS -> between(Cut.START, Cut.before(literal));
      case LESS_OR_EQUAL -> between(Cut.START, Cut.after(literal));
      case GREATER -> between(Cut.after(literal), Cut.END);
      case GREATER_OR_EQUAL -> between(Cut.before(literal), Cut.END);
    };
  }

  /** Returns the set of texts that begin with the given one. */
  static TextSet startingWith(String text) {
    return beginsKeys(text) ? between(Cut.before(text), Cut.afterAllStartingWith(text)) : NONE;
  }

  /**
   * Whether a key can begin with the text, perhaps with the first half of a surrogate pair as its
   * last unit.
   */
  private static boolean beginsKeys(String text) {
    var endsInPair = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    return EntityKey.isKey(endsInPair ? text + Character.MIN_LOW_SURROGATE : text);
  }

  private static TextSet between(Cut from, Cut to) {
    return from.compareTo(to) < 0 ? new TextSet(List.of(from, to)) : NONE;
  }

  boolean isEmpty() {
    return cuts.isEmpty();
  }

  boolean isAll() {
    return cuts.size() == 2 && cuts.get(1).equals(Cut.END) && cuts.get(0).equals(Cut.START);
  }

  /** The number of intervals. */
  int intervals() {
    return cuts.size() / 2;
  }

  TextSet and(TextSet that) {
    if (isEmpty() || that.isAll()) {
      return this;
    }
    return that.isEmpty() || isAll() ? that : sweep(that, true);
  }

  TextSet or(TextSet that) {
    if (isAll() || that.isEmpty()) {
      return this;
    }
    return that.isAll() || isEmpty() ? that : sweep(that, false);
  }

  /** Returns the set of all other texts. */
  TextSet complement() {
    var others = new ArrayList<>(cuts);
    if (!others.remove(Cut.START)) {
      others.add(0, Cut.START);
    }
    if (!others.remove(Cut.END)) {
      others.add(Cut.END);
    }
    return new TextSet(others);
  }

  /** Returns the smallest single interval that contains the set. */
  TextSet hull() {
    return intervals() < 2 ? this : new TextSet(List.of(cuts.get(0), cuts.get(cuts.size() - 1)));
  }

  /**
   * Visits the cuts of both sets in order and keeps those at which membership in the result
   * changes.
   */
  private TextSet sweep(TextSet that, boolean inBoth) {
    var result = new ArrayList<Cut>(cuts.size() + that.cuts.size());
    for (int i = 0, j = 0; i < cuts.size() || j < that.cuts.size(); ) {
      var order = i == cuts.size()
          ? 1
          : j == that.cuts.size() ? -1 : cuts.get(i).compareTo(that.cuts.get(j));
      var at = order <= 0 ? cuts.get(i) : that.cuts.get(j);
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
      var isMember = inBoth ? i % 2 == 1 && j % 2 == 1 : i % 2 == 1 || j % 2 == 1;
      var wasMember = result.size() % 2 == 1;
      if (isMember != wasMember) {
        result.add(at);
      }
    }
    return new TextSet(result);
  }
}
