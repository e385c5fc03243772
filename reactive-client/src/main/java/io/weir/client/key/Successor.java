package io.weir.client.key;

import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The least text above all that begin alike, by UTF-16 unit.
 *
 * <p>The last character gives way to the next one that is allowed; where none is left, the one before it. Between U+D7FF and U+E000, in
 * the order of units, stand the pairs of surrogates, U+10000 to U+10FFFF; so a text stays well-formed. Any thread.
 */
final class Successor {

  private static final int LAST = Character.MAX_VALUE;
  private static final int BEFORE_PAIRS = Character.MIN_SURROGATE - 1;
  private static final int BEHIND_PAIRS = Character.MAX_SURROGATE + 1;

  private Successor() {}

  /** Empty when there is no end: the text is empty, or nothing but U+FFFF. */
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
