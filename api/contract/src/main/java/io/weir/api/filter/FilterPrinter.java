package io.weir.api.filter;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HexFormat;
import java.util.List;

/**
 * A printer of filters as {@code $filter} text.
 *
 * <p>{@link FilterParser} reads the text back as an equal filter, with one exception. A property
 * name that is not an identifier belongs to no entity; a condition on it is printed as
 * {@code false}, which has the same meaning. A name therefore never becomes syntax.
 *
 * <p>Fails with {@code InvalidInput} for a property named like a literal ({@code true},
 * {@code false}, {@code NaN}, {@code INF}), because the grammar cannot express it. Also fails as
 * {@link FilterLimits} does.
 */
public final class FilterPrinter implements Filter.Handler<StringBuilder> {

  private final StringBuilder out = new StringBuilder();

  private FilterPrinter() {}

  /** Returns the filter's text, with single blanks and no unnecessary brackets. */
  public static String print(Filter filter) {
    FilterLimits.require(filter);
    return filter.dispatch(new FilterPrinter()).toString();
  }

  /**
   * Whether the operand needs brackets. Without them it would be read as part of the expression
   * around it.
   */
  static boolean isBracketed(Filter outer, Filter operand) {
    return operand instanceof Filter.Or
        || operand instanceof Filter.And && !(outer instanceof Filter.Or);
  }

  @Override
  public StringBuilder comparison(Filter.Comparison filter) {
    if (!isPrintable(filter)) {
      return out.append("false");
    }
    return filter.property().equals("not") ? literalFirst(filter) : propertyFirst(filter);
  }

  @Override
  public StringBuilder textTest(Filter.TextTest filter) {
    if (!isPrintable(filter)) {
      return out.append("false");
    }
    out.append(filter.match().function()).append('(');
    if (filter.lowered()) {
      call(Derivation.LOWERED, filter.property());
    } else {
      out.append(filter.property());
    }
    out.append(',');
    return literals.string(new EdmString(filter.text())).append(')');
  }

  @Override
  public StringBuilder derived(Filter.Derived filter) {
    if (!isPrintable(filter)) {
      return out.append("false");
    }
    call(filter.derivation(), filter.property());
    out.append(' ').append(filter.operator().symbol()).append(' ');
    return filter.literal().dispatch(literals);
  }

  @Override
  public StringBuilder and(Filter.And filter) {
    return chain(filter, filter.operands(), " and ");
  }

  @Override
  public StringBuilder or(Filter.Or filter) {
    return chain(filter, filter.operands(), " or ");
  }

  @Override
  public StringBuilder not(Filter.Not filter) {
    out.append("not ");
    return operand(filter, filter.operand());
  }

  @Override
  public StringBuilder constant(Filter.Constant filter) {
    return out.append(filter.value());
  }

  /**
   * Whether text can express the condition's property. Fails for a property named like a literal.
   */
  private static boolean isPrintable(Filter.OfProperty filter) {
    var property = filter.property();
    if (FilterLexer.isLiteralWord(property)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "propertyNamedLikeLiteral=" + property);
    }
    return FilterLexer.isWord(property);
  }

  private void call(Derivation function, String property) {
    out.append(function.function()).append('(').append(property).append(')');
  }

  private StringBuilder propertyFirst(Filter.Comparison filter) {
    out.append(filter.property()).append(' ').append(filter.operator().symbol()).append(' ');
    return filter.literal().dispatch(literals);
  }

  /**
   * Prints the literal first, because text that begins with {@code not} would be read as a
   * negation.
   */
  private StringBuilder literalFirst(Filter.Comparison filter) {
    filter.literal().dispatch(literals);
    return out.append(' ')
        .append(filter.operator().mirrored().symbol())
        .append(' ')
        .append(filter.property());
  }

  private StringBuilder chain(Filter outer, List<Filter> operands, String word) {
    operand(outer, operands.get(0));
    for (var next : operands.subList(1, operands.size())) {
      out.append(word);
      operand(outer, next);
    }
    return out;
  }

  private StringBuilder operand(Filter outer, Filter operand) {
    if (!isBracketed(outer, operand)) {
      return operand.dispatch(this);
    }
    out.append('(');
    operand.dispatch(this);
    return out.append(')');
  }

  private final EdmValue.Handler<StringBuilder> literals = new EdmValue.Handler<>() {
    @Override
    public StringBuilder string(EdmString literal) {
      return out.append('\'').append(literal.value().replace("'", "''")).append('\'');
    }

    @Override
    public StringBuilder int32(EdmInt32 literal) {
      return out.append(literal.value());
    }

    @Override
    public StringBuilder int64(EdmInt64 literal) {
      return out.append(literal.value()).append('L');
    }

    /**
     * Prints Java's shortest text that reads back as the same number. It always has a fraction, so
     * it is never read as an integer.
     */
    @Override
    public StringBuilder float64(EdmDouble literal) {
      return out.append(Double.toString(literal.value()).replace("Infinity", "INF"));
    }

    @Override
    public StringBuilder bool(EdmBoolean literal) {
      return out.append(literal.value());
    }

    @Override
    public StringBuilder dateTime(EdmDateTime literal) {
      return out.append("datetime'").append(literal).append('\'');
    }

    @Override
    public StringBuilder guid(EdmGuid literal) {
      return out.append("guid'").append(literal.value()).append('\'');
    }

    @Override
    public StringBuilder binary(EdmBinary literal) {
      return out.append("X'")
          .append(HexFormat.of().formatHex(literal.toByteArray()))
          .append('\'');
    }
  };
}
