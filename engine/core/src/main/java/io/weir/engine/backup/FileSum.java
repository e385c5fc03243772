package io.weir.engine.backup;

import java.util.HexFormat;

/**
 * The expected length and checksum of a file in a backup.
 *
 * @param file path within the backup, with slashes
 * @param bytes length of the file
 * @param crc32c CRC-32C of the whole file
 */
public record FileSum(String file, long bytes, int crc32c) {

  String text() {
    return bytes + " " + HexFormat.of().toHexDigits(crc32c) + " " + file;
  }

  /** Parses what {@link #text} returns. Fails with {@link IllegalArgumentException}. */
  static FileSum parse(String text) {
    var parts = text.split(" ", 3);
    if (parts.length < 3) {
      throw new IllegalArgumentException(text);
    }
    return new FileSum(parts[2], Long.parseLong(parts[0]), HexFormat.fromHexDigits(parts[1]));
  }
}
