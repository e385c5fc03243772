package io.weir.client.pattern.large;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Optional;
import java.util.UUID;

/**
 * The head of a stored value.
 *
 * @param key where it is stored
 * @param lengthBytes its length
 * @param sha256 the SHA-256 of its bytes, in hexadecimal
 * @param generation which of the contents that were ever stored under the key
 * @param chunkBytes length of each chunk but the last
 * @param contentType its media type; empty if it is not known
 * @param version for {@link Replaces#version}
 */
public record LargeValue(
    EntityKey key,
    long lengthBytes,
    String sha256,
    UUID generation,
    int chunkBytes,
    String contentType,
    ETag version) {

  private static final String LENGTH = "ContentLength";
  private static final String SHA_256 = "Sha256";
  private static final String GENERATION = "Generation";
  private static final String CHUNK_BYTES = "ChunkBytes";

  /** Returns the head's entity before it is stored. */
  static Entity entity(ValueUpload finished, String sha256) {
    var key = finished.key();
    return ContentType.set(
            finished.contentType(),
            Entity.builder(key.partitionKey(), key.rowKey())
                .set(LENGTH, finished.position())
                .set(SHA_256, sha256)
                .set(GENERATION, finished.generation())
                .set(CHUNK_BYTES, finished.chunkBytes()))
        .build();
  }

  /** Reads a stored head. Fails with {@code InvalidInput} for an entity of another kind. */
  static LargeValue of(Entity stored) {
    return read(stored)
        .orElseThrow(() ->
            new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=headOfLargeValue"));
  }

  private static Optional<LargeValue> read(Entity stored) {
    var length = stored.getInt64(LENGTH);
    var sha256 = stored.getString(SHA_256);
    var generation = stored.getGuid(GENERATION);
    var chunkBytes = stored.getInt32(CHUNK_BYTES);
    var version = stored.etag();
    return length.isPresent()
            && sha256.isPresent()
            && generation.isPresent()
            && chunkBytes.isPresent()
            && version.isPresent()
        ? Optional.of(new LargeValue(
            stored.key(),
            length.get(),
            sha256.get(),
            generation.get(),
            chunkBytes.get(),
            ContentType.of(stored),
            version.get()))
        : Optional.empty();
  }

  /** Returns the length of a chunk. */
  int chunkBytes(int chunk) {
    return (int) Math.min(chunkBytes, lengthBytes - (long) chunk * chunkBytes);
  }
}
