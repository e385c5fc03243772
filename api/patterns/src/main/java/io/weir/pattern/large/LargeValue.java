package io.weir.pattern.large;

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
  private static final String GENERATION = "Generation";

  /** Returns the head's entity before it is stored. */
  static Entity entity(ValueUpload finished, String sha256) {
    var key = finished.key();
    var head = Entity.builder(key.partitionKey(), key.rowKey())
        .set(LENGTH, finished.position())
        .set(ContentDigest.PROPERTY, sha256)
        .set(GENERATION, finished.generation());
    return ContentType.set(finished.contentType(), ChunkLength.set(finished.chunkBytes(), head))
        .build();
  }

  /**
   * Reads a stored head. Fails with {@code InvalidInput} for an entity of another kind, and for
   * numbers that no value has.
   */
  static LargeValue of(Entity stored) {
    return read(stored)
        .orElseThrow(() ->
            new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=headOfLargeValue"));
  }

  /** Returns the generation that an entity names as a head does, whatever else it contains. */
  static Optional<UUID> generationOf(Entity stored) {
    return stored.getGuid(GENERATION);
  }

  private static Optional<LargeValue> read(Entity stored) {
    var length = stored.getInt64(LENGTH);
    var sha256 = ContentDigest.of(stored);
    var generation = generationOf(stored);
    var chunkBytes = ChunkLength.of(stored);
    var version = stored.etag();
    return length.isPresent()
            && sha256.isPresent()
            && generation.isPresent()
            && chunkBytes.isPresent()
            && ChunkLength.holds(length.get(), chunkBytes.get())
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
