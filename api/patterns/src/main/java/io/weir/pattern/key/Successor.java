package io.weir.pattern.key;

import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The least text greater than all texts with one prefix, by UTF-16 unit.
 *
 * <p>The last character is replaced by the next allowed one; if there is none, it is dropped and
 * the character before it is replaced. In the order of units, the surrogate pairs U+10000 to
 * U+10FFFF lie between U+D7FF and U+E000, so the result stays well-formed. Any thread.
 */
final class Successor {

  private static final int LAST = Character.MAX_VALUE;
  private static final int BEFORE_PAIRS = Character.MIN_SURROGATE - 1;
  private static final int BEHIND_PAIRS = Character.MAX_SURROGATE + 1;

  private Successor() {}

  /**
   * Returns the text; empty if there is none, because the prefix is empty or consists of U+FFFF
   * only.
   */
  static Optional<String> of(String prefix, IntPredicate allowed) {
    var end = prefix.length();
    while (end > 0) {
      var last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      while (last != LAST) {
        last = next(last);
        if (allowed.test(last)) {
          return Optional.of(prefix.substring(0, end) + Character.toString(last));
        }
      }
    }
    return Optional.empty();
  }

  private static int next(int point) {
    return switch (point) {
      case BEFORE_PAIRS -> Character.MIN_SUPPLEMENTARY_CODE_POINT;
      case Character.MAX_CODE_POINT -> BEHIND_PAIRS;
      default -> point + 1;
    };
  }
}
