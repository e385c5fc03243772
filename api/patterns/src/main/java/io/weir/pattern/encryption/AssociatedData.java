package io.weir.pattern.encryption;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.KeyText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The place of a ciphertext, which is authenticated together with it.
 *
 * <pre>
 * bytes  meaning; each text is preceded by its length in bytes, 4 bytes big-endian
 * ..     "weir-hidden-1", UTF-8
 * ..     name of the table in lower case, UTF-8
 * ..     PartitionKey, then RowKey, as in {@link KeyText}
 * ..     id of the wrapping key, UTF-8
 * ..     name of the property, UTF-8; empty for the list of names
 * </pre>
 *
 * <p>Immutable; any thread.
 */
record AssociatedData(TableName table, EntityKey key, String keyId) {

  private static final String FORMAT = "weir-hidden-1";

  byte[] of(String property) {
    var bytes = new ByteArrayOutputStream();
    append(bytes, FORMAT.getBytes(UTF_8));
    append(bytes, table.folded().getBytes(UTF_8));
    append(bytes, KeyText.encode(key.partitionKey()));
    append(bytes, KeyText.encode(key.rowKey()));
    append(bytes, keyId.getBytes(UTF_8));
    append(bytes, property.getBytes(UTF_8));
    return bytes.toByteArray();
  }

  private static void append(ByteArrayOutputStream bytes, byte[] text) {
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
    bytes.writeBytes(text);
  }
}
