package io.weir.cli.rows;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;

/**
 * The bytes of a UTF-8 text without the byte order mark that programs of Windows write before it.
 */
public final class Utf8Bytes {

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] BIG_ENDIAN_UTF16 = {(byte) 0xFE, (byte) 0xFF};
  private static final byte[] LITTLE_ENDIAN_UTF16 = {(byte) 0xFF, (byte) 0xFE};

  private Utf8Bytes() {}

  /**
   * Returns the bytes after the mark, if there is one. Takes ownership of the stream, and closes it
   * when this fails.
   *
   * <p>Fails with {@link InputException} if the mark is that of UTF-16.
   */
  public static InputStream of(InputStream in) throws IOException {
    var bytes = new PushbackInputStream(in, MARK.length);
    try {
      var first = bytes.readNBytes(MARK.length);
      if (!Arrays.equals(first, MARK)) {
        requireNoUtf16(first);
        bytes.unread(first);
      }
      return bytes;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static void requireNoUtf16(byte[] first) {
    if (begins(first, BIG_ENDIAN_UTF16) || begins(first, LITTLE_ENDIAN_UTF16)) {
      throw new InputException("The file is UTF-16 text, not UTF-8; convert it first.");
    }
  }

  private static boolean begins(byte[] first, byte[] mark) {
    return first.length >= mark.length && first[0] == mark[0] && first[1] == mark[1];
  }
}
