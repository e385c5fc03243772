package io.weir.engine.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The numbered names of the properties that a filter compares or tests, except for the keys and the
 * Timestamp.
 *
 * <p>Names are sorted by length, then by byte. A search takes logarithmic time, and most other
 * names differ in their length already.
 */
final class ComparedProperties {

  private final byte[][] names;
  /**
   * Bit n is set when a name's length in bytes is n modulo 64. Most properties of an entity are
   * skipped by this test alone.
   */
  private final long lengths;

  private ComparedProperties(byte[][] names) {
    this.names = names;
    this.lengths =
        Arrays.stream(names).mapToLong(name -> 1L << name.length).reduce(0, (a, b) -> a | b);
  }

  static ComparedProperties in(Filter filter) {
    return new ComparedProperties(filter.dispatch(new Collector()).toArray(byte[][]::new));
  }

  int count() {
    return names.length;
  }

  /** Returns the number of a name; negative when the filter does not compare it. */
  int indexOf(String name) {
    var bytes = name.getBytes(UTF_8);
    return indexOf(bytes, 0, bytes.length);
  }

  /** Returns the number of a name in UTF-8; negative when the filter does not compare it. */
  int indexOf(byte[] source, int offset, int length) {
    return (lengths >>> length & 1) == 0 ? -1 : search(source, offset, length);
  }

  private int search(byte[] source, int offset, int length) {
    var low = 0;
    var high = names.length - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      var order = compare(names[middle], source, offset, length);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  private static int compare(byte[] name, byte[] source, int offset, int length) {
    return name.length != length
        ? Integer.compare(name.length, length)
        : Arrays.compare(name, 0, length, source, offset, offset + length);
  }

  private static final class Collector implements Filter.Handler<SortedSet<byte[]>> {

    private final SortedSet<byte[]> found = new TreeSet<>(
        Comparator.<byte[]>comparingInt(name -> name.length).thenComparing(Arrays::compare));

    @Override
    public SortedSet<byte[]> comparison(Filter.Comparison filter) {
      return property(filter);
    }

    @Override
    public SortedSet<byte[]> textTest(Filter.TextTest filter) {
      return property(filter);
    }

    @Override
    public SortedSet<byte[]> derived(Filter.Derived filter) {
      return property(filter);
    }

    private SortedSet<byte[]> property(Filter.OfProperty filter) {
      if (!EntityBuilder.isSystemProperty(filter.property())) {
        found.add(filter.property().getBytes(UTF_8));
      }
      return found;
    }

    @Override
    public SortedSet<byte[]> and(Filter.And filter) {
      filter.operands().forEach(operand -> operand.dispatch(this));
      return found;
    }

    @Override
    public SortedSet<byte[]> or(Filter.Or filter) {
      filter.operands().forEach(operand -> operand.dispatch(this));
      return found;
    }

    @Override
    public SortedSet<byte[]> not(Filter.Not filter) {
      return filter.operand().dispatch(this);
    }

    @Override
    public SortedSet<byte[]> constant(Filter.Constant filter) {
      return found;
    }
  }
}
