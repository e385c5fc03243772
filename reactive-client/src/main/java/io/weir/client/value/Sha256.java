package io.weir.client.value;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The SHA-256 of a content.
 *
 * @param hex in lower-case hexadecimal, as lists of uploads have it
 */
public record Sha256(String hex) {

  /** Returns that of the bytes which the digest has seen. The digest begins again. */
  public static Sha256 of(MessageDigest digest) {
    return new Sha256(HexFormat.of().formatHex(digest.digest()));
  }

  /** Returns the text of the header {@code Repr-Digest}: RFC 9530. */
  public String header() {
    return "sha-256=:" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)) + ":";
  }
}
