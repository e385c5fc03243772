package io.weir.cli.rows;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a text in UTF-8, whatever its encoding, without a byte order mark.
 *
 * <p>A byte order mark names the encoding. Without a mark it is the one that was stated. If none
 * was stated, a text whose first two characters are of ASCII in UTF-16 is taken for UTF-16, and any
 * other for UTF-8.
 */
public final class Utf8Bytes {

  private static final int HEAD_BYTES = 4;

  private Utf8Bytes() {}

  /** A byte order mark. The longer of two that begin alike comes first. */
  @SuppressWarnings("ImmutableEnumChecker") // nothing changes the arrays
  private enum Mark {
    UTF_8(StandardCharsets.UTF_8, 0xEF, 0xBB, 0xBF),
    UTF_32_LITTLE_ENDIAN(Charset.forName("UTF-32LE"), 0xFF, 0xFE, 0, 0),
    UTF_32_BIG_ENDIAN(Charset.forName("UTF-32BE"), 0, 0, 0xFE, 0xFF),
    UTF_16_LITTLE_ENDIAN(StandardCharsets.UTF_16LE, 0xFF, 0xFE),
    UTF_16_BIG_ENDIAN(StandardCharsets.UTF_16BE, 0xFE, 0xFF);

    private final Charset charset;
    private final byte[] bytes;

    Mark(Charset charset, int... bytes) {
      this.charset = charset;
      this.bytes = new byte[bytes.length];
      for (var i = 0; i < bytes.length; i++) {
        this.bytes[i] = (byte) bytes[i];
      }
    }

    static Optional<Mark> of(byte[] head) {
      return Arrays.stream(values()).filter(mark -> mark.begins(head)).findFirst();
    }

    private boolean begins(byte[] head) {
      return head.length >= bytes.length
          && Arrays.equals(head, 0, bytes.length, bytes, 0, bytes.length);
    }
  }

  /** Returns the bytes of a text whose encoding is not stated. */
  public static InputStream of(InputStream in) throws IOException {
    return of(in, null);
  }

  /**
   * Returns the bytes. Takes ownership of the stream, and closes it when this fails. A reading
   * fails with {@link java.nio.charset.CharacterCodingException} where the text is not of an
   * encoding other than UTF-8; UTF-8 is passed on unchecked.
   *
   * @param stated the encoding of a text without a byte order mark; null if it is not known
   */
  public static InputStream of(InputStream in, @Nullable Charset stated) throws IOException {
    var bytes = new PushbackInputStream(in, HEAD_BYTES);
    try {
      var head = bytes.readNBytes(HEAD_BYTES);
      var mark = Mark.of(head);
      var begin = mark.map(each -> each.bytes.length).orElse(0);
      bytes.unread(head, begin, head.length - begin);
      var charset =
          mark.map(each -> each.charset).orElseGet(() -> stated == null ? guessed(head) : stated);
      return charset.equals(StandardCharsets.UTF_8) ? bytes : new TranscodedBytes(bytes, charset);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** No text has the character NUL among its first ones, so zeros are halves of characters. */
  private static Charset guessed(byte[] head) {
    if (head.length == HEAD_BYTES) {
      if (head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0) {
        return StandardCharsets.UTF_16LE;
      }
      if (head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0) {
        return StandardCharsets.UTF_16BE;
      }
    }
    return StandardCharsets.UTF_8;
  }
}
