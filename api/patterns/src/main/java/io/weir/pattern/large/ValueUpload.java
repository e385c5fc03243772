package io.weir.pattern.large;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.FreshName;
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
 * @param content properties of the content that were known before it was sent
 * @param version the version of the upload's row; empty before its first chunks are stored
 * @param lastStored when the service last stored a part of it; empty before
 */
public record ValueUpload(
    EntityKey key,
    UUID generation,
    long position,
    int chunkBytes,
    Declared content,
    Optional<ETag> version,
    Optional<Instant> lastStored) {

  private static final String STATE = "State";
  private static final String POSITION = "Position";

  /**
   * Properties of a content that its program knows before it sends the content.
   *
   * @param contentType media type; empty if it is not known
   * @param sha256 the SHA-256 that all bytes must have, in lower-case hexadecimal; empty if it is
   *     not known
   */
  public record Declared(String contentType, Optional<String> sha256) {

    /** Nothing is known. */
    public static final Declared NOTHING = ofType("");

    /** Returns a content of a media type, whose SHA-256 is not known. */
    public static Declared ofType(String contentType) {
      return new Declared(contentType, Optional.empty());
    }
  }

  /** The meaning of the row. */
  enum State {
    /** An upload. */
    OPEN,
    /** A generation that was replaced. Readers may still read it. */
    REPLACED,
    /** A generation that is being removed. */
    REMOVED
  }

  /**
   * Returns a new upload. Nothing is stored yet. Fails with {@code InvalidInput} for a reserved
   * key.
   */
  static ValueUpload begin(EntityKey key, int chunkBytes, Declared content) {
    ValueRows.requireFree(key);
    return new ValueUpload(
        key, FreshName.create(), 0, chunkBytes, content, Optional.empty(), Optional.empty());
  }

  /** Returns the generation of a stored value as if it were still an upload. */
  static ValueUpload ofGeneration(LargeValue value) {
    return new ValueUpload(
        value.key(),
        value.generation(),
        value.lengthBytes(),
        value.chunkBytes(),
        Declared.ofType(value.contentType()),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Reads a stored row. Fails with {@code InvalidInput} for an entity of another kind, and for
   * numbers that no upload has.
   */
  static ValueUpload of(Entity row) {
    var named = ValueRows.UploadKey.of(row.key());
    var position = row.getInt64(POSITION).orElse(-1L);
    var chunkBytes = ChunkLength.of(row).orElseThrow(ValueUpload::malformed);
    if (!ChunkLength.holds(position, chunkBytes) || isOpen(row) && position % chunkBytes != 0) {
      throw malformed();
    }
    return new ValueUpload(
        named.value(),
        named.generation(),
        position,
        chunkBytes,
        new Declared(ContentType.of(row), ContentDigest.of(row)),
        row.etag(),
        row.timestamp().map(EdmDateTime::toInstant));
  }

  /** Reads a stored row as {@link #of} does. Empty where that fails. */
  static Optional<ValueUpload> read(Entity row) {
    try {
      return Optional.of(of(row));
    } catch (InvalidRequestException ofAnotherKind) {
      return Optional.empty();
    }
  }

  private static InvalidRequestException malformed() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=rowOfUpload");
  }

  static boolean isOpen(Entity row) {
    return row.getString(STATE).filter(State.OPEN.name()::equals).isPresent();
  }

  static boolean isRemoved(Entity row) {
    return row.getString(STATE).filter(State.REMOVED.name()::equals).isPresent();
  }

  /** Returns the media type of the content; empty if it is not known. */
  public String contentType() {
    return content.contentType();
  }

  /**
   * Returns the first key that a row of this upload may have. All its rows lie from this key to
   * {@link #lastRow}.
   */
  public EntityKey firstRow() {
    return ValueRows.firstChunk(key, generation);
  }

  /** Returns the last key that a row of this upload may have. */
  public EntityKey lastRow() {
    return ValueRows.upload(key, generation);
  }

  /** Returns the upload after further bytes and before the service has answered. */
  ValueUpload advanced(long bytes) {
    return new ValueUpload(
        key, generation, position + bytes, chunkBytes, content, version, lastStored);
  }

  /** Returns the upload as the service has stored its row. */
  ValueUpload stored(WriteResult as) {
    return new ValueUpload(
        key,
        generation,
        position,
        chunkBytes,
        content,
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
    var at = lastRow();
    var row = Entity.builder(at.partitionKey(), at.rowKey())
        .set(STATE, state.name())
        .set(POSITION, position);
    content.sha256().ifPresent(sha256 -> row.set(ContentDigest.PROPERTY, sha256));
    return ContentType.set(contentType(), ChunkLength.set(chunkBytes, row)).build();
  }
}
