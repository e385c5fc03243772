package io.weir.engine.backup;

import java.util.HexFormat;

/**
 * What a file of a backup must be.
 *
 * @param file path within the backup, with slashes
 * @param bytes its length
 * @param crc32c CRC-32C of all of it
 */
public record FileSum(String file, long bytes, int crc32c) {

  String text() {
    return bytes + " " + HexFormat.of().toHexDigits(crc32c) + " " + file;
  }

  /** Reads back {@link #text}. Fails with {@link IllegalArgumentException}. */
  static FileSum parse(String text) {
    var parts = text.split(" ", 3);
    if (parts.length < 3) {
      throw new IllegalArgumentException(text);
    }
    return new FileSum(parts[2], Long.parseLong(parts[0]), HexFormat.fromHexDigits(parts[1]));
  }
}
