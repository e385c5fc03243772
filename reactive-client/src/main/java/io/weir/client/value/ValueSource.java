package io.weir.client.value;

import java.nio.ByteBuffer;
import reactor.core.publisher.Flux;

/** A content that can be read from any offset, as often as an upload needs it. */
public interface ValueSource {

  /** Returns the number of bytes of the whole content. */
  long lengthBytes();

  /**
   * Emits the bytes from an offset to the end, on demand. The subscriber owns the buffers. It must
   * not block the thread that subscribes or requests, which may be a loop of the client.
   */
  Flux<ByteBuffer> from(long offset);
}
