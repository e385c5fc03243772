package io.weir.hbase.protocol;

import io.weir.api.entity.KeyText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A reader of the binary form of a message. Fails with {@link MalformedMessage}. Belongs to one
 * thread.
 */
public final class MessageReader {

  private final ByteBuffer source;

  public MessageReader(byte[] message) {
    this.source = ByteBuffer.wrap(message);
  }

  int int8() {
    require(1);
    return source.get();
  }

  int int32() {
    require(Integer.BYTES);
    return source.getInt();
  }

  public long int64() {
    require(Long.BYTES);
    return source.getLong();
  }

  public byte[] bytes() {
    var length = int32();
    require(length);
    var value = new byte[length];
    source.get(value);
    return value;
  }

  public String text() {
    var value = bytes();
    return KeyText.decode(value, 0, value.length);
  }

  public <T> List<T> all(Function<MessageReader, T> element) {
    var count = int32();
    require(count); // an element has at least one byte
    var elements = new ArrayList<T>(count);
    for (var i = 0; i < count; i++) {
      elements.add(element.apply(this));
    }
    return elements;
  }

  /** Returns the constant at a place that {@link MessageWriter#oneOf} wrote. */
  <T> T oneOf(List<T> constants) {
    return constant(constants, int8());
  }

  static <T> T constant(List<T> constants, int place) {
    if (place < 0 || place >= constants.size()) {
      throw new MalformedMessage("place=" + place);
    }
    return constants.get(place);
  }

  /** Whether bytes are left. */
  boolean hasMore() {
    return source.hasRemaining();
  }

  private void require(int count) {
    if (count < 0 || count > source.remaining()) {
      throw new MalformedMessage("needs=" + count + " remaining=" + source.remaining());
    }
  }
}
