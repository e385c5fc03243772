package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import java.util.List;
import java.util.function.Function;

/**
 * Sketches a filter, or its negation, pushing negations down to the comparisons.
 *
 * <p>Every entity has both keys, as text. So the negation of a key's comparison with a text is the comparison by the negated operator,
 * a comparison with a literal of another type is false of every entity, and its negation true. Other properties may be absent, which
 * makes a comparison and its negated operator both false; their negation stays a {@code not}.
 */
final class Sketcher implements Filter.Handler<Sketch> {

  private static final Sketcher PLAIN = new Sketcher(false);
  private static final Sketcher NEGATED = new Sketcher(true);

  private final boolean negated;

  private Sketcher(boolean negated) {
    this.negated = negated;
  }

  static Sketch sketch(Filter filter) {
    return filter.dispatch(PLAIN);
  }

  @Override
  public Sketch comparison(Filter.Comparison filter) {
    return switch (filter.property()) {
      case "PartitionKey" -> ofKey(filter, Region::ofPartitions);
      case "RowKey" -> ofKey(filter, Region::ofRows);
      case "Timestamp" -> filter.literal() instanceof EdmDateTime ? ofProperty(filter) : never();
      default -> ofProperty(filter);
    };
  }

  @Override
  public Sketch and(Filter.And filter) {
    var parts = sketches(filter.operands());
    return negated ? Sketch.or(parts) : Sketch.and(parts);
  }

  @Override
  public Sketch or(Filter.Or filter) {
    var parts = sketches(filter.operands());
    return negated ? Sketch.and(parts) : Sketch.or(parts);
  }

  @Override
  public Sketch not(Filter.Not filter) {
    return filter.operand().dispatch(negated ? PLAIN : NEGATED);
  }

  @Override
  public Sketch constant(Filter.Constant filter) {
    return ofConstant(filter.value() != negated);
  }

  private Sketch ofKey(Filter.Comparison filter, Function<TextSet, Region> region) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return never();
    }
    var operator = negated ? filter.operator().negated() : filter.operator();
    return Sketch.ofKeys(
        new Filter.Comparison(filter.property(), operator, literal),
        region.apply(TextSet.where(operator, literal.value())));
  }

  private Sketch ofProperty(Filter.Comparison filter) {
    return Sketch.ofProperties(negated ? new Filter.Not(filter) : filter);
  }

  /** A comparison that is false of every entity. */
  private Sketch never() {
    return ofConstant(negated);
  }

  private static Sketch ofConstant(boolean value) {
    return value ? Sketch.ofKeys(Filter.ALL, Region.ALL) : Sketch.ofKeys(Filter.NONE, Region.NONE);
  }

  private List<Sketch> sketches(List<Filter> operands) {
    return operands.stream().map(operand -> operand.dispatch(this)).toList();
  }
}
