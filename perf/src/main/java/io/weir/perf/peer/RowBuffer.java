package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.engine.query.Predicate;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Builds entities from keys and values outside the heap and copies each byte once. Candidates of a
 * filter are copied to an array that is used again. Belongs to one thread.
 */
final class RowBuffer {

  private byte[] tested = new byte[64 * 1024];

  /** Returns the entity of a key and a value, which are read to their limits. */
  static Entity entity(ByteBuffer key, ByteBuffer value) {
    var bytes = new byte[Integer.BYTES + key.remaining() + value.remaining()];
    fill(bytes, key, value);
    return Entity.ofTrusted(bytes);
  }

  /** Hands over the entity if it matches. */
  void test(ByteBuffer key, ByteBuffer value, Predicate predicate, Consumer<Entity> consumer) {
    var keyBytes = key.remaining();
    var valueBytes = value.remaining();
    var length = Integer.BYTES + keyBytes + valueBytes;
    if (tested.length < length) {
      tested = new byte[length];
    }
    fill(tested, key, value);
    var valueAt = Integer.BYTES + keyBytes;
    if (predicate.test(tested, Integer.BYTES, keyBytes, tested, valueAt, valueBytes)) {
      consumer.accept(Entity.ofTrusted(Arrays.copyOf(tested, length)));
    }
  }

  private static void fill(byte[] bytes, ByteBuffer key, ByteBuffer value) {
    var keyBytes = key.remaining();
    ByteBuffer.wrap(bytes).putInt(keyBytes);
    key.get(bytes, Integer.BYTES, keyBytes);
    value.get(bytes, Integer.BYTES + keyBytes, value.remaining());
  }
}
