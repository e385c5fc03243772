package io.weir.hbase.protocol;

/**
 * The limits of a slice. A slice ends at the first that is reached, and reads at least one row.
 *
 * @param rows most entities that match; 0 only finds out whether there is a row
 * @param bytes the slice ends after the first matching entity that exceeds this many bytes of
 *     entities
 * @param millis the slice ends after the first row that is read later than this
 */
public record SliceLimits(int rows, int bytes, int millis) {

  void write(MessageWriter target) {
    target.int32(rows).int32(bytes).int32(millis);
  }

  static SliceLimits read(MessageReader source) {
    return new SliceLimits(source.int32(), source.int32(), source.int32());
  }
}
