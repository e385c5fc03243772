package io.weir.api.filter;

import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A parser of the protocol's {@code $filter} text.
 *
 * <pre>
 * or      := and { "or" and }
 * and     := not { "and" not }
 * not     := "not" not | atom
 * atom    := "(" or ")" | operand operator operand | "true" | "false"
 * operand := property | literal            one of each
 * literal := 'text' | 12 | 12L | 1.2e3 | true | false | datetime'..' | guid'..' | X'..' | binary'..'
 * </pre>
 *
 * <p>Words are case-sensitive, except for {@code true} and {@code false}. An empty text matches every entity. An integer without a
 * suffix is an Int32 if it fits, otherwise an Int64.
 *
 * <p>Fails with {@code InvalidInput} and the offset for a text that does not follow this grammar, nests deeper than {@link
 * #MAX_DEPTH}, or contains more than {@link #MAX_COMPARISONS} comparisons and constants. Fails with {@code NotImplemented} for a
 * function call.
 *
 * <p>Source: the public documentation, "Querying tables and entities".
 */
public final class FilterParser {

  /** Deepest nesting of brackets and {@code not}. */
  public static final int MAX_DEPTH = 100;

  /** Most comparisons and constants. The service documents 15 and accepts more. */
  public static final int MAX_COMPARISONS = 2000;

  private final FilterLexer lexer;
  private int depth;
  private int comparisons;

  private FilterParser(String text) {
    this.lexer = new FilterLexer(text);
  }

  /** Returns the filter that the text describes. */
  public static Filter parse(String text) {
    return text.isBlank() ? Filter.ALL : new FilterParser(text).whole();
  }

  private Filter whole() {
    var filter = or();
    if (lexer.kind() != FilterLexer.Kind.END) {
      throw lexer.unexpected("endOfFilter");
    }
    return filter;
  }

  private Filter or() {
    var operands = chain("or", this::and);
    return operands.size() == 1 ? operands.get(0) : new Filter.Or(operands);
  }

  private Filter and() {
    var operands = chain("and", this::not);
    return operands.size() == 1 ? operands.get(0) : new Filter.And(operands);
  }

  private List<Filter> chain(String word, Supplier<Filter> operand) {
    var operands = new ArrayList<Filter>();
    operands.add(operand.get());
    while (lexer.word().equals(word)) {
      lexer.advance();
      operands.add(operand.get());
    }
    return operands;
  }

  private Filter not() {
    if (!lexer.word().equals("not")) {
      return atom();
    }
    lexer.advance();
    return nested(() -> new Filter.Not(not()));
  }

  private Filter atom() {
    return switch (lexer.kind()) {
      case OPEN -> bracketed();
      case WORD -> propertyFirst();
      case LITERAL -> literalFirst();
      case CLOSE, END -> throw lexer.unexpected("condition");
    };
  }

  private Filter bracketed() {
    lexer.advance();
    var filter = nested(this::or);
    if (lexer.kind() != FilterLexer.Kind.CLOSE) {
      throw lexer.unexpected("closingBracket");
    }
    lexer.advance();
    return filter;
  }

  private Filter nested(Supplier<Filter> inner) {
    if (++depth > MAX_DEPTH) {
      throw FilterLimits.exceeded("filterOffset=" + lexer.offset() + " nestingLimit=" + MAX_DEPTH);
    }
    var filter = inner.get();
    depth--;
    return filter;
  }

  private Filter propertyFirst() {
    var property = property();
    var operator = operator();
    return comparison(property, operator, literal());
  }

  private Filter literalFirst() {
    var literal = literal();
    var standsAlone = Operator.ofSymbol(lexer.word()).isEmpty();
    if (standsAlone && literal instanceof EdmBoolean constant) {
      count();
      return constant.value() ? Filter.ALL : Filter.NONE;
    }
    var operator = operator();
    return comparison(property(), operator.mirrored(), literal);
  }

  private Filter comparison(String property, Operator operator, EdmValue literal) {
    count();
    return new Filter.Comparison(property, operator, literal);
  }

  private void count() {
    if (++comparisons > MAX_COMPARISONS) {
      throw FilterLimits.exceeded(
          "filterOffset=" + lexer.offset() + " comparisonLimit=" + MAX_COMPARISONS);
    }
  }

  private String property() {
    var name = lexer.word();
    if (name.isEmpty()) {
      throw lexer.unexpected("property");
    }
    lexer.advance();
    if (lexer.kind() == FilterLexer.Kind.OPEN) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "filterFunction=" + name);
    }
    return name;
  }

  private Operator operator() {
    var operator = Operator.ofSymbol(lexer.word()).orElseThrow(() -> lexer.unexpected("operator"));
    lexer.advance();
    return operator;
  }

  private EdmValue literal() {
    if (lexer.kind() != FilterLexer.Kind.LITERAL) {
      throw lexer.unexpected("literal");
    }
    var literal = lexer.literal();
    lexer.advance();
    return literal;
  }
}
