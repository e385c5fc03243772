package io.weir.engine.query;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of key texts: just before a text, just after it, or the end of the order.
 *
 * <p>A filter may compare a key with a text that is no legal key. A cut has to be right among legal
 * keys only, and all texts that separate the legal keys in the same way have the same cut. Such a
 * text holds a control character, or is longer than any key. A key that agrees with it up to there
 * either ends, and is less, or goes on, and is greater. The cut therefore lies just after the part
 * that a key can share with the text. The text of a cut has at most {@link Limits#KEY_UNITS} UTF-16
 * units, each U+0020 or above.
 *
 * @param text absent at the end of the order
 * @param after whether the cut lies just after the text; otherwise just before it
 */
record Cut(@Nullable String text, boolean after) implements Comparable<Cut> {

  /** The cut before all texts: just before the empty one. */
  static final Cut START = new Cut("", false);

  /** The cut after all texts. */
  static final Cut END = new Cut(null, false);

  private static final char LEAST_UNIT = 0x20;

  static Cut before(String text) {
    var shared = unitsSharedWithKeys(text);
    return shared == text.length()
        ? new Cut(text, false)
        : new Cut(text.substring(0, shared), true);
  }

  static Cut after(String text) {
    return new Cut(text.substring(0, unitsSharedWithKeys(text)), true);
  }

  /**
   * Returns the only key between this cut and that one; null when there is none or more than one.
   */
  @Nullable
  String onlyKeyBefore(Cut that) {
    return text != null && surroundTextWith(that) && EntityKey.isKey(text) ? text : null;
  }

  /** Whether exactly one text, legal as a key or not, lies between this cut and that one. */
  boolean surroundTextWith(Cut that) {
    return text != null && !after && that.after && text.equals(that.text);
  }

  @Override
  public int compareTo(Cut that) {
    if (text == null || that.text == null) {
      return Boolean.compare(text == null, that.text == null);
    }
    var byText = text.compareTo(that.text);
    return byText != 0 ? byText : Boolean.compare(after, that.after);
  }

  /**
   * Returns the cut just after all texts that begin with the given one, whose units must all be
   * U+0020 or above.
   */
  static Cut afterAllStartingWith(String text) {
    for (var last = text.length() - 1; last >= 0; last--) {
      var unit = text.charAt(last);
      if (unit < Character.MAX_VALUE) {
        return before(text.substring(0, last) + (char) (unit + 1));
      }
    }
    return END;
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
