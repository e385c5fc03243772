package io.weir.hbase.protocol;

import io.weir.api.entity.KeyText;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** A writer of the binary form of a message. Belongs to one thread. */
public final class MessageWriter {

  private static final int FIRST_BYTES = 256;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  public MessageWriter() {}

  MessageWriter int8(int value) {
    room(1);
    bytes[length++] = (byte) value;
    return this;
  }

  MessageWriter int32(int value) {
    room(Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt(length, value);
    length += Integer.BYTES;
    return this;
  }

  public MessageWriter int64(long value) {
    room(Long.BYTES);
    ByteBuffer.wrap(bytes).putLong(length, value);
    length += Long.BYTES;
    return this;
  }

  public MessageWriter bytes(byte[] value) {
    int32(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  /** Writes any text, also one with unpaired surrogates, which UTF-8 cannot express. */
  public MessageWriter text(String value) {
    return bytes(KeyText.encode(value));
  }

  /** Writes the number of elements, then each element. */
  public <T> MessageWriter all(List<T> elements, BiConsumer<MessageWriter, T> element) {
    int32(elements.size());
    elements.forEach(each -> element.accept(this, each));
    return this;
  }

  /** Writes the place of a constant in a list of at most 127, in one byte. */
  <T> MessageWriter oneOf(List<T> constants, T constant) {
    return int8(constants.indexOf(constant));
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
