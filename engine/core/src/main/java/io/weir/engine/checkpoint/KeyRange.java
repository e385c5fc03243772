package io.weir.engine.checkpoint;

import io.weir.engine.index.TreeKeys;
import org.jspecify.annotations.Nullable;

/** Describes a range of keys for people. Any thread; stateless. */
final class KeyRange {

  private static final int FIRST_PRINTABLE = 0x21;
  private static final int LAST_PRINTABLE = 0x7E;

  private KeyRange() {}

  /**
   * Returns the text of a range, with the id of the table and the bytes of the keys.
   *
   * @param from the first key or less; empty for the begin of the shard
   * @param end the key after the range; null for the end of the shard
   */
  static String text(byte[] from, byte @Nullable [] end) {
    return " from=" + (from.length == 0 ? "begin" : text(from)) + " before="
        + (end == null ? "end" : text(end));
  }

  private static String text(byte[] key) {
    if (key.length < TreeKeys.TABLE_BYTES) {
      return escaped(key, 0);
    }
    return "table:" + TreeKeys.tableOf(key) + ":" + escaped(key, TreeKeys.TABLE_BYTES);
  }

  private static String escaped(byte[] bytes, int from) {
    var text = new StringBuilder();
    for (var i = from; i < bytes.length; i++) {
      var each = bytes[i] & 0xFF;
      if (each < FIRST_PRINTABLE || each > LAST_PRINTABLE || each == '\\') {
        text.append(String.format("\\x%02x", each));
      } else {
        text.append((char) each);
      }
    }
    return text.toString();
  }
}
