package io.weir.pattern.large;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceFailedException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One read of some chunks of a value, in order. Fails when a chunk is missing or damaged.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class ValueReader {

  private final TableService service;
  private final TableName table;
  private final LargeValue value;
  private final int last;
  private int next;

  private ValueReader(
      TableService service, TableName table, LargeValue value, int first, int last) {
    this.service = service;
    this.table = table;
    this.value = value;
    this.next = first;
    this.last = last;
  }

  /** Returns the bytes from a position to an end, which is excluded. */
  static Flux<ByteBuffer> range(
      TableService service, TableName table, LargeValue value, long from, long end) {
    if (from == end) {
      return Flux.empty();
    }
    var first = Math.toIntExact(from / value.chunkBytes());
    var last = Math.toIntExact((end - 1) / value.chunkBytes());
    return Flux.defer(() -> {
      var cut = new Cut(from - (long) first * value.chunkBytes(), end - from);
      return new ValueReader(service, table, value, first, last)
          .chunks()
          .map(cut::apply)
          .filter(ByteBuffer::hasRemaining);
    });
  }

  /**
   * Returns all bytes. Fails instead of the last piece if their SHA-256 is another one, so that no
   * reader that counts bytes takes damaged ones for a whole value.
   */
  static Flux<ByteBuffer> whole(
      TableService service, TableName table, LargeValue value, MessageDigest digest) {
    var check = new Check(value, digest);
    return range(service, table, value, 0, value.lengthBytes())
        .doOnNext(check::include)
        .switchIfEmpty(Mono.fromRunnable(check::verify));
  }

  private Flux<ByteBuffer> chunks() {
    var rows = ValueRows.someChunks(value.key(), value.generation(), next, last);
    return service
        .query(table, Query.ALL.where(rows))
        .concatMapIterable(this::accept, 1)
        .concatWith(Mono.defer(() -> next > last ? Mono.empty() : Mono.error(new Absent())))
        .onErrorResume(Absent.class, absent -> explain());
  }

  private List<ByteBuffer> accept(Entity row) {
    var expected = ValueRows.chunk(value.key(), value.generation(), next);
    if (!row.key().equals(expected)) {
      throw new Absent();
    }
    var bytes = ChunkRow.bytes(row, value.chunkBytes(next))
        .orElseThrow(() -> damaged("chunk=" + next + " crc32c=other"));
    next++;
    return bytes;
  }

  /** A chunk is missing: the value was replaced or removed during the read, or it is damaged. */
  private Mono<ByteBuffer> explain() {
    return service
        .get(table, value.key())
        .map(LargeValue::of)
        .filter(now -> now.generation().equals(value.generation()))
        .<ByteBuffer>flatMap(now -> Mono.error(damaged("chunk=" + next + " missing=true")))
        .switchIfEmpty(
            Mono.error(() -> new PreconditionFailedException("value=replacedDuringRead")));
  }

  private static ServiceFailedException damaged(String facts) {
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "value=damaged " + facts, null);
  }

  /** The SHA-256 of the bytes that have been read, compared when they are all. */
  private static final class Check {

    private final LargeValue value;
    private final MessageDigest digest;
    private long seen;

    Check(LargeValue value, MessageDigest digest) {
      this.value = value;
      this.digest = digest;
    }

    void include(ByteBuffer piece) {
      digest.update(piece.duplicate());
      seen += piece.remaining();
      if (seen == value.lengthBytes()) {
        verify();
      }
    }

    void verify() {
      if (!HexFormat.of().formatHex(digest.digest()).equals(value.sha256())) {
        throw damaged("sha256=other");
      }
    }
  }

  /** The expected chunk is not there. */
  private static final class Absent extends RuntimeException {

    private static final long serialVersionUID = 1;

    Absent() {
      super(null, null, false, false);
    }
  }

  /** Skips bytes at the beginning of a stream, and all bytes after a number of them. */
  private static final class Cut {

    private long skip;
    private long left;

    Cut(long skip, long left) {
      this.skip = skip;
      this.left = left;
    }

    ByteBuffer apply(ByteBuffer piece) {
      var begin = (int) Math.min(skip, piece.remaining());
      var length = (int) Math.min(left, piece.remaining() - begin);
      skip -= begin;
      left -= length;
      return piece.slice(piece.position() + begin, length);
    }
  }
}
