package io.weir.server.cors;

import io.weir.server.xml.Element;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Names of headers, some of them cut short: {@code x-ms-meta-*} stands for all that begin so, {@code *} for all. Case does not count.
 * Immutable.
 */
record NameList(List<String> names) {

  private static final int MOST_WHOLE = 64;
  private static final int MOST_CUT = 2;
  private static final int LONGEST = 256;

  NameList {
    names = List.copyOf(names);
  }

  /** Reads a list of names with commas between them; an element that is not there holds none. */
  static NameList read(Element rule, String element) {
    var list = rule.find(element).orElseGet(() -> Element.text(element, ""));
    var names = split(list.text()).toList();
    if (names.stream().anyMatch(name -> name.length() > LONGEST)) {
      throw list.not("names lengthTo=" + LONGEST);
    }
    var cut = names.stream().filter(NameList::isCut).count();
    if (cut > MOST_CUT || names.size() - cut > MOST_WHOLE) {
      throw list.not("names wholeTo=" + MOST_WHOLE + " prefixesTo=" + MOST_CUT);
    }
    return new NameList(names);
  }

  /** What stands between commas, but blanks. */
  static Stream<String> split(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  boolean holds(String header) {
    return names.stream().anyMatch(name -> stands(name, header));
  }

  /** Names to be told: whole ones, and of the headers that are there those that a cut name stands for. */
  String told(Stream<String> present) {
    var whole = names.stream().filter(name -> !isCut(name));
    var matched = present.filter(
        header -> names.stream().anyMatch(name -> isCut(name) && stands(name, header)));
    return String.join(
        ",", Stream.concat(whole, matched).map(NameList::lower).distinct().toList());
  }

  String text() {
    return String.join(",", names);
  }

  private static boolean stands(String name, String header) {
    return isCut(name)
        ? header.regionMatches(true, 0, name, 0, name.length() - 1)
        : header.equalsIgnoreCase(name);
  }

  private static boolean isCut(String name) {
    return name.endsWith("*");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
