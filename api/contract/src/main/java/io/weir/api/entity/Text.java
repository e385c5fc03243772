package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** Rules that all text obeys, and the form in which a text stands in a message. */
final class Text {

  private static final int LONGEST_SHOWN = 64;

  private Text() {}

  /**
   * Checks that every surrogate has its partner.
   *
   * <p>deliberate: half a character cannot be written as UTF-8, so an answer could not give it back. It is refused, not replaced.
   *
   * @param kind of text, as a refusal names it
   * @param name which of that kind
   */
  static void requireWellFormed(String kind, String name, String text) {
    var unpaired = firstUnpairedSurrogate(text);
    if (unpaired >= 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, kind + "=" + shown(name) + " unpairedSurrogateAt=" + unpaired);
    }
  }

  /** Whether every surrogate has its partner. */
  static boolean isWellFormed(String text) {
    return firstUnpairedSurrogate(text) < 0;
  }

  private static int firstUnpairedSurrogate(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (!Character.isSurrogate(text.charAt(i))) {
        continue;
      }
      if (!isPairAt(text, i)) {
        return i;
      }
      i++;
    }
    return -1;
  }

  private static boolean isPairAt(String text, int index) {
    return index + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
  }

  /** The text, cut where it would make a message unreadable. */
  static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
