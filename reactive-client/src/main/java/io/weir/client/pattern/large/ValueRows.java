package io.weir.client.pattern.large;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.client.filter.Condition;
import io.weir.client.key.CompoundKey;
import io.weir.client.key.CompoundKeyReader;
import java.util.UUID;

/** The keys of a value's rows. */
final class ValueRows {

  /** Most properties of a chunk. A sixteenth would leave no room for keys and names within 1 MiB. */
  static final int PIECES = 15;

  /** Most bytes of a chunk: 960 KiB. */
  static final int LARGEST_CHUNK = PIECES * Limits.BINARY_BYTES;

  private static final String CHUNK = "~chunk";
  private static final String UPLOAD = "~upload";
  private static final char SEPARATOR = '!';
  private static final int DIGITS = 6;

  private ValueRows() {}

  /** Fails with {@code InvalidInput} if a value with this key could not be told from rows of other values. */
  static void requireFree(EntityKey key) {
    if (key.rowKey().startsWith(CHUNK + SEPARATOR) || key.rowKey().startsWith(UPLOAD + SEPARATOR)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "rowKey=reserved beginnings=" + CHUNK + SEPARATOR + "," + UPLOAD + SEPARATOR);
    }
  }

  static EntityKey chunk(EntityKey key, UUID generation, int number) {
    return new EntityKey(
        key.partitionKey(), chunks(key, generation).digits(DIGITS, number).text());
  }

  static EntityKey upload(EntityKey key, UUID generation) {
    return new EntityKey(
        key.partitionKey(),
        CompoundKey.of(UPLOAD).then(key.rowKey()).then(generation).text());
  }

  /** Returns the key of the value that an upload row belongs to. */
  static EntityKey ofUpload(EntityKey row) {
    var parts = CompoundKeyReader.of(row.rowKey());
    parts.text();
    return new EntityKey(row.partitionKey(), parts.text());
  }

  static UUID generationOf(EntityKey row) {
    var parts = CompoundKeyReader.of(row.rowKey());
    parts.text();
    parts.text();
    return parts.guid();
  }

  static Filter allChunks(EntityKey key, UUID generation) {
    return in(key.partitionKey(), chunks(key, generation));
  }

  /** Returns the filter of some chunks. Both numbers are included. */
  static Filter someChunks(EntityKey key, UUID generation, int first, int last) {
    return Condition.partitionKey()
        .is(key.partitionKey())
        .and(Condition.rowKey().ge(chunk(key, generation, first).rowKey()))
        .and(Condition.rowKey().le(chunk(key, generation, last).rowKey()))
        .filter();
  }

  static Filter uploads(String partitionKey) {
    return in(partitionKey, CompoundKey.of(UPLOAD));
  }

  static Filter uploads(EntityKey key) {
    return in(key.partitionKey(), CompoundKey.of(UPLOAD).then(key.rowKey()));
  }

  private static CompoundKey chunks(EntityKey key, UUID generation) {
    return CompoundKey.of(CHUNK).then(key.rowKey()).then(generation);
  }

  private static Filter in(String partitionKey, CompoundKey beginning) {
    return Condition.partitionKey()
        .is(partitionKey)
        .and(Condition.rowKey().within(beginning.prefix()))
        .filter();
  }
}
