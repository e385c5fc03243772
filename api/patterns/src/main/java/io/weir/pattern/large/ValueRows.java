package io.weir.pattern.large;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import io.weir.pattern.key.KeyRange;
import java.util.UUID;

/** The keys of a value's rows. */
final class ValueRows {

  /**
   * Separates the key of an entity from the name of a value beside it, and the parts of the other
   * rows' keys.
   */
  static final char SEPARATOR = '!';

  private static final String CHUNK = "~chunk";
  private static final String UPLOAD = "~upload";
  private static final int DIGITS = 6;

  private ValueRows() {}

  /** Fails with {@code InvalidInput} for a key that the rows of chunks and uploads may have. */
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

  /**
   * Returns the first key that a chunk of the generation may have. Every other row of the
   * generation comes later.
   */
  static EntityKey firstChunk(EntityKey key, UUID generation) {
    return chunk(key, generation, 0);
  }

  /**
   * Returns the key of the row that names a generation while no head does. It comes after those of
   * all chunks.
   */
  static EntityKey upload(EntityKey key, UUID generation) {
    return new EntityKey(
        key.partitionKey(),
        CompoundKey.of(UPLOAD).then(key.rowKey()).then(generation).text());
  }

  /** The value and the generation that the key of an upload's row names. */
  record UploadKey(EntityKey value, UUID generation) {

    /** Fails with {@code InvalidInput} for a key that {@link ValueRows#upload} does not return. */
    static UploadKey of(EntityKey row) {
      var parts = CompoundKeyReader.of(row.rowKey());
      parts.text();
      var value = new EntityKey(row.partitionKey(), parts.text());
      var generation = parts.guid();
      parts.end();
      requireFree(value);
      return new UploadKey(value, generation);
    }
  }

  static Filter allChunks(EntityKey key, UUID generation) {
    return in(key.partitionKey(), chunks(key, generation).prefix());
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
    return in(partitionKey, allUploads());
  }

  /** Returns the filter of the partition's uploads from those of the key on. */
  static Filter uploadsFrom(EntityKey key) {
    return in(key.partitionKey(), new KeyRange(firstUpload(key), allUploads().end()));
  }

  /** Returns the filter of the partition's uploads before those of the key. */
  static Filter uploadsBefore(EntityKey key) {
    return in(key.partitionKey(), KeyRange.between(allUploads().from(), firstUpload(key)));
  }

  static Filter uploads(EntityKey key) {
    return in(key.partitionKey(), CompoundKey.of(UPLOAD).then(key.rowKey()).prefix());
  }

  private static KeyRange allUploads() {
    return CompoundKey.of(UPLOAD).prefix();
  }

  private static String firstUpload(EntityKey key) {
    return CompoundKey.of(UPLOAD).then(key.rowKey()).prefix().from();
  }

  private static CompoundKey chunks(EntityKey key, UUID generation) {
    return CompoundKey.of(CHUNK).then(key.rowKey()).then(generation);
  }

  private static Filter in(String partitionKey, KeyRange rowKeys) {
    return Condition.partitionKey()
        .is(partitionKey)
        .and(Condition.rowKey().within(rowKeys))
        .filter();
  }
}
