package io.weir.api.filter;

import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A parser of the protocol's {@code $filter} text.
 *
 * <pre>
 * or      := and { "or" and }
 * and     := not { "and" not }
 * not     := "not" not | atom
 * atom    := "(" or ")" | value operator literal | literal operator value | test | property | "true" | "false"
 * value   := property | ("tolower" | "length") "(" property ")"
 * test    := ("contains" | "startswith" | "endswith") "(" string "," 'text' ")" [ "eq" "true" ]
 *          | "substringof" "(" 'text' "," string ")" [ "eq" "true" ]
 * string  := property | "tolower" "(" property ")"
 * literal := 'text' | 12 | 12L | 1.2e3 | true | false | datetime'..' | guid'..' | X'..' | binary'..'
 * </pre>
 *
 * <p>Words are case-sensitive, except for {@code true} and {@code false}. An empty text matches
 * every entity. An integer without a suffix is an Int32 if it fits, otherwise an Int64. A word is a
 * function's name only before a bracket. {@code substringof} is the spelling of {@code contains} in
 * OData 3, whose clients also compare a test with {@code true}.
 *
 * <p>A property alone, {@code Enabled}, is read as {@code Enabled eq true}. A property that is
 * named like {@code and}, {@code or} or an operator needs the comparison.
 *
 * <p>Fails with {@code InvalidInput} and the offset for a text that does not follow this grammar,
 * nests deeper than {@link #MAX_DEPTH}, or contains more than {@link #MAX_COMPARISONS} comparisons,
 * tests and constants. The brackets of a function do not nest. Fails with {@code NotImplemented}
 * for another function, for functions nested in another way, and for another comparison of a test.
 *
 * <p>Source: the public documentation, "Querying tables and entities". For functions: OData Version
 * 4.01, Part 2: URL Conventions, section 5.1.1; for {@code substringof}: OData Version 3.0, URL
 * Conventions, section 5.1.2.4.
 */
public final class FilterParser {

  /** Deepest nesting of brackets and {@code not}. */
  public static final int MAX_DEPTH = 100;

  /** Most comparisons, tests and constants. The service documents 15 and accepts more. */
  public static final int MAX_COMPARISONS = 2000;

  private static final String SUBSTRING_OF = "substringof";

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
      case WORD -> wordFirst();
      case LITERAL -> literalFirst();
      case CLOSE, COMMA, END -> throw lexer.unexpected("condition");
    };
  }

  private Filter bracketed() {
    lexer.advance();
    var filter = nested(this::or);
    close();
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

  private Filter wordFirst() {
    var word = word();
    if (isOpen() && word.equals(SUBSTRING_OF)) {
      return test(word, substringOf());
    }
    var match = TextMatch.ofFunction(word);
    if (isOpen() && match.isPresent()) {
      return test(word, match(match.get()));
    }
    var value = value(word);
    if (value.function == null && !isReserved(word) && endsCondition()) {
      return comparison(value, Operator.EQUAL, new EdmBoolean(true));
    }
    var operator = operator();
    return comparison(value, operator, literal());
  }

  /** Whether a word that stands alone is a part of another condition, which the text lacks. */
  private static boolean isReserved(String word) {
    return word.equals("and") || word.equals("or") || Operator.ofSymbol(word).isPresent();
  }

  private boolean endsCondition() {
    return switch (lexer.kind()) {
      case CLOSE, END -> true;
      case WORD -> lexer.word().equals("and") || lexer.word().equals("or");
      case LITERAL, OPEN, COMMA -> false;
    };
  }

  private Filter literalFirst() {
    var literal = literal();
    var standsAlone = Operator.ofSymbol(lexer.word()).isEmpty();
    if (standsAlone && literal instanceof EdmBoolean constant) {
      count();
      return constant.value() ? Filter.ALL : Filter.NONE;
    }
    var operator = operator();
    return comparison(value(word()), operator.mirrored(), literal);
  }

  private Filter comparison(Value value, Operator operator, EdmValue literal) {
    count();
    return value.function == null
        ? new Filter.Comparison(value.property, operator, literal)
        : new Filter.Derived(value.property, value.function, operator, literal);
  }

  /** Reads the arguments of {@code contains}, {@code startswith} or {@code endswith}. */
  private Filter match(TextMatch match) {
    lexer.advance();
    var string = string();
    require(FilterLexer.Kind.COMMA, "comma");
    var text = text();
    close();
    return new Filter.TextTest(string.property, string.isDerived(), match, text);
  }

  /** Reads the arguments of {@code substringof}, which have the other order. */
  private Filter substringOf() {
    lexer.advance();
    var text = text();
    require(FilterLexer.Kind.COMMA, "comma");
    var string = string();
    close();
    return new Filter.TextTest(string.property, string.isDerived(), TextMatch.CONTAINS, text);
  }

  /**
   * Counts a test and reads the rest of it. Its negation is {@code not}: a comparison with
   * {@code false} is refused.
   */
  private Filter test(String name, Filter test) {
    count();
    if (Operator.ofSymbol(lexer.word()).isEmpty()) {
      return test;
    }
    var operator = operator();
    if (operator != Operator.EQUAL || !literal().equals(new EdmBoolean(true))) {
      throw notImplemented(name + " comparedWithOtherThan=true");
    }
    return test;
  }

  /** Reads the argument of a test: a property, in lower case or as it is. */
  private Value string() {
    var word = word();
    if (isOpen() && !word.equals(Derivation.LOWERED.function())) {
      throw notImplemented(word);
    }
    return value(word);
  }

  private String text() {
    if (lexer.kind() != FilterLexer.Kind.LITERAL || !(lexer.literal() instanceof EdmString text)) {
      throw lexer.unexpected("text");
    }
    lexer.advance();
    return text.value();
  }

  private void count() {
    if (++comparisons > MAX_COMPARISONS) {
      throw FilterLimits.exceeded(
          "filterOffset=" + lexer.offset() + " comparisonLimit=" + MAX_COMPARISONS);
    }
  }

  /** Reads a value after its first word: a property, or a function of one. */
  private Value value(String word) {
    if (!isOpen()) {
      return new Value(word, null);
    }
    var function = Derivation.ofFunction(word).orElseThrow(() -> notImplemented(word));
    lexer.advance();
    var property = word();
    if (isOpen()) {
      throw notImplemented(property);
    }
    close();
    return new Value(property, function);
  }

  private String word() {
    var word = lexer.word();
    if (word.isEmpty()) {
      throw lexer.unexpected("property");
    }
    lexer.advance();
    return word;
  }

  private boolean isOpen() {
    return lexer.kind() == FilterLexer.Kind.OPEN;
  }

  private void close() {
    require(FilterLexer.Kind.CLOSE, "closingBracket");
  }

  private void require(FilterLexer.Kind kind, String expected) {
    if (lexer.kind() != kind) {
      throw lexer.unexpected(expected);
    }
    lexer.advance();
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

  private static InvalidRequestException notImplemented(String function) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "filterFunction=" + function);
  }

  /** A property, or a function of it. */
  private record Value(String property, @Nullable Derivation function) {

    boolean isDerived() {
      return function != null;
    }
  }
}
