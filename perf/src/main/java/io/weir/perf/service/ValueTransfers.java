package io.weir.perf.service;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.options.SignedRequest;
import io.weir.client.WeirClient;
import io.weir.pattern.large.LargeValues;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.Arrays;
import reactor.core.publisher.Flux;

/**
 * Moves the same number of bytes as one value over HTTP/1.1, and as entities of 960 KiB through
 * Weir's client.
 */
final class ValueTransfers implements AutoCloseable {

  /** The length of an entity, and of a chunk of a value: 960 KiB. */
  static final int CHUNK_BYTES = LargeValues.LARGEST_CHUNK_BYTES;

  private static final TableName VALUES = new TableName("Values");
  private static final TableName ENTITIES = new TableName("Entities");
  private static final int PIECE_BYTES = 64 * 1024;

  private final String endpoint;
  private final WeirClient client;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final byte[] piece;

  ValueTransfers(int port, byte[] piece) {
    this.endpoint = "http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT;
    this.client = WeirClient.builder().endpoint(endpoint).loops(1).connect();
    this.piece = Arrays.copyOf(piece, PIECE_BYTES);
  }

  String endpoint() {
    return endpoint;
  }

  void createTables() {
    client.createTable(VALUES).then(client.createTable(ENTITIES)).block();
  }

  void put(long bytes) throws IOException {
    var body =
        BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> new Content(bytes)), bytes);
    try (var answer = send("PUT", body)) {
      answer.readAllBytes();
    }
  }

  void get(long bytes) throws IOException {
    var seen = 0L;
    var buffer = new byte[PIECE_BYTES];
    try (var answer = send("GET", BodyPublishers.noBody())) {
      for (var count = answer.read(buffer); count >= 0; count = answer.read(buffer)) {
        seen += count;
      }
    }
    require(seen, bytes);
  }

  /** Writes the bytes as entities, by a bulk write. */
  void bulk(long bytes) {
    var number = Math.toIntExact(bytes / CHUNK_BYTES);
    var lines = Flux.range(0, number)
        .map(row -> BulkLine.of(new Write.Upsert(entity(row), WriteMode.REPLACE)));
    var done = client
        .bulk(ENTITIES, lines)
        .filter(BulkResult.Done.class::isInstance)
        .count()
        .blockOptional()
        .orElseThrow();
    require(done, number);
  }

  /** Reads these entities as a stream of the table. */
  void stream(long bytes) {
    var number = client.query(ENTITIES, Query.ALL).count().blockOptional().orElseThrow();
    require(number, bytes / CHUNK_BYTES);
  }

  private Entity entity(int row) {
    var entity = Entity.builder("p", "r" + row);
    for (var i = 0; i < CHUNK_BYTES / PIECE_BYTES; i++) {
      entity.set("D" + i, piece);
    }
    return entity.build();
  }

  private InputStream send(String method, HttpRequest.BodyPublisher body) throws IOException {
    var url = endpoint + "/" + VALUES + "(PartitionKey='p',RowKey='r')/$value/v";
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var signed = SignedRequest.of(url, key, Clock.systemUTC());
    var request = HttpRequest.newBuilder(URI.create(signed.url()))
        .method(method, body)
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization())
        .build();
    try {
      var answer = http.send(request, BodyHandlers.ofInputStream());
      if (answer.statusCode() >= 300) {
        throw new IOException("refused status=" + answer.statusCode());
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void require(long seen, long expected) {
    if (seen != expected) {
      throw new IllegalStateException("wrong number seen=" + seen + " expected=" + expected);
    }
  }

  @Override
  public void close() {
    client.closeLater().block();
  }

  /** A content of a given length that repeats one piece. */
  private final class Content extends InputStream {

    private long left;

    Content(long bytes) {
      this.left = bytes;
    }

    @Override
    public int read() {
      return left-- > 0 ? piece[0] & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      var count = (int) Math.min(left, Math.min(length, piece.length));
      System.arraycopy(piece, 0, bytes, offset, count);
      left -= count;
      return count;
    }
  }
}
