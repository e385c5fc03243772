package io.weir.pattern.large;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Limits;
import java.util.Optional;

/**
 * The length of each chunk but the last, in a property of the value's head or of the upload's row.
 *
 * <p>Any program may write such rows, so a stored length is checked before it is the size of an
 * array or a divisor.
 */
final class ChunkLength {

  /**
   * Most properties of a chunk. A sixteenth would leave no room for keys and names within 1 MiB.
   */
  private static final int PIECES = 15;

  /** Most bytes of a chunk: 960 KiB. */
  static final int MOST = PIECES * Limits.BINARY_BYTES;

  private static final String PROPERTY = "ChunkBytes";

  private ChunkLength() {}

  static EntityBuilder set(int bytes, EntityBuilder row) {
    return row.set(PROPERTY, bytes);
  }

  /** Returns the length. Empty if the row has none between 1 and {@link #MOST}. */
  static Optional<Integer> of(Entity row) {
    return row.getInt32(PROPERTY).filter(bytes -> bytes >= 1 && bytes <= MOST);
  }

  /**
   * Returns whether a content of this length has at most {@link LargeValues#MOST_CHUNKS} chunks.
   */
  static boolean holds(long contentBytes, int chunkBytes) {
    return contentBytes >= 0 && contentBytes <= (long) chunkBytes * LargeValues.MOST_CHUNKS;
  }
}
