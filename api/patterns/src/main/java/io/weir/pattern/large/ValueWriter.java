package io.weir.pattern.large;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * One run of an upload: stores the content after the upload's position, then the head.
 *
 * <p>Each batch of chunks also writes the upload's row, under the condition that the row is as this
 * run knows it. Two runs of one upload, or a run and the collector, therefore never both write. The
 * last batch contains the remaining chunks, the head, the removal of the upload's row, and a row
 * for the replaced generation: everything becomes visible together.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class ValueWriter {

  private static final int HEAD = 0;

  private static final Retry BUSY = Retry.backoff(12, Duration.ofMillis(20))
      .maxBackoff(Duration.ofSeconds(1))
      .filter(ServiceBusyException.class::isInstance)
      .onRetryExhaustedThrow((spec, signal) -> signal.failure());

  private final TableService service;
  private final TableName table;
  private final MessageDigest digest;
  private final ChunkAssembly assembly;
  private ValueUpload upload;

  /** Begins a run. The digest has seen the bytes that are stored. */
  ValueWriter(TableService service, TableName table, ValueUpload upload, MessageDigest digest) {
    this.service = service;
    this.table = table;
    this.digest = digest;
    this.upload = upload;
    this.assembly = new ChunkAssembly(upload.chunkBytes(), digest);
  }

  /**
   * Stores the rest of the content and the head.
   *
   * <p>deliberate: a failure of the content waits for the batch in flight, so that the upload can
   * continue at once.
   */
  Mono<StoredValue> write(Publisher<ByteBuffer> rest, Acceptance acceptance) {
    return storeGroups(rest).then(Mono.defer(() -> finish(acceptance)));
  }

  /**
   * Stores the full chunks of the content, and drops the bytes after them. Returns the upload as it
   * is then.
   */
  Mono<ValueUpload> append(Publisher<ByteBuffer> content) {
    return storeGroups(content)
        .then(Mono.defer(() -> {
          var chunks = assembly.fullRest();
          return chunks.isEmpty() ? Mono.empty() : store(chunks);
        }))
        .then(Mono.fromSupplier(() -> upload));
  }

  private Flux<Void> storeGroups(Publisher<ByteBuffer> content) {
    return Flux.from(content).concatMapDelayError(this::storeGroups, false, 1);
  }

  private Flux<Void> storeGroups(ByteBuffer buffer) {
    return Flux.fromIterable(assembly.add(buffer)).concatMap(this::store, 0);
  }

  private Mono<Void> store(List<byte[]> chunks) {
    return Mono.defer(() -> {
      var after = upload.advanced(bytes(chunks));
      var writes = new ArrayList<Write>();
      writes.add(after.write(ValueUpload.State.OPEN));
      writes.addAll(inserts(chunks));
      return submit(writes)
          .doOnNext(results -> upload = after.stored(results.get(0)))
          .then();
    });
  }

  private Mono<StoredValue> finish(Acceptance acceptance) {
    var chunks = assembly.rest();
    var finished = upload.advanced(bytes(chunks));
    var sha256 = HexFormat.of().formatHex(digest.digest());
    var expected = acceptance.sha256().or(() -> upload.content().sha256());
    if (expected.filter(other -> !other.equals(sha256)).isPresent()) {
      return Mono.error(Acceptance.otherContent(expected.get(), sha256));
    }
    var replaces = acceptance.replaces();
    return Mono.defer(() -> service.get(table, upload.key()).map(LargeValue::of).singleOptional())
        .flatMap(before -> commit(finished, sha256, chunks, before, replaces))
        .retryWhen(Conflicts.retry(failure -> replaces.isAnything() && Conflicts.isFirst(failure)))
        .switchIfEmpty(Mono.error(() -> new PreconditionFailedException("upload=finished")));
  }

  /** Returns the stored value. Empty if another run of this upload has become the value already. */
  private Mono<StoredValue> commit(
      ValueUpload finished,
      String sha256,
      List<byte[]> chunks,
      Optional<LargeValue> before,
      Replaces replaces) {
    if (before.filter(value -> value.generation().equals(upload.generation())).isPresent()) {
      return Mono.empty();
    }
    var head = LargeValue.entity(finished, sha256);
    var writes = new ArrayList<Write>();
    writes.add(replaces.write(head, before));
    upload
        .version()
        .ifPresent(
            version -> writes.add(new Write.Delete(upload.lastRow(), IfMatch.version(version))));
    before.ifPresent(value -> writes.add(retired(value)));
    writes.addAll(inserts(chunks));
    return submit(writes)
        .map(results -> new StoredValue(
            LargeValue.of(head.withTimestamp(results.get(HEAD).timestampTicks())), before));
  }

  /** Returns the row of a generation that a head names no longer. */
  static Write retired(LargeValue value) {
    var row = ValueUpload.ofGeneration(value).row(ValueUpload.State.REPLACED);
    return new Write.Upsert(row, WriteMode.REPLACE);
  }

  /**
   * Submits a batch. A service that is busy has carried out nothing of it, so it is tried again for
   * some seconds; the content waits meanwhile.
   */
  private Mono<List<WriteResult>> submit(List<Write> writes) {
    return Mono.defer(() -> service.submit(table, new Batch(writes))).retryWhen(BUSY);
  }

  private List<Write.Insert> inserts(List<byte[]> chunks) {
    var first = upload.chunks();
    return IntStream.range(0, chunks.size())
        .mapToObj(i -> new Write.Insert(ChunkRow.entity(
            ValueRows.chunk(upload.key(), upload.generation(), first + i), chunks.get(i))))
        .toList();
  }

  private static long bytes(List<byte[]> chunks) {
    return chunks.stream().mapToLong(chunk -> chunk.length).sum();
  }
}
