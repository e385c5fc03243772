package io.weir.search.query;

import io.weir.api.search.SearchRequest;
import io.weir.search.query.Clause.Kind;
import io.weir.search.query.Clause.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses the text of a search.
 *
 * <pre>
 * search   = clause *( blank clause )
 * clause   = [ "+" | "-" ] [ property ":" ] ( phrase | word [ "*" ] )
 * phrase   = '"' *( any unit; a quotation mark or backslash after a backslash ) '"'
 * word     = 1*( any unit but blank, '"', '*' and, in front of the last, ":" )
 * </pre>
 */
public final class SearchText {

  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';
  private static final char STAR = '*';

  private final String text;
  private int at;

  private SearchText(String text) {
    this.text = text;
  }

  /**
   * Returns the clauses in their order, at least one. Fails with {@code InvalidInput} for a text of
   * another form, for more than {@link SearchRequest#MOST_CLAUSES} clauses, and when every clause
   * is excluded.
   */
  public static List<Clause> parse(String text) {
    return new SearchText(text).clauses();
  }

  private List<Clause> clauses() {
    var clauses = new ArrayList<Clause>();
    for (skipBlanks(); at < text.length(); skipBlanks()) {
      if (clauses.size() == SearchRequest.MOST_CLAUSES) {
        throw SyntaxFailure.at(at, "atMost" + SearchRequest.MOST_CLAUSES + "Clauses");
      }
      clauses.add(clause());
    }
    if (clauses.stream().allMatch(clause -> clause.presence() == Presence.EXCLUDED)) {
      throw SyntaxFailure.at(0, "clauseWithoutMinus");
    }
    return List.copyOf(clauses);
  }

  private Clause clause() {
    var begin = at;
    var presence = presence();
    var property = property();
    if (at < text.length() && text.charAt(at) == QUOTE) {
      return new Clause(presence, property, Kind.PHRASE, phrase(), begin);
    }
    var word = word();
    var isPrefix = at < text.length() && text.charAt(at) == STAR;
    if (isPrefix) {
      at++;
    }
    requireBlank();
    return new Clause(presence, property, isPrefix ? Kind.PREFIX : Kind.WORD, word, begin);
  }

  private Presence presence() {
    var presence = switch (text.charAt(at)) {
      case '+' -> Presence.REQUIRED;
      case '-' -> Presence.EXCLUDED;
      default -> Presence.OPTIONAL;
    };
    if (presence != Presence.OPTIONAL) {
      at++;
    }
    return presence;
  }

  /** Reads a name and its colon, if the clause begins with them. */
  private Optional<String> property() {
    for (var i = at; i < text.length() && isOfWord(text.charAt(i)); i++) {
      if (text.charAt(i) == ':') {
        if (i == at) {
          throw SyntaxFailure.at(at, "propertyBeforeColon");
        }
        var name = text.substring(at, i);
        at = i + 1;
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private String word() {
    var begin = at;
    while (at < text.length() && isOfWord(text.charAt(at)) && text.charAt(at) != ':') {
      at++;
    }
    if (at == begin) {
      throw SyntaxFailure.at(at, "wordOrPhrase");
    }
    return text.substring(begin, at);
  }

  private String phrase() {
    var begin = at++;
    var found = new StringBuilder();
    while (at < text.length() && text.charAt(at) != QUOTE) {
      if (text.charAt(at) == ESCAPE) {
        at++;
      }
      if (at < text.length()) {
        found.append(text.charAt(at++));
      }
    }
    if (at == text.length()) {
      throw SyntaxFailure.at(begin, "closingQuotationMark");
    }
    at++;
    if (found.toString().isBlank()) {
      throw SyntaxFailure.at(begin, "wordsInPhrase");
    }
    requireBlank();
    return found.toString();
  }

  private void requireBlank() {
    if (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      throw SyntaxFailure.at(at, "blank");
    }
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isOfWord(char unit) {
    return !Character.isWhitespace(unit) && unit != QUOTE && unit != STAR;
  }
}
