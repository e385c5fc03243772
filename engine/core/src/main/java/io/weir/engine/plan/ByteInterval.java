package io.weir.engine.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The byte strings from {@code lower}, inclusive, to {@code upper}, exclusive, in unsigned order.
 * Immutable; the arrays must not be changed.
 */
final class ByteInterval {

  private static final byte[] FIRST = {1};
  private static final byte[] END = {(byte) 0xFF};

  /** All values, in either direction. No encoded value begins with 0x00 or 0xFF. */
  static final List<ByteInterval> ALL = List.of(new ByteInterval(FIRST, END, false));

  private final byte[] lower;
  private final byte[] upper;
  private final boolean isValue;

  /**
   * Makes an interval.
   *
   * @param isValue whether it holds exactly the strings that begin with one complete encoded value,
   *     {@code lower}
   */
  ByteInterval(byte[] lower, byte[] upper, boolean isValue) {
    this.lower = lower;
    this.upper = upper;
    this.isValue = isValue;
  }

  byte[] lower() {
    return lower;
  }

  byte[] upper() {
    return upper;
  }

  boolean isValue() {
    return isValue;
  }

  /** Returns the strings that begin with a prefix. */
  static ByteInterval ofPrefix(byte[] prefix, boolean isValue) {
    return new ByteInterval(prefix, after(prefix), isValue);
  }

  /** Returns the least string that is greater than every string with a prefix. */
  static byte[] after(byte[] prefix) {
    var end = prefix.length;
    while (end > 0 && prefix[end - 1] == -1) {
      end--;
    }
    if (end == 0) {
      return END;
    }
    var after = Arrays.copyOf(prefix, end);
    after[end - 1]++;
    return after;
  }

  boolean isEmpty() {
    return Arrays.compareUnsigned(lower, upper) >= 0;
  }

  /** Returns the interval of all strings that begin with a prefix and go on in this interval. */
  ByteInterval under(byte[] prefix) {
    return new ByteInterval(joined(prefix, lower), joined(prefix, upper), isValue);
  }

  private static byte[] joined(byte[] prefix, byte[] rest) {
    var joined = Arrays.copyOf(prefix, prefix.length + rest.length);
    System.arraycopy(rest, 0, joined, prefix.length, rest.length);
    return joined;
  }

  /** Returns the strings that are in an interval of each of two lists. */
  static List<ByteInterval> intersection(List<ByteInterval> some, List<ByteInterval> others) {
    var common = new ArrayList<ByteInterval>();
    for (var one : some) {
      for (var other : others) {
        var interval = one.intersection(other);
        if (!interval.isEmpty()) {
          common.add(interval);
        }
      }
    }
    return union(common);
  }

  private ByteInterval intersection(ByteInterval other) {
    var isLowerMine = Arrays.compareUnsigned(lower, other.lower) >= 0;
    var isUpperMine = Arrays.compareUnsigned(upper, other.upper) <= 0;
    return new ByteInterval(
        isLowerMine ? lower : other.lower,
        isUpperMine ? upper : other.upper,
        isLowerMine && isUpperMine && isValue
            || !isLowerMine && !isUpperMine && other.isValue
            || isSameValue(other));
  }

  private boolean isSameValue(ByteInterval other) {
    return isValue && other.isValue && Arrays.equals(lower, other.lower);
  }

  /** Returns disjoint, ascending intervals with the same strings. */
  static List<ByteInterval> union(List<ByteInterval> intervals) {
    var sorted = intervals.stream()
        .filter(interval -> !interval.isEmpty())
        .sorted(Comparator.comparing(ByteInterval::lower, Arrays::compareUnsigned))
        .toList();
    var union = new ArrayList<ByteInterval>();
    for (var next : sorted) {
      var last = union.isEmpty() ? null : union.get(union.size() - 1);
      if (last == null
          || Arrays.compareUnsigned(last.upper, next.lower) < 0
          || last.isValue && next.isValue && !last.isSameValue(next)) {
        union.add(next);
      } else if (!last.isSameValue(next)) {
        var further = Arrays.compareUnsigned(last.upper, next.upper) >= 0 ? last : next;
        union.set(union.size() - 1, new ByteInterval(last.lower, further.upper, false));
      }
    }
    return union;
  }
}
