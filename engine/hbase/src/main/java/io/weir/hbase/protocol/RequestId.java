package io.weir.hbase.protocol;

import java.nio.ByteBuffer;

/**
 * The identity of a request that writes. All attempts to send the request carry it.
 *
 * @param gateway a random number that a gateway draws when it starts
 * @param number the number of the request in its gateway
 */
public record RequestId(long gateway, long number) {

  /** Returns the 16 bytes that identify the request in a store. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(gateway).putLong(number).array();
  }

  public void write(MessageWriter target) {
    target.int64(gateway).int64(number);
  }

  public static RequestId read(MessageReader source) {
    return new RequestId(source.int64(), source.int64());
  }
}
