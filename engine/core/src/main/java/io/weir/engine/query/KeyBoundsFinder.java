package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import io.weir.api.filter.TextMatch;
import java.util.List;
import java.util.function.Function;

/**
 * Finds the key bounds of a filter or of its negation. Pushes negations down to the conditions on
 * properties.
 *
 * <p>Every entity has both keys, and both are text. The negation of a key's comparison with a text
 * is therefore the comparison by the negated operator. A key's comparison with a literal of another
 * type is false for every entity. Other properties may be absent: then a comparison and the
 * comparison by the negated operator are both false, and a negation has to stay a {@code not}.
 *
 * <p>A key that begins with a text lies in a range of keys, and one that does not lies outside it.
 * Other functions of a key are checked on each entity.
 */
final class KeyBoundsFinder implements Filter.Handler<KeyBounds> {

  private static final KeyBoundsFinder PLAIN = new KeyBoundsFinder(false);
  private static final KeyBoundsFinder NEGATED = new KeyBoundsFinder(true);

  private final boolean negated;

  private KeyBoundsFinder(boolean negated) {
    this.negated = negated;
  }

  static KeyBounds of(Filter filter) {
    return filter.dispatch(PLAIN);
  }

  @Override
  public KeyBounds comparison(Filter.Comparison filter) {
    return switch (filter.property()) {
      case "PartitionKey" -> ofKey(filter, Region::ofPartitions);
      case "RowKey" -> ofKey(filter, Region::ofRows);
      case "Timestamp" -> filter.literal() instanceof EdmDateTime ? ofProperty(filter) : never();
      default -> ofProperty(filter);
    };
  }

  @Override
  public KeyBounds textTest(Filter.TextTest filter) {
    var isRange = filter.match() == TextMatch.STARTS_WITH && !filter.lowered();
    return switch (filter.property()) {
      case "PartitionKey" -> isRange ? ofPrefix(filter, Region::ofPartitions) : ofProperty(filter);
      case "RowKey" -> isRange ? ofPrefix(filter, Region::ofRows) : ofProperty(filter);
      case "Timestamp" -> never();
      default -> ofProperty(filter);
    };
  }

  @Override
  public KeyBounds derived(Filter.Derived filter) {
    return filter.property().equals("Timestamp") ? never() : ofProperty(filter);
  }

  @Override
  public KeyBounds and(Filter.And filter) {
    var parts = bounds(filter.operands());
    return negated ? KeyBounds.or(parts) : KeyBounds.and(parts);
  }

  @Override
  public KeyBounds or(Filter.Or filter) {
    var parts = bounds(filter.operands());
    return negated ? KeyBounds.and(parts) : KeyBounds.or(parts);
  }

  @Override
  public KeyBounds not(Filter.Not filter) {
    return filter.operand().dispatch(negated ? PLAIN : NEGATED);
  }

  @Override
  public KeyBounds constant(Filter.Constant filter) {
    return ofConstant(filter.value() != negated);
  }

  private KeyBounds ofKey(Filter.Comparison filter, Function<TextSet, Region> region) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return never();
    }
    var operator = negated ? filter.operator().negated() : filter.operator();
    return KeyBounds.ofKeys(
        new Filter.Comparison(filter.property(), operator, literal),
        region.apply(TextSet.where(operator, literal.value())));
  }

  private KeyBounds ofPrefix(Filter.TextTest filter, Function<TextSet, Region> region) {
    var matching = TextSet.startingWith(filter.text());
    return KeyBounds.ofKeys(
        asAsked(filter), region.apply(negated ? matching.complement() : matching));
  }

  private KeyBounds ofProperty(Filter.OfProperty filter) {
    return KeyBounds.ofProperties(asAsked(filter));
  }

  private Filter asAsked(Filter.OfProperty filter) {
    return negated ? new Filter.Not(filter) : filter;
  }

  /** Returns the bounds of a condition that is false for every entity. */
  private KeyBounds never() {
    return ofConstant(negated);
  }

  private static KeyBounds ofConstant(boolean value) {
    return value
        ? KeyBounds.ofKeys(Filter.ALL, Region.ALL)
        : KeyBounds.ofKeys(Filter.NONE, Region.NONE);
  }

  private List<KeyBounds> bounds(List<Filter> operands) {
    return operands.stream().map(operand -> operand.dispatch(this)).toList();
  }
}
