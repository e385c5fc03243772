package io.weir.server.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.SharedKey;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.request.UploadCredit;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * A client that sends as fast as it can and reads all results, to a service that carries out one
 * line and then waits.
 */
final class FastUploadTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final String PATH = "/" + AccountName.DEVELOPMENT + "/Birds/$bulk";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CHUNK_BYTES = 16 * 1024;

  /**
   * The window of the HTTP/2 stream, one chunk waiting for it, one made ahead, one being read, and
   * one on its way.
   */
  private static final long MOST_CHUNKS = UploadCredit.STREAM_WINDOW_BYTES / CHUNK_BYTES + 5;

  private final HeldTables tables = new HeldTables(new ModelTableService());
  private final AtomicLong made = new AtomicLong();
  private final ConnectionProvider connections = ConnectionProvider.newConnection();
  private TestServer server;
  private WeirClient others;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
    others = WeirClient.builder().endpoint(server.accountUrl()).loops(1).connect();
  }

  @AfterEach
  void stop() {
    others.closeLater().block(PATIENCE);
    connections.disposeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void theUploadStopsAndOthersAreServed() {
    tables.hold();
    var upload = upload();
    while (tables.begun() == 0) {
      serveOthers();
    }
    serveOthers();
    var whileHeld = made.get();

    assertThat(tables.begun()).isOne();
    assertThat(whileHeld).isBetween(1L, MOST_CHUNKS);

    tables.letGo();
    while (made.get() < 10 * MOST_CHUNKS) {
      serveOthers();
    }
    upload.dispose();
  }

  @Test
  void aDisconnectedClientEndsTheUpload() {
    tables.hold();
    var upload = upload();
    while (tables.begun() == 0) {
      serveOthers();
    }

    upload.dispose();
    tables.letGo();
    serveOthers();

    assertThat(made.get()).isLessThanOrEqualTo(MOST_CHUNKS);
  }

  private void serveOthers() {
    for (var i = 0; i < 20; i++) {
      assertThat(others.get(TABLE, new EntityKey("p", "none")).blockOptional(PATIENCE))
          .isEmpty();
    }
  }

  private Disposable upload() {
    return HttpClient.create(connections)
        .protocol(HttpProtocol.H2C)
        .host("127.0.0.1")
        .port(server.port())
        .headers(headers -> {
          var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
          var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
          headers
              .set("x-ms-date", date)
              .set("Authorization", key.authorizationLite(date, PATH, ""))
              .set("Content-Type", Dialect.NDJSON);
        })
        .post()
        .uri(PATH)
        .send((request, out) -> Flux.generate(this::make)
            .cast(ByteBuf.class)
            .hide()
            .concatMap(chunk -> out.send(Mono.just(chunk), any -> true).then(), 1)
            .then())
        .responseContent()
        .subscribe();
  }

  private void make(SynchronousSink<Object> sink) {
    var line = "{\"PartitionKey\":\"p\",\"RowKey\":\"" + made.incrementAndGet() + "\",\"A\":\"";
    var rest = "x".repeat(CHUNK_BYTES - line.length() - 3);
    sink.next(Unpooled.wrappedBuffer((line + rest + "\"}\n").getBytes(UTF_8)));
  }
}
