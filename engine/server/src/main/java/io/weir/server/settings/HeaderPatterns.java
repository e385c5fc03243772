package io.weir.server.settings;

import io.weir.api.xml.Element;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A list of header names and prefixes. {@code x-ms-meta-*} matches every header with that prefix,
 * {@code *} matches every header. Names are case-insensitive. Immutable.
 */
record HeaderPatterns(List<String> names) {

  private static final int MAX_NAMES = 64;
  private static final int MAX_PREFIXES = 2;
  private static final int MAX_CHARACTERS = 256;

  HeaderPatterns {
    names = List.copyOf(names);
  }

  /** Reads a comma-separated list. A missing element is an empty list. */
  static HeaderPatterns read(Element rule, String element) {
    var list = rule.find(element).orElseGet(() -> Element.text(element, ""));
    var names = split(list.text()).toList();
    if (names.stream().anyMatch(name -> name.length() > MAX_CHARACTERS)) {
      throw list.invalidValue("names lengthTo=" + MAX_CHARACTERS);
    }
    var prefixes = names.stream().filter(HeaderPatterns::isPrefix).count();
    if (prefixes > MAX_PREFIXES || names.size() - prefixes > MAX_NAMES) {
      throw list.invalidValue("names wholeTo=" + MAX_NAMES + " prefixesTo=" + MAX_PREFIXES);
    }
    return new HeaderPatterns(names);
  }

  /** Splits a comma-separated list, strips its items and drops blank ones. */
  static Stream<String> split(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  boolean matches(String header) {
    return names.stream().anyMatch(name -> matches(name, header));
  }

  /**
   * Returns the value of {@code Access-Control-Expose-Headers}: all whole names, and every present
   * header that matches a prefix.
   */
  String exposedNames(Stream<String> present) {
    var whole = names.stream().filter(name -> !isPrefix(name));
    var matched = present.filter(
        header -> names.stream().anyMatch(name -> isPrefix(name) && matches(name, header)));
    return String.join(
        ",", Stream.concat(whole, matched).map(HeaderPatterns::lower).distinct().toList());
  }

  String text() {
    return String.join(",", names);
  }

  private static boolean matches(String name, String header) {
    return isPrefix(name)
        ? header.regionMatches(true, 0, name, 0, name.length() - 1)
        : header.equalsIgnoreCase(name);
  }

  private static boolean isPrefix(String name) {
    return name.endsWith("*");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
