package io.weir.cli.value;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The SHA-256 of files, as the header {@code Repr-Digest} carries it. */
final class Sha256 {

  private static final int BUFFER_BYTES = 64 * 1024;

  private Sha256() {}

  /** Returns the header for a file, which is read whole. */
  static String of(Path file) throws IOException {
    var digest = begin();
    var buffer = new byte[BUFFER_BYTES];
    try (var in = Files.newInputStream(file)) {
      for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return header(digest);
  }

  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  static String header(MessageDigest digest) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(digest.digest()) + ":";
  }
}
