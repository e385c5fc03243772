package io.weir.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * The source of a parser's inputs: texts that the parser mostly accepts, and the words of its
 * language.
 *
 * <p>For a parser of bytes, a text has one character for each byte: {@link #utf8} and
 * {@link #bytes}.
 */
public interface Grammar {

  /** Returns the next text. */
  String draw(Draw draw);

  /** Returns words to insert at arbitrary places. */
  List<String> words();

  /** Returns the UTF-8 bytes of a text, one character for each byte. */
  static String utf8(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** Returns the bytes that the characters encode. */
  static byte[] bytes(String characters) {
    return characters.getBytes(ISO_8859_1);
  }
}
