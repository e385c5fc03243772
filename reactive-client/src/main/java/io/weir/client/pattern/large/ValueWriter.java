package io.weir.client.pattern.large;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.pattern.conflict.Conflicts;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One run of an upload: stores the content after the upload's position, then the head.
 *
 * <p>Each batch of chunks also writes the upload's row, under the condition that the row is as this run knows it. Two runs of one upload, or
 * a run and the collector, therefore never both write. The last batch contains the remaining chunks, the head, the removal of the upload's
 * row, and a row for the replaced generation: everything becomes visible together.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class ValueWriter {

  private static final int HEAD = 0;

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

  /** A stored value, and the generation that it replaced. */
  record Stored(LargeValue value, Optional<LargeValue> replaced) {}

  /**
   * Stores the rest of the content and the head.
   *
   * <p>deliberate: a failure of the content waits for the batch in flight, so that the upload can continue at once.
   */
  Mono<Stored> write(Publisher<ByteBuffer> rest, Replaces replaces) {
    return Flux.from(rest)
        .concatMapDelayError(this::storeGroups, false, 1)
        .then(Mono.defer(() -> finish(replaces)));
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
      return service
          .submit(table, new Batch(writes))
          .doOnNext(results -> upload = after.stored(results.get(0)))
          .then();
    });
  }

  private Mono<Stored> finish(Replaces replaces) {
    var chunks = assembly.rest();
    var finished = upload.advanced(bytes(chunks));
    var sha256 = HexFormat.of().formatHex(digest.digest());
    return Mono.defer(() -> service
            .get(table, upload.key())
            .map(LargeValue::of)
            .map(Optional::of)
            .defaultIfEmpty(Optional.empty()))
        .flatMap(before -> commit(finished, sha256, chunks, before, replaces))
        .retryWhen(Conflicts.retry(failure -> replaces.isAnything() && Conflicts.isFirst(failure)));
  }

  private Mono<Stored> commit(
      ValueUpload finished,
      String sha256,
      List<byte[]> chunks,
      Optional<LargeValue> before,
      Replaces replaces) {
    var head = LargeValue.entity(finished, sha256);
    var writes = new ArrayList<Write>();
    writes.add(replaces.write(head, before));
    upload
        .version()
        .ifPresent(version -> writes.add(new Write.Delete(
            ValueRows.upload(upload.key(), upload.generation()), IfMatch.version(version))));
    before.ifPresent(value -> writes.add(retired(value)));
    writes.addAll(inserts(chunks));
    return service
        .submit(table, new Batch(writes))
        .map(results -> new Stored(
            LargeValue.of(head.withTimestamp(results.get(HEAD).timestampTicks())), before));
  }

  /** Returns the row of a generation that a head names no longer. */
  static Write retired(LargeValue value) {
    var row = new ValueUpload(
            value.key(),
            value.generation(),
            value.lengthBytes(),
            value.chunkBytes(),
            Optional.empty(),
            Optional.empty())
        .row(ValueUpload.State.REPLACED);
    return new Write.Upsert(row, WriteMode.REPLACE);
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
