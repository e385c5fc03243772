package io.weir.engine.scan;

import io.weir.api.edm.EdmBinary;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexPosition;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import java.util.Arrays;
import java.util.List;

/**
 * The place of an entry in the order of an index, as a continuation carries it: the id of the index
 * in four bytes, followed by the encoded values of the entry. The id tells the index from a later
 * one of the same name. Stateless; any thread.
 */
final class IndexPlace {

  private IndexPlace() {}

  /** Returns the place of an entry. */
  static IndexPosition of(byte[] entry, TableIndex index) {
    return new IndexPosition(
        index.definition().name(),
        new EdmBinary(Arrays.copyOf(entry, IndexKeys.endOfValues(entry, index))));
  }

  /**
   * Returns the index of a place. Fails with {@code InvalidInput} when it was dropped, also when
   * another one has its name now.
   */
  static TableIndex index(IndexPosition place, List<TableIndex> indexes) {
    var bytes = place.values().toByteArray();
    return indexes.stream()
        .filter(index -> index.definition().name().equals(place.index()))
        .filter(
            index -> bytes.length >= TreeKeys.TABLE_BYTES && TreeKeys.tableOf(bytes) == index.id())
        .findFirst()
        .orElseThrow(() -> invalid("ofDroppedIndex", place));
  }

  /**
   * Returns the encoded values of a place. Fails with {@code InvalidInput} when they are not values
   * of the index.
   */
  static byte[] values(IndexPosition place, TableIndex index) {
    var bytes = place.values().toByteArray();
    if (!IndexKeys.areValues(bytes, TreeKeys.TABLE_BYTES, index)) {
      throw invalid("malformed", place);
    }
    return Arrays.copyOfRange(bytes, TreeKeys.TABLE_BYTES, bytes.length);
  }

  private static InvalidRequestException invalid(String reason, IndexPosition place) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "continuation=" + reason + " index=" + place.index());
  }
}
