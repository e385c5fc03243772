package io.weir.cli.transfer;

import io.weir.client.value.Sha256;
import io.weir.pattern.large.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The SHA-256 of files. */
final class FileDigest {

  private static final int BUFFER_BYTES = 64 * 1024;

  private FileDigest() {}

  /** Returns that of a file, which is read whole. */
  static Sha256 of(Path file) throws IOException {
    var digest = ContentDigest.begin();
    var buffer = new byte[BUFFER_BYTES];
    try (var in = Files.newInputStream(file)) {
      for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return Sha256.of(digest);
  }
}
