package io.weir.server.files;

import java.io.ByteArrayOutputStream;
import java.security.InvalidKeyException;
import java.util.Arrays;

/**
 * The part of DER that is needed to convert a private key from PKCS#1 or SEC 1 to PKCS#8.
 *
 * <pre>
 * offset  bytes
 * 0       1      tag
 * 1       1      length of the content if below 128, else 0x80 + number of length bytes
 * 2       0..3   length of the content if in the long form, big-endian
 * ..      length content
 * </pre>
 *
 * <p>Source: ITU-T X.690, section 8.1.
 */
final class Der {

  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 0x04;
  private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
  private static final int LONG_FORM = 0x80;
  private static final int MAX_LENGTH_BYTES = 3;

  private Der() {}

  /**
   * Returns a key as {@code PrivateKeyInfo} of RFC 5208, section 5: version 0, the algorithm, and
   * the key in its PKCS#1 or SEC 1 form.
   *
   * @param subjectPublicKeyInfo public key of the certificate; supplies algorithm and parameters,
   *     which the older forms may lack
   * @param key {@code RSAPrivateKey} of RFC 8017 or {@code ECPrivateKey} of RFC 5915
   * @throws InvalidKeyException if the key is not exactly one sequence
   */
  static byte[] privateKeyInfo(byte[] subjectPublicKeyInfo, byte[] key) throws InvalidKeyException {
    if (end(key, 0) != key.length) {
      throw new InvalidKeyException("bytes=" + key.length + " expected=" + end(key, 0));
    }
    var start = content(subjectPublicKeyInfo, 0);
    var algorithm =
        Arrays.copyOfRange(subjectPublicKeyInfo, start, end(subjectPublicKeyInfo, start));
    return element(SEQUENCE, VERSION_0, algorithm, element(OCTET_STRING, key));
  }

  private static byte[] element(int tag, byte[]... parts) {
    var length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    var out = new ByteArrayOutputStream(length + 2 + MAX_LENGTH_BYTES);
    out.write(tag);
    if (length < LONG_FORM) {
      out.write(length);
    } else {
      var width = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
      out.write(LONG_FORM | width);
      for (var i = width - 1; i >= 0; i--) {
        out.write(length >>> i * Byte.SIZE);
      }
    }
    for (var part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** Returns the offset of a sequence's content. */
  private static int content(byte[] bytes, int at) throws InvalidKeyException {
    if (bytes.length < at + 2 || bytes[at] != SEQUENCE) {
      throw new InvalidKeyException("expected=sequence offset=" + at);
    }
    var width = lengthBytes(bytes[at + 1]);
    if (width > MAX_LENGTH_BYTES || bytes.length < at + 2 + width) {
      throw new InvalidKeyException("expected=length offset=" + at);
    }
    return at + 2 + width;
  }

  /** Returns the offset after a sequence. It may lie beyond the end of the array. */
  private static int end(byte[] bytes, int at) throws InvalidKeyException {
    var content = content(bytes, at);
    var width = lengthBytes(bytes[at + 1]);
    int length = width == 0 ? bytes[at + 1] : 0;
    for (var i = content - width; i < content; i++) {
      length = length << Byte.SIZE | bytes[i] & 0xFF;
    }
    return content + length;
  }

  private static int lengthBytes(byte first) {
    return first >= 0 ? 0 : first & ~LONG_FORM & 0xFF;
  }
}
