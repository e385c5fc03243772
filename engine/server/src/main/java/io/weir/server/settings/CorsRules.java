package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.xml.Element;
import java.util.List;
import java.util.Optional;

/**
 * The CORS rules of an account, in the order in which they are tried: at most five, with at most 2
 * KiB of text in total, tags not counted. Immutable.
 */
public record CorsRules(List<CorsRule> all) {

  /** Allows no cross-origin requests. */
  public static final CorsRules NONE = new CorsRules(List.of());

  private static final String ELEMENT = "Cors";
  private static final int MAX_RULES = 5;
  private static final int MAX_BYTES = 2048;

  public CorsRules {
    all = List.copyOf(all);
  }

  /**
   * Reads a {@code Cors} element. Fails with {@code InvalidXmlDocument} if there are too many rules
   * or too much text.
   */
  public static CorsRules read(Element cors) {
    var rules = cors.requireName(ELEMENT).list(CorsRule.ELEMENT);
    if (rules.size() > MAX_RULES) {
      throw invalidDocument("rules=" + rules.size() + " limit=" + MAX_RULES);
    }
    var bytes = rules.stream()
        .flatMap(rule -> rule.children().stream())
        .mapToInt(part -> part.text().getBytes(UTF_8).length)
        .sum();
    if (bytes > MAX_BYTES) {
      throw invalidDocument("bytes=" + bytes + " limit=" + MAX_BYTES);
    }
    return new CorsRules(rules.stream().map(CorsRule::read).toList());
  }

  /** Returns the element that {@link #read} reads. */
  public Element element() {
    return Element.of(ELEMENT, all.stream().map(CorsRule::element).toArray(Element[]::new));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Returns the first rule that allows a request from this origin. An empty origin stands for a
   * request without {@code Origin} header.
   */
  Optional<CorsRule> match(String origin, String method) {
    return all.stream().filter(rule -> rule.allows(origin, method)).findFirst();
  }

  /** Returns the first rule that allows a request from this origin with these headers. */
  Optional<CorsRule> match(String origin, String method, String headers) {
    return all.stream()
        .filter(rule -> rule.allows(origin, method))
        .filter(rule -> HeaderPatterns.split(headers).allMatch(rule.requestHeaders()::matches))
        .findFirst();
  }

  private static InvalidRequestException invalidDocument(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_XML_DOCUMENT, facts);
  }
}
