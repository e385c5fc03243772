package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.log.CommitLog;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** What three nodes that keep one store promise when the leader changes. */
@ExtendWith(Quiet.class)
final class ClusterStoreTest {

  private static final TableName TABLE = new TableName("Rain");

  @TempDir
  Path folder;

  private SimulatedNodes nodes;

  @BeforeEach
  void open() throws IOException {
    nodes = new SimulatedNodes(1, this::options);
    nodes.openAll();
    await(nodes.lead("a").account(Users.ACCOUNT).createTable(TABLE));
  }

  private StoreOptions options(String id) {
    return StoreOptions.in(folder.resolve(id))
        .withPartitionGroups(2)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30);
  }

  @AfterEach
  void close() throws IOException {
    for (var id : nodes.ids()) {
      if (nodes.isUp(id)) {
        nodes.close(id);
      }
    }
  }

  private static final class Heard<T> {
    @Nullable
    T value;

    @Nullable
    Throwable failure;

    boolean done;
  }

  private static <T> Heard<T> send(Mono<T> mono) {
    var heard = new Heard<T>();
    mono.subscribe(
        value -> heard.value = value, failure -> heard.failure = failure, () -> heard.done = true);
    return heard;
  }

  private <T> Heard<T> await(Mono<T> mono) {
    var heard = send(mono);
    nodes.settle();
    assertThat(heard.failure).isNull();
    assertThat(heard.done).isTrue();
    return heard;
  }

  private static Mono<?> write(Engine engine, String partition, String row) {
    return write(engine, TABLE, partition, row);
  }

  private static Mono<?> write(Engine engine, TableName table, String partition, String row) {
    var entity = Entity.builder(partition, row).set("A", 1).build();
    return engine.account(Users.ACCOUNT).write(table, new Write.Upsert(entity, WriteMode.REPLACE));
  }

  private static List<String> rows(Engine engine) {
    var rows = new ArrayList<String>();
    engine
        .account(Users.ACCOUNT)
        .query(TABLE, Query.ALL)
        .subscribe(entity -> rows.add(entity.rowKey()));
    return rows;
  }

  @Test
  void allNodesHaveWhatTheLeaderAcknowledged() {
    await(write(nodes.engine("a"), "p", "1"));
    await(write(nodes.engine("a"), "q", "2"));
    nodes.letTimePass(Duration.ofSeconds(1));

    nodes.expectSameContent();
    assertThat(nodes.content("b")).hasSize(3);
  }

  @Test
  void aFollowerRefusesReadsAndWritesAndNamesTheLeader() {
    var written = send(write(nodes.engine("b"), "p", "1"));
    var read = send(Mono.defer(
        () -> nodes.engine("b").account(Users.ACCOUNT).get(TABLE, new EntityKey("p", "1"))));
    nodes.settle();

    for (var heard : List.of(written, read)) {
      assertThat(heard.failure).isInstanceOf(ServiceBusyException.class);
    }
    assertThat(nodes.log("b").outage().cause().reason()).isEqualTo("notLeader leader=a");
  }

  @Test
  void aNewLeaderServesTheTablesAndEntitiesOfTheOldOne() {
    await(write(nodes.engine("a"), "p", "1"));

    var b = nodes.lead("b");

    assertThat(rows(b)).containsExactly("1");
    await(write(b, "p", "2"));
    assertThat(rows(b)).containsExactly("1", "2");
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.expectSameContent();
  }

  @Test
  void aWriteInFlightHasAnUnknownOutcomeAndItsTurnIsUndoneOnTheOldLeader() {
    await(write(nodes.engine("a"), "p", "1"));
    var lost = send(write(nodes.engine("a"), "p", "2"));
    nodes.machine("a").settle();

    nodes.cluster.lose(0);
    var b = nodes.lead("b");

    assertThat(lost.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(((ServiceFailedException) lost.failure).facts()).contains("outcome=unknown");
    assertThat(rows(b)).containsExactly("1");
    assertThat(rows(nodes.lead("a"))).containsExactly("1");
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.expectSameContent();
  }

  @Test
  void aWriteThatSurvivesItsLeaderIsOnAllNodes() {
    await(write(nodes.engine("a"), "p", "1"));
    send(write(nodes.engine("a"), "p", "2"));
    nodes.machine("a").settle();

    nodes.cluster.lose(nodes.cluster.pending());
    var b = nodes.lead("b");

    assertThat(rows(b)).containsExactly("1", "2");
    assertThat(rows(nodes.lead("a"))).containsExactly("1", "2");
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.expectSameContent();
  }

  @Test
  void timestampsGoOnAboveThoseOfALeaderWhoseClockWasAhead() {
    nodes.machine("a").setClockOff(Duration.ofDays(1));
    await(write(nodes.engine("a"), "p", "1"));
    var before = timestamp(nodes.engine("a"));

    var b = nodes.lead("b");
    await(write(b, "p", "1"));

    assertThat(timestamp(b)).isGreaterThan(before);
  }

  private static long timestamp(Engine engine) {
    var found = new AtomicReference<Entity>();
    engine.account(Users.ACCOUNT).get(TABLE, new EntityKey("p", "1")).subscribe(found::set);
    return found.get().timestampTicks();
  }

  @Test
  void aTableThatTheOldLeaderDroppedIsGoneAndItsIdIsNotUsedAgain() {
    await(write(nodes.engine("a"), "p", "1"));
    var id = nodes.engine("a").store().catalog().find(Users.ACCOUNT, TABLE).id();
    await(nodes.engine("a").account(Users.ACCOUNT).deleteTable(TABLE));

    var b = nodes.lead("b");
    assertThat(b.accounts()).isEmpty();
    await(b.account(Users.ACCOUNT).createTable(TABLE));

    assertThat(b.store().catalog().find(Users.ACCOUNT, TABLE).id()).isGreaterThan(id);
    assertThat(rows(b)).isEmpty();
    for (var looks = 0; looks < 4; looks++) {
      nodes.letTimePass(Duration.ofSeconds(5));
    }
    nodes.expectSameContent();
  }

  @Test
  void aNodeThatWasAwayGetsWhatItMissed() throws IOException {
    await(write(nodes.engine("a"), "p", "1"));
    nodes.crash("b");
    await(write(nodes.engine("a"), "p", "2"));

    nodes.open("b");
    nodes.settle();
    nodes.letTimePass(Duration.ofSeconds(1));

    nodes.expectSameContent();
    assertThat(rows(nodes.lead("b"))).containsExactly("1", "2");
  }

  @Test
  void aFollowerStartsFromItsOwnCheckpointAndAppliesNothingTwice() throws IOException {
    await(write(nodes.engine("a"), "p", "1"));
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.engine("b").store().checkpoint();
    var position = nodes.engine("b").store().checkpointPosition();
    assertThat(position).isPositive();
    nodes.crash("b");
    await(write(nodes.engine("a"), "p", "2"));

    nodes.open("b");
    nodes.settle();
    nodes.letTimePass(Duration.ofSeconds(1));

    assertThat(nodes.engine("b").store().startedFromCheckpoint()).isTrue();
    nodes.expectSameContent();
  }

  @Test
  void aNodeThatWasClosedInGoodOrderHasTheSameLogAfterwards() throws IOException {
    await(write(nodes.engine("a"), "p", "1"));
    nodes.close("b");
    nodes.open("b");
    await(write(nodes.engine("a"), "p", "2"));
    nodes.letTimePass(Duration.ofSeconds(1));

    nodes.expectSameContent();
    CommitLog log = nodes.log("b");
    assertThat(log.durablePosition()).isEqualTo(nodes.log("a").durablePosition());
  }

  @Test
  void aLeaderThatIsClosedAnswersItsWritesAndHandsOverFirst() throws IOException {
    var writes = new ArrayList<Heard<?>>();
    for (var row = 0; row < 20; row++) {
      writes.add(send(write(nodes.engine("a"), "p" + row % 3, "r" + row)));
    }

    nodes.close("a");

    assertThat(nodes.cluster.node("a").wasClosedAsLeader()).isFalse();
    assertThat(writes).allMatch(heard -> heard.done);
    nodes.settle();
    assertThat(rows(nodes.engine(nodes.serving()))).hasSize(20);
  }

  @Test
  void theLastLeaderClosesWithoutTheOthers() throws IOException {
    await(write(nodes.engine("a"), "p", "1"));
    nodes.close("a");
    nodes.close("b");
    nodes.close("c");

    nodes.openAll();
    var a = nodes.lead("a");

    assertThat(rows(a)).containsExactly("1");
  }

  @Test
  void refusalsAreBusySoThatClientsTryAgain() {
    var written = send(write(nodes.engine("c"), "p", "1"));
    nodes.settle();

    assertThat(written.failure).isInstanceOf(ServiceBusyException.class);
    assertThat(((ServiceBusyException) written.failure).facts())
        .isEqualTo("reason=notLeader leader=a");
  }
}
