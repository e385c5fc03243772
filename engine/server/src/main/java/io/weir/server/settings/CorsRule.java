package io.weir.server.settings;

import io.weir.api.xml.Element;
import java.util.List;
import java.util.Set;

/**
 * A rule that allows some cross-origin requests. Immutable.
 *
 * @param origins allowed origins as browsers send them, case-sensitive; {@code *} allows every
 *     origin, {@code https://*.host} every subdomain of a host
 * @param methods allowed methods, in upper case
 * @param requestHeaders headers that a request may carry
 * @param exposed response headers that a page may read
 * @param maxAgeSeconds how long a browser may cache a preflight response
 */
record CorsRule(
    List<String> origins,
    Set<String> methods,
    HeaderPatterns requestHeaders,
    HeaderPatterns exposed,
    int maxAgeSeconds) {

  static final String ELEMENT = "CorsRule";

  private static final String ANY = "*";
  private static final String BELOW = "://*.";
  private static final int MAX_ORIGINS = 64;
  private static final int MAX_ORIGIN_CHARACTERS = 256;
  private static final Set<String> METHODS = Set.of(
      "DELETE", "GET", "HEAD", "MERGE", "PATCH", "POST", "OPTIONS", "PUT", "CONNECT", "TRACE");

  CorsRule {
    origins = List.copyOf(origins);
    methods = Set.copyOf(methods);
  }

  static CorsRule read(Element rule) {
    rule.requireOnly(
        "AllowedOrigins", "AllowedMethods", "AllowedHeaders", "ExposedHeaders", "MaxAgeInSeconds");
    return new CorsRule(
        origins(rule.require("AllowedOrigins")),
        methods(rule.require("AllowedMethods")),
        HeaderPatterns.read(rule, "AllowedHeaders"),
        HeaderPatterns.read(rule, "ExposedHeaders"),
        rule.number("MaxAgeInSeconds", 0, Integer.MAX_VALUE));
  }

  Element element() {
    return Element.of(
        ELEMENT,
        Element.text("AllowedOrigins", String.join(",", origins)),
        Element.text(
            "AllowedMethods", String.join(",", methods.stream().sorted().toList())),
        Element.text("AllowedHeaders", requestHeaders.text()),
        Element.text("ExposedHeaders", exposed.text()),
        Element.text("MaxAgeInSeconds", Integer.toString(maxAgeSeconds)));
  }

  boolean allowsAnyOrigin() {
    return origins.contains(ANY);
  }

  boolean allows(String origin, String method) {
    return methods.contains(method)
        && (allowsAnyOrigin()
            || !origin.isEmpty() && origins.stream().anyMatch(known -> covers(known, origin)));
  }

  private static boolean covers(String known, String origin) {
    var wildcard = known.indexOf(BELOW);
    if (wildcard < 0) {
      return known.equals(origin);
    }
    var scheme = known.substring(0, wildcard + "://".length());
    var below = known.substring(wildcard + BELOW.length() - 1);
    return origin.length() > scheme.length() + below.length()
        && origin.startsWith(scheme)
        && origin.endsWith(below);
  }

  private static List<String> origins(Element element) {
    var origins = HeaderPatterns.split(element.text()).toList();
    if (origins.isEmpty() || origins.size() > MAX_ORIGINS) {
      throw element.invalidValue("origins from=1 to=" + MAX_ORIGINS);
    }
    if (origins.stream().anyMatch(origin -> origin.length() > MAX_ORIGIN_CHARACTERS)) {
      throw element.invalidValue("origins lengthTo=" + MAX_ORIGIN_CHARACTERS);
    }
    if (origins.contains(ANY) && origins.size() > 1) {
      throw element.invalidValue(ANY + "|origins");
    }
    return origins;
  }

  private static Set<String> methods(Element element) {
    var methods = HeaderPatterns.split(element.text()).toList();
    if (methods.isEmpty() || !METHODS.containsAll(methods)) {
      throw element.invalidValue("methods");
    }
    return Set.copyOf(methods);
  }
}
