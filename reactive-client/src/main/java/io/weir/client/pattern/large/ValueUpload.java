package io.weir.client.pattern.large;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.pattern.conflict.FreshName;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An upload that is not finished. Its chunks are stored, and no reader sees them.
 *
 * @param key where the value will be stored
 * @param generation the name of the upload
 * @param position number of bytes that are stored; the content continues here
 * @param chunkBytes length of a chunk
 * @param contentType media type of the content; empty if it is not known
 * @param version the version of the upload's row; empty before its first chunks are stored
 * @param lastStored when the service last stored a part of it; empty before
 */
public record ValueUpload(
    EntityKey key,
    UUID generation,
    long position,
    int chunkBytes,
    String contentType,
    Optional<ETag> version,
    Optional<Instant> lastStored) {

  private static final String STATE = "State";
  private static final String POSITION = "Position";
  private static final String CHUNK_BYTES = "ChunkBytes";

  /** What the row stands for. */
  enum State {
    /** An upload. */
    OPEN,
    /** A generation that was replaced. Readers may still read it. */
    REPLACED,
    /** A generation that is being removed. */
    REMOVED
  }

  /** Returns a new upload. Nothing is stored yet. Fails with {@code InvalidInput} for a reserved key. */
  static ValueUpload begin(EntityKey key, int chunkBytes, String contentType) {
    ValueRows.requireFree(key);
    return new ValueUpload(
        key, FreshName.create(), 0, chunkBytes, contentType, Optional.empty(), Optional.empty());
  }

  /** Returns the generation of a stored value as if it were still an upload. */
  static ValueUpload ofGeneration(LargeValue value) {
    return new ValueUpload(
        value.key(),
        value.generation(),
        value.lengthBytes(),
        value.chunkBytes(),
        value.contentType(),
        Optional.empty(),
        Optional.empty());
  }

  /** Reads a stored row. */
  static ValueUpload of(Entity row) {
    return new ValueUpload(
        ValueRows.ofUpload(row.key()),
        ValueRows.generationOf(row.key()),
        row.getInt64(POSITION).orElse(0L),
        row.getInt32(CHUNK_BYTES).orElse(ValueRows.LARGEST_CHUNK),
        ContentType.of(row),
        row.etag(),
        row.timestamp().map(written -> written.toInstant()));
  }

  static boolean isOpen(Entity row) {
    return row.getString(STATE).filter(State.OPEN.name()::equals).isPresent();
  }

  static boolean isRemoved(Entity row) {
    return row.getString(STATE).filter(State.REMOVED.name()::equals).isPresent();
  }

  /** Returns the upload after further bytes and before the service has answered. */
  ValueUpload advanced(long bytes) {
    return new ValueUpload(
        key, generation, position + bytes, chunkBytes, contentType, version, lastStored);
  }

  /** Returns the upload as the service has stored its row. */
  ValueUpload stored(WriteResult as) {
    return new ValueUpload(
        key,
        generation,
        position,
        chunkBytes,
        contentType,
        as.etag(),
        Optional.of(new EdmDateTime(as.timestampTicks()).toInstant()));
  }

  /** Returns the number of stored chunks, all of which are full. */
  int chunks() {
    return Math.toIntExact(position / chunkBytes);
  }

  /** Returns the write of the row in a state, if the row is as this upload knows it. */
  Write write(State state) {
    var row = row(state);
    return version
        .<Write>map(known -> new Write.Update(row, WriteMode.REPLACE, IfMatch.version(known)))
        .orElseGet(() -> new Write.Insert(row));
  }

  Entity row(State state) {
    var at = ValueRows.upload(key, generation);
    return ContentType.set(
            contentType,
            Entity.builder(at.partitionKey(), at.rowKey())
                .set(STATE, state.name())
                .set(POSITION, position)
                .set(CHUNK_BYTES, chunkBytes))
        .build();
  }
}
