package io.weir.pattern.large;

import static io.weir.pattern.PatternDoor.await;

import io.weir.api.entity.EntityKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import reactor.core.publisher.Flux;

/** Content of large values for their tests, and where it is stored. */
final class LargeContent {

  /** Small chunks, so that small values have many. */
  static final int CHUNK = 1_000;

  /** Where most cases store a value. */
  static final EntityKey PHOTO = new EntityKey("Sales", "000223!photo");

  private LargeContent() {}

  static EntityKey photoOf(String department) {
    return new EntityKey(department, "photo");
  }

  /** A clock that is two days ahead of the service's. */
  static Clock later() {
    return Clock.offset(Clock.systemUTC(), Duration.ofDays(2));
  }

  /** Returns bytes that differ from position to position and are the same for every call. */
  static byte[] bytes(int count) {
    var bytes = new byte[count];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  static byte[] part(byte[] bytes, int position, int length) {
    return Arrays.copyOfRange(bytes, position, position + length);
  }

  static Flux<ByteBuffer> buffers(byte[] bytes, int lengthBytes) {
    return Flux.range(0, (bytes.length + lengthBytes - 1) / lengthBytes)
        .map(i -> ByteBuffer.wrap(
            bytes, i * lengthBytes, Math.min(lengthBytes, bytes.length - i * lengthBytes)));
  }

  static Flux<ByteBuffer> rest(byte[] bytes, long position) {
    return buffers(part(bytes, (int) position, bytes.length - (int) position), 700);
  }

  static byte[] joined(Flux<ByteBuffer> buffers) {
    return await(buffers.collect(ByteArrayOutputStream::new, LargeContent::append))
        .toByteArray();
  }

  static void append(ByteArrayOutputStream bytes, ByteBuffer buffer) {
    while (buffer.hasRemaining()) {
      bytes.write(buffer.get());
    }
  }
}
