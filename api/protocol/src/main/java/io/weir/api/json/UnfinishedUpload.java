package io.weir.api.json;

import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An upload of a large value that has begun and not ended.
 *
 * @param key the keys of the value that it will become
 * @param offset number of bytes that are stored
 * @param sha256 the SHA-256 with which it began, in hexadecimal; empty if it is not known
 * @param lastStored when the last of them were stored
 */
public record UnfinishedUpload(
    UUID id,
    EntityKey key,
    long offset,
    String contentType,
    Optional<String> sha256,
    Optional<Instant> lastStored) {}
