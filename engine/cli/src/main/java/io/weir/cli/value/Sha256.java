package io.weir.cli.value;

import io.weir.pattern.large.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The SHA-256 of a content.
 *
 * @param hex in lower-case hexadecimal, as lists of uploads carry it
 */
record Sha256(String hex) {

  private static final int BUFFER_BYTES = 64 * 1024;

  /** Returns that of a file, which is read whole. */
  static Sha256 of(Path file) throws IOException {
    var digest = ContentDigest.begin();
    var buffer = new byte[BUFFER_BYTES];
    try (var in = Files.newInputStream(file)) {
      for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return of(digest);
  }

  /** Returns that of the bytes which the digest has seen. */
  static Sha256 of(MessageDigest digest) {
    return new Sha256(HexFormat.of().formatHex(digest.digest()));
  }

  /** Returns the text of the header {@code Repr-Digest}. */
  String header() {
    return "sha-256=:" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)) + ":";
  }
}
