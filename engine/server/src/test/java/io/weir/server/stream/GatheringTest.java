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
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.RequestContext;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.testkit.Arrivals;
import io.weir.testkit.ForwardingTables;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Two requests are held by the service; what comes meanwhile leaves together, and each part of it fares as if it had been alone. */
final class GatheringTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int HELD = 2;

  private final HoldingTables tables = new HoldingTables(new ModelTableService());
  private final List<CompletableFuture<?>> held = new ArrayList<>();
  private TestServer server;
  private WeirClient client;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
    connect(1000);
  }

  @AfterEach
  void stop() {
    tables.letGo();
    Clients.close(client);
    server.close();
  }

  @Test
  void readsLeaveTogether() throws Exception {
    store(50);
    holdReads();

    var answers = collect(100, row -> client.get(TABLE, key(row)).map(Entity::rowKey));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(50)
        .doesNotHaveDuplicates()
        .contains("0", "49");
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 1);
  }

  @Test
  void readsOfOneSelectionLeaveTogether() throws Exception {
    store(20);
    holdReads();

    var some = Selection.of("N");
    var answers = collect(20, row -> client.get(TABLE, key(row), some).map(Entity::toMap));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(20)
        .allSatisfy(values -> assertThat(values).containsOnlyKeys("N"));
  }

  @Test
  void writesLeaveTogetherAndOnesRefusalIsItsOwn() throws Exception {
    tables.write(TABLE, new Write.Insert(entity(7))).block();
    holdWrites();

    var answers = collect(
        50,
        row -> client
            .write(TABLE, new Write.Insert(entity(row)))
            .map(done -> "done")
            .onErrorResume(
                TableServiceException.class, refused -> Mono.just(refused.code().code())));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(50)
        .containsOnlyOnce("EntityAlreadyExists")
        .filteredOn("done"::equals)
        .hasSize(49);
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 1);
    assertThat(tables.get(TABLE, key(49)).block()).isNotNull();
  }

  @Test
  void aRequestHoldsAsManyPartsAsItMay() throws Exception {
    holdReads();

    var answers = collect(2 * Dialect.MOST_PARTS + 1, row -> client.get(TABLE, key(row)));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS)).isEmpty();
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 3);
  }

  @Test
  void aRequestIsFullWhenItsWritesAreLarge() throws Exception {
    holdWrites();

    var large = "x".repeat(30_000);
    var answers = collect(
        10,
        row -> client.write(
            TABLE,
            new Write.Insert(Entity.builder("p", "" + row).set("A", large).build())));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 2);
  }

  /** Whoever made it could not have made it: it came from a service that does not check, and is found out by one that does. */
  @Test
  void aWriteThatCannotBeReadIsRefusedByItself() throws Exception {
    holdWrites();

    var answers = collect(
        10,
        row -> client
            .write(TABLE, new Write.Insert(row == 3 ? misshapen() : entity(row)))
            .map(done -> "done")
            .onErrorResume(
                TableServiceException.class, refused -> Mono.just(refused.code().code())));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(10)
        .containsOnlyOnce("PropertyNameInvalid")
        .filteredOn("done"::equals)
        .hasSize(9);
  }

  @Test
  void aFaultOfTheServiceIsTheOnesThatItHit() throws Exception {
    holdWrites();

    var answers = collect(
        10,
        row -> client
            .write(TABLE, upsert(row == 3 ? "fault" : "row-" + row))
            .map(done -> "done")
            .onErrorResume(
                TableServiceException.class, failure -> Mono.just(failure.code().code())));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(10)
        .containsOnlyOnce("InternalError")
        .filteredOn("done"::equals)
        .hasSize(9);
  }

  @Test
  void eachHasItsOwnDeadline() throws Exception {
    store(10);
    holdReads();
    var slow = get("hold-1").toFuture();
    var late = client
        .get(TABLE, key(1))
        .contextWrite(RequestContext.deadline(Duration.ofMillis(1)))
        .as(StepVerifier::create);
    var patient = collect(10, row -> client.get(TABLE, key(row)));

    late.expectErrorMatches(isOf(ErrorCode.OPERATION_TIMED_OUT)).verify(PATIENCE);
    tables.letGo();

    assertThat(patient.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(slow.get(30, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void writesOfOneRequestBeginTogether() throws Exception {
    holdWrites();
    var answers = collect(3, row -> client.write(TABLE, upsert("hold-more-" + row)));
    tables.letGo();
    tables.hold();

    for (var i = 0; i < 3; i++) {
      tables.begun.take(PATIENCE);
    }
    tables.letGo();
    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(3);
  }

  @Test
  void whoIsLateAfterItsRequestHasLeftDoesNotKnowWhatBecameOfIt() throws Exception {
    holdWrites();
    var late = collect(
        2,
        row -> client
            .write(TABLE, upsert("hold-late-" + row))
            .contextWrite(RequestContext.deadline(Duration.ofSeconds(1)))
            .map(done -> "done")
            .onErrorResume(TableServiceException.class, failure -> Mono.just(failure.facts())));
    tables.letGo();
    tables.hold();
    tables.begun.take(PATIENCE);

    assertThat(late.get(30, TimeUnit.SECONDS))
        .hasSize(2)
        .allSatisfy(facts -> assertThat(facts).contains("outcome=unknown"));
  }

  @Test
  void whoLeavesBeforeItsRequestIsNotSent() throws Exception {
    holdWrites();
    var leaving = Flux.range(0, 10)
        .flatMap(row -> client.write(TABLE, new Write.Insert(entity(row))), 10)
        .subscribe();
    var staying = client.write(TABLE, new Write.Insert(entity(99))).toFuture();

    leaving.dispose();
    tables.letGo();

    assertThat(staying.get(30, TimeUnit.SECONDS)).isNotNull();
    assertThat(tables.get(TABLE, key(5)).blockOptional()).isEmpty();
  }

  @Test
  void theServiceIsStoppedWhenTheLastHasLeft() throws Exception {
    holdReads();
    var reads = new ArrayList<Disposable>();
    for (var i = 0; i < 10; i++) {
      reads.add(get("hold-again").subscribe());
    }
    tables.letGo();
    tables.hold();
    tables.begun.take(PATIENCE);

    reads.subList(1, 10).forEach(Disposable::dispose);
    assertThat(tables.stopped.waiting()).isZero();
    reads.get(0).dispose();

    tables.stopped.take(PATIENCE);
  }

  @Test
  void aCallWithHeadersOfItsOwnGoesByItself() throws Exception {
    store(10);
    holdReads();

    var answers = collect(
        10, row -> client.get(TABLE, key(row)).contextWrite(RequestContext.requestId("id-" + row)));
    tables.letGo();

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 10);
  }

  @Test
  void whereItIsNotWantedEachGoesByItself() throws Exception {
    store(10);
    Clients.close(client);
    client = Clients.options(server.port()).gathering(Duration.ZERO).connect();
    holdReads();

    var answers = collect(10, row -> client.get(TABLE, key(row)));

    assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(10);
    assertThat(client.statistics().attempts()).isEqualTo(HELD + 10);
  }

  @Test
  void noMoreWaitThanTheClientAllows() throws Exception {
    Clients.close(client);
    connect(1);
    holdReads();
    var first = get("a").toFuture();
    var second = get("b").toFuture();
    var third = get("c").toFuture();

    get("d")
        .as(StepVerifier::create)
        .expectErrorMatches(ServiceBusyException.class::isInstance)
        .verify(PATIENCE);
    tables.letGo();

    assertThat(first.get(30, TimeUnit.SECONDS)).isNull();
    assertThat(second.get(30, TimeUnit.SECONDS)).isNull();
    assertThat(third.get(30, TimeUnit.SECONDS)).isNull();
  }

  private void connect(int waiting) {
    client = Clients.options(server.port())
        .connections(1)
        .streamsPerConnection(2)
        .waitingRequests(waiting)
        .gathering(PATIENCE)
        .retries(0)
        .connect();
  }

  private void store(int rows) {
    Flux.range(0, rows)
        .concatMap(row -> tables.write(TABLE, new Write.Insert(entity(row))))
        .blockLast();
  }

  private void holdReads() throws InterruptedException {
    hold(i -> get("hold-" + i));
  }

  private void holdWrites() throws InterruptedException {
    hold(i -> client.write(
        TABLE, new Write.Upsert(Entity.builder("p", "hold-" + i).build(), WriteMode.REPLACE)));
  }

  private void hold(IntFunction<Mono<?>> request) throws InterruptedException {
    tables.hold();
    for (var i = 0; i < HELD; i++) {
      held.add(request.apply(i).toFuture());
      tables.begun.take(PATIENCE);
    }
  }

  private Mono<Entity> get(String row) {
    return client.get(TABLE, new EntityKey("p", row));
  }

  private static <T> CompletableFuture<List<T>> collect(int count, IntFunction<Mono<T>> request) {
    return Flux.range(0, count).flatMap(request::apply, count).collectList().toFuture();
  }

  private static Predicate<Throwable> isOf(ErrorCode code) {
    return failure -> failure instanceof TableServiceException known && known.code() == code;
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

  /** With a property whose name begins as none may. */
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

  /** Holds what asks for, or writes, entities whose rows begin so. */
  private static final class HoldingTables extends ForwardingTables {

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
