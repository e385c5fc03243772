package io.weir.engine.query;

/**
 * A stored text that is read in place, one UTF-16 unit after the other.
 *
 * <p>It reads UTF-8, where a surrogate pair is one sequence of four bytes, and the encoding of
 * {@link io.weir.api.entity.KeyText}, where it is two of three. The bytes must be well formed. One
 * object serves for all texts in turn and allocates nothing.
 *
 * <p>With {@code lowered}, each unit is mapped as {@link io.weir.api.filter.Derivation#LOWERED}
 * states.
 */
final class StoredText {

  private static final int FIRST_FOUR_BYTE_LEAD = 0xF0;

  private byte[] bytes = new byte[0];
  private int start;
  private int end;
  private int next;
  /** The second unit of the pair whose first unit was read last; 0 when there is none. */
  private char pending;

  /** Takes the text in {@code source[from, to)}. */
  void moveTo(byte[] source, int from, int to) {
    bytes = source;
    start = from;
    end = to;
  }

  /** Returns the number of UTF-16 units. */
  int length() {
    var units = 0;
    for (var at = start; at < end; at++) {
      units += unitsBeginningAt(at);
    }
    return units;
  }

  /** Compares with a text by UTF-16 unit. */
  int compareTo(String text, boolean lowered) {
    seek(start);
    for (var i = 0; i < text.length(); i++) {
      var order = hasNext() ? next(lowered) - text.charAt(i) : -1;
      if (order != 0) {
        return order;
      }
    }
    return hasNext() ? 1 : 0;
  }

  boolean startsWith(String part, boolean lowered) {
    seek(start);
    return continuesWith(part, lowered);
  }

  boolean endsWith(String part, boolean lowered) {
    return seekLast(part.length()) && continuesWith(part, lowered);
  }

  /** Whether the text contains the pattern. Takes linear time. */
  boolean contains(TextPattern pattern, boolean lowered) {
    seek(start);
    var matched = 0;
    while (matched < pattern.length()) {
      if (!hasNext()) {
        return false;
      }
      matched = pattern.extend(matched, next(lowered));
    }
    return true;
  }

  private boolean continuesWith(String part, boolean lowered) {
    for (var i = 0; i < part.length(); i++) {
      if (!hasNext() || next(lowered) != part.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void seek(int at) {
    next = at;
    pending = 0;
  }

  /** Moves before the last units. Returns false when the text has fewer. */
  private boolean seekLast(int units) {
    var at = end;
    var passed = 0;
    while (passed < units) {
      if (at == start) {
        return false;
      }
      passed += unitsBeginningAt(--at);
    }
    seek(at);
    if (passed > units) {
      next(false);
    }
    return true;
  }

  /** Returns the number of units whose sequence begins at the byte: 0 within a sequence. */
  private int unitsBeginningAt(int at) {
    if ((bytes[at] & 0xC0) == 0x80) {
      return 0;
    }
    return (bytes[at] & 0xFF) < FIRST_FOUR_BYTE_LEAD ? 1 : 2;
  }

  private boolean hasNext() {
    return next < end || pending != 0;
  }

  private char next(boolean lowered) {
    var unit = next();
    return lowered ? Character.toLowerCase(unit) : unit;
  }

  private char next() {
    if (pending != 0) {
      var low = pending;
      pending = 0;
      return low;
    }
    var lead = bytes[next++] & 0xFF;
    if (lead < 0x80) {
      return (char) lead;
    }
    if (lead < 0xE0) {
      return (char) ((lead & 0x1F) << 6 | continuation());
    }
    if (lead < FIRST_FOUR_BYTE_LEAD) {
      return (char) ((lead & 0x0F) << 12 | continuation() << 6 | continuation());
    }
    var point = (lead & 0x07) << 18 | continuation() << 12 | continuation() << 6 | continuation();
    pending = Character.lowSurrogate(point);
    return Character.highSurrogate(point);
  }

  private int continuation() {
    return bytes[next++] & 0x3F;
  }
}
