package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.server.TestServer;
import io.weir.testkit.CoreTables;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/**
 * A client that sends operations and reads no answers. The service stops reading the operations.
 */
final class UnreadPipelineTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final EntityKey KEY = new EntityKey("p", "r");
  private static final String BIRDS = "/" + AccountName.DEVELOPMENT + "/Birds/";
  private static final int ASKED = 5_000;
  private static final int ENTITY_BYTES = 30_000;
  private static final int WINDOW_BYTES = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Bytes that may lie between tables and reader: the window, two chunks, the client's buffers, and
   * the chunk being filled.
   */
  private static final int MOST_AHEAD =
      (WINDOW_BYTES + 2 * (64 * 1024 + ENTITY_BYTES) + 17 * 16 * 1024) / ENTITY_BYTES;

  /** The buffers of operators, of one element at a time. */
  private static final int READS_AHEAD = 256;

  /** A window of 10 MiB holds as many answers of the greatest length. */
  private static final int CHANGES_AHEAD = 12;

  private final Counting tables = new Counting();
  private final TestServer server = TestServer.over(tables);
  private final Sinks.One<Long> received = Sinks.one();

  @BeforeEach
  void store() {
    tables.createTable(TABLE).block();
    var entity =
        Entity.builder(KEY.partitionKey(), KEY.rowKey()).set("A", "x".repeat(ENTITY_BYTES));
    tables.write(TABLE, new Write.Insert(entity.build())).block();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void operationsAreReadOnlyAsAnswersAreTaken() {
    var reader = new Reader();
    answers(Dialect.READS, new Frame.Key(KEY)).subscribe(reader);

    assertThat(begunWhileNothingIsRead()).isLessThanOrEqualTo(MOST_AHEAD + READS_AHEAD);
    expectAll(reader);
  }

  @Test
  void changesAnsweredWithEntitiesBeginOnlyWhileTheirAnswersHaveRoom() {
    var change =
        Write.change(KEY, PropertyOperation.of("N", Operator.SET, 1)).answering(Write.Answer.AFTER);
    var reader = new Reader();
    answers(Dialect.WRITES, new Frame.Change(change)).subscribe(reader);

    assertThat(begunWhileNothingIsRead()).isLessThanOrEqualTo(MOST_AHEAD + CHANGES_AHEAD);
    expectAll(reader);
  }

  /** Waits until nothing is begun any more. */
  private int begunWhileNothingIsRead() {
    return Flux.interval(Duration.ofMillis(100))
        .map(tick -> tables.begun.get())
        .buffer(5, 1)
        .filter(counts -> counts.get(0) > 0 && counts.get(0).equals(counts.get(4)))
        .blockFirst(PATIENCE)
        .get(0);
  }

  private void expectAll(Reader reader) {
    reader.requestUnbounded();
    assertThat(received.asMono().block(PATIENCE)).isGreaterThan((long) ASKED * ENTITY_BYTES);
    assertThat(tables.begun).hasValue(ASKED);
  }

  private Flux<Integer> answers(String pipeline, Frame operation) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var path = BIRDS + pipeline;
    var frame = FrameEncoder.encode(operation);
    return HttpClient.newConnection()
        .protocol(HttpProtocol.H2C)
        .http2Settings(settings -> settings.initialWindowSize(WINDOW_BYTES))
        .headers(headers -> headers
            .set("x-ms-date", date)
            .set("Authorization", key.authorizationLite(date, path, ""))
            .set("Content-Type", Dialect.BINARY))
        .post()
        .uri("http://127.0.0.1:" + server.port() + path)
        .send(Flux.range(0, ASKED).map(i -> Unpooled.wrappedBuffer(frame)))
        .response((response, body) -> {
          assertThat(response.status().code()).isEqualTo(200);
          return body.map(chunk -> chunk.readableBytes());
        });
  }

  private final class Reader extends BaseSubscriber<Integer> {

    private long bytes;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(1);
    }

    @Override
    protected void hookOnNext(Integer length) {
      bytes += length;
    }

    @Override
    protected void hookOnComplete() {
      received.tryEmitValue(bytes).orThrow();
    }

    @Override
    protected void hookOnError(Throwable failure) {
      received.tryEmitError(failure).orThrow();
    }
  }

  private static final class Counting extends CoreTables {

    private final AtomicInteger begun = new AtomicInteger();

    Counting() {
      super(new ModelTableService());
    }

    @Override
    public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
      return super.get(table, key, selection).doOnSubscribe(any -> begun.incrementAndGet());
    }

    @Override
    public Mono<WriteResult> write(TableName table, Write write) {
      return write instanceof Write.Change
          ? super.write(table, write).doOnSubscribe(any -> begun.incrementAndGet())
          : super.write(table, write);
    }
  }
}
