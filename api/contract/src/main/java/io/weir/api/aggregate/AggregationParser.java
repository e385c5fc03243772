package io.weir.api.aggregate;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.PropertyName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A parser of the part of {@code $apply} that an {@link Aggregation} can express.
 *
 * <pre>
 * apply     := computed | "groupby" "(" "(" property { "," property } ")" [ "," computed ] ")"
 * computed  := "aggregate" "(" aggregate { "," aggregate } ")"
 * aggregate := "$count" "as" alias
 *            | property "with" ( "sum" | "min" | "max" | "average" ) "as" alias
 * </pre>
 *
 * <p>Words are case-sensitive. Fails with {@code InvalidInput} and the offset for a text that does
 * not follow this grammar, and as {@link Aggregation} does. Fails with {@code NotImplemented} for
 * another transformation, for several of them, and for another method.
 *
 * <p>Source: OData Extension for Data Aggregation Version 4.0, section 3. Deliberate: a
 * {@code filter} before the aggregation is not read; {@code $filter} selects the entities.
 */
public final class AggregationParser {

  private static final String DELIMITERS = "(),/";

  private final String text;
  private int at;

  private AggregationParser(String text) {
    this.text = text;
  }

  /** Returns the aggregation that the text describes. */
  public static Aggregation parse(String text) {
    return new AggregationParser(text).whole();
  }

  private Aggregation whole() {
    var parsed = transformation();
    if (next() == '/') {
      throw notImplemented("severalTransformations");
    }
    if (at < text.length()) {
      throw unexpected("endOfApply");
    }
    return parsed;
  }

  private Aggregation transformation() {
    skipBlanks();
    var begin = at;
    var name = word();
    return switch (name) {
      case "aggregate" -> new Aggregation(List.of(), computed());
      case "groupby" -> groupBy();
      case "" -> throw unexpected("aggregate or groupby");
      default -> {
        at = begin;
        throw notImplemented(name.equals("filter") ? "filter instead=$filter" : name);
      }
    };
  }

  private Aggregation groupBy() {
    require('(');
    require('(');
    var properties = list(this::property);
    require(')');
    var aggregates = List.<Aggregate>of();
    if (next() == ',') {
      at++;
      keyword("aggregate");
      aggregates = computed();
    }
    require(')');
    return new Aggregation(properties, aggregates);
  }

  private List<Aggregate> computed() {
    require('(');
    var aggregates = list(this::aggregate);
    require(')');
    return aggregates;
  }

  private Aggregate aggregate() {
    skipBlanks();
    if (text.startsWith(AggregateFunction.COUNT.method(), at)) {
      at += AggregateFunction.COUNT.method().length();
      keyword("as");
      return Aggregate.count(alias());
    }
    var property = property();
    keyword("with");
    var function = function();
    keyword("as");
    return new Aggregate(function, property, alias());
  }

  private AggregateFunction function() {
    skipBlanks();
    var begin = at;
    return AggregateFunction.ofMethod(word()).orElseThrow(() -> {
      at = begin;
      return notImplemented("method expected=sum, min, max or average");
    });
  }

  private String property() {
    return name("property", true);
  }

  private String alias() {
    return name("alias", false);
  }

  private String name(String expected, boolean mayBeSystem) {
    skipBlanks();
    var begin = at;
    var name = word();
    if (!PropertyName.isOwn(name) && !(mayBeSystem && EntityBuilder.isSystemProperty(name))) {
      at = begin;
      throw unexpected(expected);
    }
    return name;
  }

  private <T> List<T> list(Supplier<T> element) {
    var elements = new ArrayList<T>();
    elements.add(element.get());
    while (next() == ',') {
      at++;
      elements.add(element.get());
    }
    return elements;
  }

  private void keyword(String expected) {
    skipBlanks();
    var begin = at;
    if (!word().equals(expected)) {
      at = begin;
      throw unexpected(expected);
    }
  }

  private void require(char delimiter) {
    if (next() != delimiter) {
      throw unexpected(delimiter == '(' ? "openingBracket" : "closingBracket");
    }
    at++;
  }

  /** Returns the next character that is no blank; 0 at the end. */
  private char next() {
    skipBlanks();
    return at == text.length() ? 0 : text.charAt(at);
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  /** Reads up to a blank or a delimiter; empty when there is nothing before it. */
  private String word() {
    skipBlanks();
    var begin = at;
    while (at < text.length()
        && !Character.isWhitespace(text.charAt(at))
        && DELIMITERS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(begin, at);
  }

  private InvalidRequestException unexpected(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "applyOffset=" + at + " expected=" + expected);
  }

  private InvalidRequestException notImplemented(String what) {
    return new InvalidRequestException(
        ErrorCode.NOT_IMPLEMENTED, "applyOffset=" + at + " lacks=" + what);
  }
}
