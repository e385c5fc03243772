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
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A lexer that splits filter text into words, literals, brackets and commas.
 *
 * <p>It stands at one token at a time; {@link #advance} moves to the next. Belongs to one parser.
 */
final class FilterLexer {

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+L?");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN|-?INF");
  private static final Pattern GUID = Pattern.compile(
      "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

  /** The kind of the current token. */
  enum Kind {
    WORD,
    LITERAL,
    OPEN,
    CLOSE,
    COMMA,
    END
  }

  private final String text;
  private int start;
  private int next;
  private Kind kind = Kind.END;
  private String word = "";
  private @Nullable EdmValue literal;

  FilterLexer(String text) {
    this.text = text;
    advance();
  }

  Kind kind() {
    return kind;
  }

  /** Returns the current word; empty when the current token is not a word. */
  String word() {
    return kind == Kind.WORD ? word : "";
  }

  /** Returns the current literal. */
  EdmValue literal() {
    if (literal == null) {
      throw unexpected("literal");
    }
    return literal;
  }

  /** Returns the offset of the current token in the text. */
  int offset() {
    return start;
  }

  void advance() {
    literal = null;
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      next++;
    }
    start = next;
    if (next == text.length()) {
      kind = Kind.END;
      return;
    }
    var unit = text.charAt(next);
    switch (unit) {
      case '(' -> mark(Kind.OPEN);
      case ')' -> mark(Kind.CLOSE);
      case ',' -> mark(Kind.COMMA);
      case '\'' -> accept(new EdmString(quoted()));
      default -> {
        if (isWordStart(text.codePointAt(next))) {
          wordOrTyped();
        } else {
          accept(number(takeWhileNumeric()));
        }
      }
    }
  }

  InvalidRequestException unexpected(String expected) {
    return failure(start, expected);
  }

  private void mark(Kind which) {
    kind = which;
    next++;
  }

  private void accept(EdmValue value) {
    kind = Kind.LITERAL;
    literal = value;
  }

  private void wordOrTyped() {
    while (next < text.length() && isWordPart(text.codePointAt(next))) {
      next += Character.charCount(text.codePointAt(next));
    }
    word = text.substring(start, next);
    if (next < text.length() && text.charAt(next) == '\'') {
      accept(typed(word, quoted()));
      return;
    }
    if (isBoolean(word)) {
      accept(new EdmBoolean(word.equalsIgnoreCase("true")));
    } else if (isLiteralWord(word)) {
      accept(number(word));
    } else {
      kind = Kind.WORD;
    }
  }

  /**
   * Whether the whole text is one word. A word names a property or, see {@link #isLiteralWord}, is
   * a literal.
   */
  static boolean isWord(String text) {
    return !text.isEmpty()
        && isWordStart(text.codePointAt(0))
        && text.codePoints().skip(1).allMatch(FilterLexer::isWordPart);
  }

  /** Whether the word is a literal. */
  static boolean isLiteralWord(String word) {
    return isBoolean(word) || word.equals("NaN") || word.equals("INF");
  }

  /**
   * deliberate: in any case, for tools write {@code True} as their languages do; the documentation
   * calls all words case-sensitive.
   */
  private static boolean isBoolean(String word) {
    return word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false");
  }

  private static boolean isWordStart(int point) {
    return point == '_' || Character.isUnicodeIdentifierStart(point);
  }

  private static boolean isWordPart(int point) {
    return point == '_'
        || Character.isUnicodeIdentifierPart(point) && !Character.isIdentifierIgnorable(point);
  }

  /**
   * Reads from an opening quotation mark to its closing one. A doubled mark inside stands for one
   * mark.
   */
  private String quoted() {
    var value = new StringBuilder();
    for (var at = next + 1; at < text.length(); at++) {
      if (text.charAt(at) != '\'') {
        value.append(text.charAt(at));
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
        value.append('\'');
        at++;
      } else {
        next = at + 1;
        return value.toString();
      }
    }
    throw failure(text.length(), "closingQuotationMark");
  }

  private EdmValue typed(String type, String value) {
    try {
      return switch (type) {
        case "datetime" -> EdmDateTime.parse(value);
        case "guid" -> new EdmGuid(guid(value));
        case "X", "binary" -> new EdmBinary(HexFormat.of().parseHex(value));
        default -> throw failure(start, "literal");
      };
    } catch (IllegalArgumentException e) {
      throw failure(start, "literalOfType:" + type);
    }
  }

  private static UUID guid(String value) {
    if (!GUID.matcher(value).matches()) {
      throw new IllegalArgumentException(value);
    }
    return UUID.fromString(value);
  }

  private String takeWhileNumeric() {
    while (next < text.length() && !endsNumber(text.charAt(next))) {
      next++;
    }
    return text.substring(start, next);
  }

  private static boolean endsNumber(char unit) {
    return unit == '('
        || unit == ')'
        || unit == ','
        || unit == '\''
        || Character.isWhitespace(unit);
  }

  private EdmValue number(String digits) {
    try {
      if (INTEGER.matcher(digits).matches()) {
        return integer(digits);
      }
      if (DECIMAL.matcher(digits).matches()) {
        return new EdmDouble(Double.parseDouble(digits.replace("INF", "Infinity")));
      }
    } catch (NumberFormatException e) {
      throw failure(start, "numberInRange");
    }
    throw failure(start, "propertyOrLiteral");
  }

  private static EdmValue integer(String digits) {
    if (digits.endsWith("L")) {
      return new EdmInt64(Long.parseLong(digits.substring(0, digits.length() - 1)));
    }
    var value = Long.parseLong(digits);
    return value == (int) value ? new EdmInt32((int) value) : new EdmInt64(value);
  }

  private InvalidRequestException failure(int offset, String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "filterOffset=" + offset + " expected=" + expected);
  }
}
