package io.weir.pattern.large;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.key.CompoundKey;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Values of any size in the rows of a table, over any table service.
 *
 * <p>A value becomes visible as a whole, by one batch, after all its other chunks are stored. A
 * reader sees one value: the old one or the new one. If the value is replaced during a read, the
 * old chunks are removed; a read that has not reached them yet fails with
 * {@code UpdateConditionNotSatisfied}, {@code value=replacedDuringRead}, and can be repeated. With
 * {@link #keepingReplaced} they stay until {@link #collect} removes them, and reads finish.
 *
 * <p>An upload that fails stays: {@link #uploads} finds it, {@link #finish} continues it,
 * {@link #collect} removes it.
 *
 * <p>Row keys that begin with {@code ~chunk!} and {@code ~upload!} are reserved; see the page of
 * the package. Immutable; any thread.
 */
public final class LargeValues {

  /** Most bytes of a chunk, and the default: 960 KiB. */
  public static final int LARGEST_CHUNK_BYTES = ChunkLength.MOST;

  /** Most chunks of a value, so the largest value has 900 GiB. */
  public static final int MOST_CHUNKS = 1_000_000;

  private final TableService service;
  private final TableName table;
  private final int chunkBytes;
  private final boolean keepsReplaced;
  private final InstantSource clock;

  private LargeValues(
      TableService service,
      TableName table,
      int chunkBytes,
      boolean keepsReplaced,
      InstantSource clock) {
    this.service = service;
    this.table = table;
    this.chunkBytes = chunkBytes;
    this.keepsReplaced = keepsReplaced;
    this.clock = clock;
  }

  /** Returns the values of a table, which exists. */
  public static LargeValues of(TableService service, TableName table) {
    return new LargeValues(service, table, LARGEST_CHUNK_BYTES, false, Clock.systemUTC());
  }

  /**
   * Returns these values with smaller chunks for new uploads. Fails with
   * {@link IllegalArgumentException}.
   */
  public LargeValues withChunkBytes(int other) {
    if (other < 1 || other > LARGEST_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "A chunk has 1 to " + LARGEST_CHUNK_BYTES + " bytes. chunkBytes=" + other);
    }
    return new LargeValues(service, table, other, keepsReplaced, clock);
  }

  /**
   * Returns these values with another way to replace and delete: the old value stays until
   * {@link #collect}, so that its readers finish.
   */
  public LargeValues keepingReplaced() {
    return new LargeValues(service, table, chunkBytes, true, clock);
  }

  /** Returns these values with another clock for {@link #collect}. */
  public LargeValues withClock(InstantSource other) {
    return new LargeValues(service, table, chunkBytes, keepsReplaced, other);
  }

  /** Stores a value in place of the stored one, if any. */
  public Mono<LargeValue> put(EntityKey key, Publisher<ByteBuffer> content) {
    return put(key, content, Replaces.ANYTHING);
  }

  /**
   * Stores a value. Requests one buffer at a time; a buffer must not change before the next one is
   * requested.
   *
   * <p>Fails as the content does, as {@link Replaces} says, and as the service does. The upload
   * then stays as far as it was stored.
   */
  public Mono<LargeValue> put(EntityKey key, Publisher<ByteBuffer> content, Replaces replaces) {
    return Mono.defer(() -> finish(begin(key), content, replaces));
  }

  /**
   * Returns the key of a named value beside an entity: {@code 000223!photo}. Fails as
   * {@link CompoundKey} does.
   */
  public static EntityKey named(EntityKey entity, String name) {
    return new EntityKey(
        entity.partitionKey(),
        entity.rowKey() + ValueRows.SEPARATOR + CompoundKey.of(name).text());
  }

  /** Returns a new upload. Nothing is sent. Fails with {@code InvalidInput} for a reserved key. */
  public ValueUpload begin(EntityKey key) {
    return begin(key, ValueUpload.Declared.NOTHING);
  }

  /**
   * Returns a new upload of a media type as {@link #begin(EntityKey)} does. Readers find the type
   * in the head of the value.
   */
  public ValueUpload begin(EntityKey key, String contentType) {
    return begin(key, ValueUpload.Declared.ofType(contentType));
  }

  /**
   * Returns a new upload as {@link #begin(EntityKey)} does. If its SHA-256 is known, no other
   * content becomes the value.
   */
  public ValueUpload begin(EntityKey key, ValueUpload.Declared content) {
    return ValueUpload.begin(key, chunkBytes, content);
  }

  /** Stores a new upload without content, so that other programs find and continue it. */
  public Mono<ValueUpload> announce(ValueUpload upload) {
    return Mono.defer(() -> service.write(table, upload.write(ValueUpload.State.OPEN)))
        .map(upload::stored);
  }

  /**
   * Returns an unfinished upload with its position. Empty if there is none of this name. Fails with
   * {@code InvalidInput} if no upload has written its row.
   */
  public Mono<ValueUpload> upload(EntityKey key, UUID generation) {
    return Mono.defer(() -> service.get(table, ValueRows.upload(key, generation)))
        .filter(ValueUpload::isOpen)
        .map(ValueUpload::of);
  }

  /**
   * Returns the unfinished uploads of a partition, with their positions. Leaves out rows that no
   * upload has written.
   */
  public Flux<ValueUpload> uploads(String partitionKey) {
    return uploads(ValueRows.uploads(partitionKey));
  }

  /** Returns the unfinished uploads of a key as {@link #uploads(String)} does. */
  public Flux<ValueUpload> uploads(EntityKey key) {
    return uploads(ValueRows.uploads(key));
  }

  private Flux<ValueUpload> uploads(Filter rows) {
    return service
        .query(table, Query.ALL.where(rows))
        .filter(ValueUpload::isOpen)
        .mapNotNull(row -> ValueUpload.read(row).orElse(null));
  }

  /**
   * Continues an upload with content from its position on, without finishing it. Returns the upload
   * with its new position. Stores full chunks only; the bytes after the last full chunk are dropped
   * and to be sent again.
   *
   * <p>Fails as the content does, after the chunks that were stored until then: three at a time.
   * Fails as {@link #finish} does if another program has continued the upload.
   */
  public Mono<ValueUpload> append(ValueUpload upload, Publisher<ByteBuffer> content) {
    return Mono.defer(
        () -> new ValueWriter(service, table, upload, ContentDigest.begin()).append(content));
  }

  /**
   * Removes an unfinished upload, whatever it stores meanwhile. Completes also if there is none of
   * this name.
   */
  public Mono<Void> discard(EntityKey key, UUID generation) {
    return new UnusedGenerations(service, table).discard(key, generation);
  }

  /**
   * Continues an upload with the content from its position on, and stores the value. Before that it
   * reads the stored chunks, because the SHA-256 covers them.
   *
   * <p>Fails with {@code UpdateConditionNotSatisfied}, {@code EntityAlreadyExists} or
   * {@code ResourceNotFound} if another program has continued, finished or collected the upload
   * meanwhile.
   */
  public Mono<LargeValue> finish(
      ValueUpload upload, Publisher<ByteBuffer> rest, Replaces replaces) {
    return store(upload, rest, Acceptance.of(replaces))
        .flatMap(stored -> retire(stored.replaced()).thenReturn(stored.value()));
  }

  /**
   * Does the same as {@link #finish}, except that the replaced value stays until {@link #remove} or
   * {@link #collect}. Fails with {@code InvalidInput} if the bytes are not the accepted ones, or
   * not those with which the upload began; the upload then stays.
   */
  public Mono<StoredValue> store(
      ValueUpload upload, Publisher<ByteBuffer> rest, Acceptance acceptance) {
    return Mono.defer(() -> {
      acceptance.requireSameContent(upload);
      var digest = ContentDigest.begin();
      return stored(upload)
          .doOnNext(digest::update)
          .then(Mono.defer(
              () -> new ValueWriter(service, table, upload, digest).write(rest, acceptance)));
    });
  }

  /**
   * Removes the chunks of a value that was replaced or deleted. Leaves those of a stored value. If
   * it fails, {@link #collect} does it later.
   */
  public Mono<Void> remove(LargeValue replaced) {
    return Mono.defer(() -> new UnusedGenerations(service, table).remove(replaced));
  }

  private Flux<ByteBuffer> stored(ValueUpload upload) {
    return upload
        .version()
        .map(version -> new LargeValue(
            upload.key(),
            upload.position(),
            "",
            upload.generation(),
            upload.chunkBytes(),
            upload.contentType(),
            version))
        .map(part -> ValueReader.range(service, table, part, 0, upload.position()))
        .orElse(Flux.empty());
  }

  /** Returns the head of a value. Empty if there is none. */
  public Mono<LargeValue> find(EntityKey key) {
    return service.get(table, key).map(LargeValue::of);
  }

  /** Returns the head of a value. Fails with {@code ResourceNotFound} if there is none. */
  public Mono<LargeValue> existing(EntityKey key) {
    return find(key)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "value=absent")));
  }

  /**
   * Reads a value in buffers of at most 64 KiB. Fails with {@code ResourceNotFound}, and instead of
   * the last buffer if the SHA-256 is another one.
   */
  public Flux<ByteBuffer> read(EntityKey key) {
    return existing(key).flatMapMany(this::read);
  }

  /** Reads the value with this head, as {@link #read(EntityKey)} does. */
  public Flux<ByteBuffer> read(LargeValue value) {
    return Flux.defer(() -> ValueReader.whole(service, table, value, ContentDigest.begin()));
  }

  /**
   * Reads a part of a value. Only its chunks are read, and only their CRC-32C are checked. Fails
   * with {@code OutOfRangeInput} unless the part lies within the value.
   */
  public Flux<ByteBuffer> read(EntityKey key, long position, long lengthBytes) {
    return existing(key).flatMapMany(value -> read(value, position, lengthBytes));
  }

  /** Reads a part of the value with this head, as {@link #read(EntityKey, long, long)} does. */
  public Flux<ByteBuffer> read(LargeValue value, long position, long lengthBytes) {
    if (position < 0 || lengthBytes < 0 || lengthBytes > value.lengthBytes() - position) {
      return Flux.error(new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT,
          "position=" + position + " length=" + lengthBytes + " of=" + value.lengthBytes()));
    }
    return ValueReader.range(service, table, value, position, position + lengthBytes);
  }

  /**
   * Removes the version of a value. Fails with {@code UpdateConditionNotSatisfied} or
   * {@code ResourceNotFound} if it is not stored.
   */
  public Mono<Void> delete(LargeValue value) {
    return Mono.defer(() -> service.submit(
            table,
            Batch.of(
                new Write.Delete(value.key(), IfMatch.version(value.version())),
                ValueWriter.retired(value))))
        .then(Mono.defer(() -> retire(Optional.of(value))));
  }

  /**
   * Removes the generations that no head names and that were last written longer ago than the age:
   * interrupted uploads, and values that were replaced. Returns their number.
   *
   * <p>The age must exceed the longest pause of an upload and the longest read, plus the difference
   * between this clock and the service's.
   */
  public Mono<Long> collect(String partitionKey, Duration age) {
    return collect(partitionKey, age, upload -> true);
  }

  /** Does the same with the generations that satisfy the condition. */
  public Mono<Long> collect(String partitionKey, Duration age, Predicate<ValueUpload> allowed) {
    return Mono.defer(
        () -> new UnusedGenerations(service, table).collect(partitionKey, before(age), allowed));
  }

  /**
   * Does the same as {@link #collect(String, Duration)} with at most so many rows of the key's
   * partition: those of the key, then those of the values after it, then those of the values before
   * it. Its cost does not depend on how many uploads the partition has.
   */
  public Mono<Long> collectNear(EntityKey key, Duration age, int mostRows) {
    return Mono.defer(
        () -> new UnusedGenerations(service, table).collectNear(key, before(age), mostRows));
  }

  private Instant before(Duration age) {
    return clock.instant().minus(age);
  }

  private Mono<Void> retire(Optional<LargeValue> replaced) {
    return keepsReplaced
        ? Mono.empty()
        : Mono.justOrEmpty(replaced)
            .flatMap(value -> new UnusedGenerations(service, table).remove(value));
  }
}
