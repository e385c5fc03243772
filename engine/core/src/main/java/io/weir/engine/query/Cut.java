package io.weir.engine.query;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of texts that are keys: just before or just behind a text, or the end.
 *
 * <p>Filters compare keys with texts that no key can be. A cut needs to be right among keys only, and so is brought into one form for
 * all texts that cut them alike: where a literal goes on with a control character, or is longer than any key, a key that agrees with
 * it so far either ends, and is less, or goes on, and is greater. The cut then lies just behind what they share. So the text of a cut
 * has at most {@link Limits#KEY_UNITS} units, each from U+0020 on.
 *
 * @param text absent at the end
 * @param behind just behind the text, rather than just before it
 */
record Cut(@Nullable String text, boolean behind) implements Comparable<Cut> {

  /** Before all texts: just before the empty one. */
  static final Cut START = new Cut("", false);

  /** Behind all texts. */
  static final Cut END = new Cut(null, false);

  private static final char LEAST_UNIT = 0x20;

  static Cut before(String text) {
    var shared = unitsSharedWithKeys(text);
    return shared == text.length()
        ? new Cut(text, false)
        : new Cut(text.substring(0, shared), true);
  }

  static Cut behind(String text) {
    return new Cut(text.substring(0, unitsSharedWithKeys(text)), true);
  }

  /** The text, if it is a key, that alone lies between this cut and that one. */
  @Nullable
  String onlyKeyBefore(Cut that) {
    return text != null && surroundTextWith(that) && EntityKey.isKey(text) ? text : null;
  }

  /** Whether this cut and that one lie around one text, be it a key or not. */
  boolean surroundTextWith(Cut that) {
    return text != null && !behind && that.behind && text.equals(that.text);
  }

  @Override
  public int compareTo(Cut that) {
    if (text == null || that.text == null) {
      return Boolean.compare(text == null, that.text == null);
    }
    var byText = text.compareTo(that.text);
    return byText != 0 ? byText : Boolean.compare(behind, that.behind);
  }

  private static int unitsSharedWithKeys(String text) {
    var longest = Math.min(text.length(), Limits.KEY_UNITS);
    for (var i = 0; i < longest; i++) {
      if (text.charAt(i) < LEAST_UNIT) {
        return i;
      }
    }
    return longest;
  }
}
