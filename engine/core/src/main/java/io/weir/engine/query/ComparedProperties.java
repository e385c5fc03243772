package io.weir.engine.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The properties that a filter compares, other than the keys and the Timestamp, numbered.
 *
 * <p>Sorted by length, then by byte, so that the number of a name is found in logarithmic time and most others are told apart by their
 * length alone.
 */
final class PropertyNames {

  private final byte[][] names;
  /** Bit n is set when a name has n bytes, or n more than a multiple of 64: most properties are passed over by it. */
  private final long lengths;

  private PropertyNames(byte[][] names) {
    this.names = names;
    this.lengths =
        Arrays.stream(names).mapToLong(name -> 1L << name.length).reduce(0, (a, b) -> a | b);
  }

  static PropertyNames in(Filter filter) {
    return new PropertyNames(filter.dispatch(new Collector()).toArray(byte[][]::new));
  }

  int count() {
    return names.length;
  }

  /** The number of a name; negative when it is none of these. */
  int indexOf(String name) {
    var bytes = name.getBytes(UTF_8);
    return indexOf(bytes, 0, bytes.length);
  }

  /** The number of the name that stands in UTF-8 at an offset; negative when it is none of these. */
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
