package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** The rules for all text, and a short form of text for messages. */
final class Text {

  private static final int LONGEST_SHOWN = 64;

  private Text() {}

  /**
   * Checks that every surrogate is paired.
   *
   * <p>deliberate: an unpaired surrogate is refused, not replaced. It cannot be written as UTF-8,
   * so no answer could return it.
   *
   * @param kind the kind of text, as the failure names it
   * @param name the name of the text within its kind
   */
  static void requireWellFormed(String kind, String name, String text) {
    var unpaired = firstUnpairedSurrogate(text);
    if (unpaired >= 0) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, kind + "=" + shown(name) + " unpairedSurrogateAt=" + unpaired);
    }
  }

  /** Whether every surrogate is paired. */
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

  /** Returns the text, cut to a length that keeps a message readable. */
  static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
