package io.weir.testkit.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * What a parser is fed with: texts that it takes, more or less, and the words that its texts are made of.
 *
 * <p>A parser of bytes has texts of one character for each byte: {@link #utf8} and {@link #bytes}.
 */
public interface Grammar {

  /** The next text. */
  String draw(Draw draw);

  /** Words to be put where they do not belong. */
  List<String> words();

  /** The bytes of a text, one character for each. */
  static String utf8(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** The bytes that the characters stand for. */
  static byte[] bytes(String characters) {
    return characters.getBytes(ISO_8859_1);
  }
}
