package io.weir.cli.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/**
 * The bytes of a text in UTF-8 that is stored in another encoding.
 *
 * <p>Fails with {@link java.nio.charset.CharacterCodingException} where the bytes are not of that
 * encoding; nothing is replaced. Belongs to one thread.
 */
final class TranscodedBytes extends InputStream {

  private static final int BUFFER_CHARS = 1 << 13;

  private final Reader text;
  private final CharsetEncoder encoder = UTF_8.newEncoder();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER_CHARS).limit(0);
  private final ByteBuffer bytes = ByteBuffer.allocate(
          (int) (BUFFER_CHARS * UTF_8.newEncoder().maxBytesPerChar()))
      .limit(0);
  private boolean ended;

  /** Begins at the first byte of a text without a byte order mark. */
  TranscodedBytes(InputStream in, Charset charset) {
    this.text = new InputStreamReader(in, charset.newDecoder());
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    var count = Math.min(length, bytes.remaining());
    bytes.get(target, offset, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }

  /** Encodes more characters if all bytes are taken. Returns whether there are bytes. */
  private boolean fill() throws IOException {
    while (!bytes.hasRemaining() && !ended) {
      chars.compact(); // the first half of a pair may be left
      ended = text.read(chars) < 0;
      chars.flip();
      bytes.clear();
      var result = encoder.encode(chars, bytes, ended);
      if (result.isError()) {
        result.throwException();
      }
      bytes.flip();
    }
    return bytes.hasRemaining();
  }
}
