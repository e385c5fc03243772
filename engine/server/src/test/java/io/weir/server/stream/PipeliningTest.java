package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.RequestContext;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.testkit.Arrivals;
import io.weir.testkit.CoreTables;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/**
 * A client sends single reads and writes through pipelines, and each has the outcome of a separate
 * request.
 */
final class PipeliningTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HoldingTables tables = new HoldingTables(new ModelTableService());
  private TestServer server;
  private WeirClient client;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
    connect();
  }

  @AfterEach
  void stop() {
    tables.letGo();
    Clients.close(client);
    server.close();
  }

  @Test
  void readsShareOnePipeline() throws Exception {
    store(50);

    var answers = collect(100, row -> client.get(TABLE, key(row)).map(Entity::rowKey));

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(50)
        .doesNotHaveDuplicates()
        .contains("0", "49");
    assertThat(client.statistics().attempts()).isEqualTo(1);
  }

  @Test
  void eachSelectionHasItsOwnPipeline() throws Exception {
    store(20);

    var some =
        collect(20, row -> client.get(TABLE, key(row), Selection.of("N")).map(Entity::toMap));
    var others =
        collect(20, row -> client.get(TABLE, key(row), Selection.of("M")).map(Entity::toMap));

    assertThat(some.get(30, TimeUnit.SECONDS))
        .hasSize(20)
        .allSatisfy(values -> assertThat(values).containsOnlyKeys("N"));
    assertThat(others.get(30, TimeUnit.SECONDS))
        .hasSize(20)
        .allSatisfy(values -> assertThat(values).containsOnlyKeys("M"));
    assertThat(client.statistics().attempts()).isEqualTo(2);
  }

  @Test
  void writesShareOnePipelineAndFailSeparately() throws Exception {
    tables.write(TABLE, new Write.Insert(entity(7))).block();

    var answers = collect(50, row -> outcome(client.write(TABLE, new Write.Insert(entity(row)))));

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(50)
        .containsOnlyOnce("EntityAlreadyExists")
        .filteredOn("done"::equals)
        .hasSize(49);
    assertThat(client.statistics().attempts()).isEqualTo(1);
    assertThat(tables.get(TABLE, key(49)).block()).isNotNull();
  }

  @Test
  void aLargeWriteIsSentByItself() throws Exception {
    var large = "x".repeat(30_000);
    var answers = collect(
        10,
        row -> client.write(
            TABLE,
            new Write.Insert(Entity.builder("p", "" + row)
                .set("A", large)
                .set("B", row < 4 ? large : "small")
                .set("C", row < 4 ? large : "small")
                .build())));

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(1 + 4);
  }

  /** A service without validation returned the entity; a validating service refuses it. */
  @Test
  void anInvalidWriteFailsAlone() throws Exception {
    var answers = collect(
        10,
        row ->
            outcome(client.write(TABLE, new Write.Insert(row == 3 ? misshapen() : entity(row)))));

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(10)
        .containsOnlyOnce("PropertyNameInvalid")
        .filteredOn("done"::equals)
        .hasSize(9);
  }

  @Test
  void anInternalErrorFailsOnlyItsOperation() throws Exception {
    var answers =
        collect(10, row -> outcome(client.write(TABLE, upsert(row == 3 ? "fault" : "row-" + row))));

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(10)
        .containsOnlyOnce("InternalError")
        .filteredOn("done"::equals)
        .hasSize(9);
  }

  @Test
  void eachOperationHasItsOwnDeadlineAndAnUnknownOutcomeAfterIt() throws Exception {
    tables.hold();
    var patient = client.write(TABLE, upsert("hold-1")).toFuture();
    tables.begun.take(PATIENCE);

    client
        .write(TABLE, upsert("hold-2"))
        .contextWrite(RequestContext.deadline(Duration.ofSeconds(1)))
        .as(StepVerifier::create)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(TableServiceException.class, late -> {
              assertThat(late.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT);
              assertThat(late.facts()).contains("outcome=unknown");
            }))
        .verify(PATIENCE);
    tables.letGo();

    assertThat(patient.get(30, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void writesRunConcurrently() throws Exception {
    tables.hold();
    var answers = collect(3, row -> client.write(TABLE, upsert("hold-" + row)));

    for (var i = 0; i < 3; i++) {
      tables.begun.take(PATIENCE);
    }
    tables.letGo();
    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(3);
  }

  @Test
  void theServiceStopsAfterTheLastCancellation() throws Exception {
    tables.hold();
    var reads = new ArrayList<Disposable>();
    for (var i = 0; i < 10; i++) {
      reads.add(get("hold-again").subscribe());
    }
    tables.begun.take(PATIENCE);

    reads.subList(1, 10).forEach(Disposable::dispose);
    assertThat(tables.stopped.waiting()).isZero();
    reads.get(0).dispose();

    tables.stopped.take(PATIENCE);
  }

  @Test
  void anOperationAfterTheStopIsAnswered() throws Exception {
    store(1);
    tables.hold();
    var read = get("hold").subscribe();
    tables.begun.take(PATIENCE);
    read.dispose();
    tables.stopped.take(PATIENCE);

    assertThat(client.get(TABLE, key(0)).block(PATIENCE)).isNotNull();
  }

  @Test
  void aSlowAnswerDoesNotDelayOthers() throws Exception {
    Clients.close(client);
    client = Clients.options(server.port()).pipelining(Duration.ofMillis(1)).connect();
    store(1);
    tables.hold();
    var slow = get("hold").toFuture();
    tables.begun.take(PATIENCE);

    var other = client
        .get(TABLE, key(0))
        .timeout(Duration.ofSeconds(1), Mono.empty()) // it may have been queued after the slow one
        .repeatWhenEmpty(Flux::hide)
        .block(PATIENCE);

    assertThat(other).isNotNull();

    assertThat(slow).isNotDone();
    tables.letGo();
    slow.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aCallWithItsOwnHeadersIsSentByItself() throws Exception {
    store(10);

    var answers = collect(
        10, row -> client.get(TABLE, key(row)).contextWrite(RequestContext.requestId("id-" + row)));

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(10);
  }

  @Test
  void withoutPipeliningEachOperationIsSentByItself() throws Exception {
    store(10);
    Clients.close(client);
    client = Clients.options(server.port()).pipelining(Duration.ZERO).connect();

    var answers = collect(10, row -> client.get(TABLE, key(row)));

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(10);
  }

  @Test
  void aRefusedPipelineSendsEachOperationByItself() throws Exception {
    store(10);
    Clients.close(client);
    server.close();
    server = TestServer.over(
        tables,
        () -> true,
        ServerOptions.builder()
            .port(0)
            .bodyLimitBytes(64 << 10)
            .memoryLimitBytes(512 << 10)
            .build());
    connect();
    var lines = Sinks.many().unicast().<BulkLine>onBackpressureBuffer();
    var results = new Arrivals<BulkResult>();
    var upload = client.bulk(TABLE, lines.asFlux()).subscribe(results::add);
    lines.tryEmitNext(new BulkLine.Change(upsert("upload"), Optional.empty())).orThrow();
    results.take(PATIENCE);

    var answers = collect(10, row -> client.get(TABLE, key(row)));

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    upload.dispose();
  }

  /**
   * A closing server answers the operations in progress. The client sends the others to the next
   * server, so nothing is lost.
   */
  @Test
  void aClosingServerAnswersStartedOperations() throws Exception {
    tables.hold();
    var held = client.write(TABLE, upsert("hold")).toFuture();
    tables.begun.take(PATIENCE);

    var closing = CompletableFuture.runAsync(server::close);
    tables.letGo();

    assertThat(held.get(30, TimeUnit.SECONDS)).isNotNull();
    closing.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aServerWithIdlePipelinesClosesAtOnce() {
    store(1);
    client.get(TABLE, key(0)).block(PATIENCE);

    var began = System.nanoTime();
    server.close();

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
  }

  private void connect() {
    client = Clients.options(server.port()).pipelining(PATIENCE).retries(0).connect();
  }

  private void store(int rows) {
    Flux.range(0, rows)
        .concatMap(row -> tables.write(TABLE, new Write.Insert(entity(row))))
        .blockLast();
  }

  private Mono<Entity> get(String row) {
    return client.get(TABLE, new EntityKey("p", row));
  }

  private static <T> CompletableFuture<List<T>> collect(int count, IntFunction<Mono<T>> request) {
    return Flux.range(0, count).flatMap(request::apply, count).collectList().toFuture();
  }

  private static Mono<String> outcome(Mono<WriteResult> write) {
    return write
        .map(done -> "done")
        .onErrorResume(
            TableServiceException.class, refused -> Mono.just(refused.code().code()));
  }

  private static Entity entity(int row) {
    return Entity.builder("p", "" + row).set("N", row).set("M", "more").build();
  }

  private static Write upsert(String row) {
    return new Write.Upsert(Entity.builder("p", row).build(), WriteMode.REPLACE);
  }

  private static EntityKey key(int row) {
    return new EntityKey("p", "" + row);
  }

  /** Returns an entity with an invalid property name. */
  private static Entity misshapen() {
    var entity = Entity.builder("p", "3").set("Name", 1).build();
    var bytes = new byte[FrameEncoder.entityFrameBytes(entity)];
    FrameEncoder.putEntity(entity, ByteBuffer.wrap(bytes));
    for (var i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == 'N' ? (byte) '1' : bytes[i];
    }
    var decoder = FrameDecoder.shaped();
    decoder.feed(ByteBuffer.wrap(bytes));
    return ((StreamItem.Row) ((Frame.Item) decoder.next()).item()).entity();
  }

  /** Holds reads and writes of entities whose row keys begin with this prefix. */
  private static final class HoldingTables extends CoreTables {

    private final Arrivals<String> begun = new Arrivals<>();
    private final Arrivals<String> stopped = new Arrivals<>();
    private volatile Sinks.Empty<Void> gate = Sinks.empty();

    HoldingTables(TableService tables) {
      super(tables);
    }

    void hold() {
      gate = Sinks.empty();
    }

    void letGo() {
      gate.tryEmitEmpty();
    }

    @Override
    public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
      return held(key, super.get(table, key, selection));
    }

    @Override
    public Mono<WriteResult> write(TableName table, Write write) {
      return write.key().rowKey().equals("fault")
          ? Mono.error(new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "test=fault", null))
          : held(write.key(), super.write(table, write));
    }

    private <T> Mono<T> held(EntityKey key, Mono<T> work) {
      return key.rowKey().startsWith("hold")
          ? Mono.defer(() -> {
            begun.add(key.rowKey());
            return gate.asMono().doOnCancel(() -> stopped.add(key.rowKey())).then(work);
          })
          : work;
    }
  }
}
