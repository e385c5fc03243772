package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.access.RegionCalls;
import io.weir.hbase.catalog.Catalog;
import io.weir.hbase.protocol.Operation;
import io.weir.hbase.protocol.RemovalRequest;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.TableId;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A request that is sent again, because the answer to it was lost, is carried out once. */
final class RepeatedRequestTest {

  private static final AtomicLong COUNTER = new AtomicLong();

  private static HBaseStore store;
  private static AsyncConnection connection;
  private static RegionCalls regions;
  private static Catalog catalog;

  private final TableName table = new TableName("Strikes" + COUNTER.incrementAndGet());
  private final RequestId request = new RequestId(7, COUNTER.incrementAndGet());
  private TableService tables;
  private TableId id;

  @BeforeAll
  static void open() throws Exception {
    store = TestCluster.open("repeated");
    connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
    var schema = new StoreSchema(TestCluster.options("repeated"));
    var calls = new ClusterCalls(
        Schedulers.parallel(), 100, TestCluster.PATIENCE, System::nanoTime, () -> {});
    regions = new RegionCalls(
        calls,
        connection.getTable(schema.entities()),
        connection.getRegionLocator(schema.entities()));
    catalog = new Catalog(
        calls,
        connection.getTable(schema.catalog()),
        Duration.ofMillis(100),
        Clock.systemUTC(),
        System::nanoTime);
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    store.close().block(TestCluster.PATIENCE);
  }

  @BeforeEach
  void createTable() {
    tables = TestCluster.tables(store);
    tables.createTable(table).block(TestCluster.PATIENCE);
    id = answered(catalog.require(AccountName.DEVELOPMENT, table));
  }

  @Test
  void aRepeatedInsertGivesItsFirstAnswer() {
    var insert = new Write.Insert(strike("1", 1));

    var first = send(insert);
    var second = send(insert);

    assertThat(first).isInstanceOf(WriteAnswer.Done.class);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void aRepeatedInsertDoesNotBringBackWhatWasDeletedSince() {
    var insert = new Write.Insert(strike("1", 1));
    send(insert);
    tables.write(table, new Write.Delete(key("1"), IfMatch.ANY)).block(TestCluster.PATIENCE);

    var repeated = send(insert);

    assertThat(repeated).isInstanceOf(WriteAnswer.Done.class);
    assertThat(tables.get(table, key("1")).blockOptional(TestCluster.PATIENCE)).isEmpty();
  }

  @Test
  void aRepeatedUpsertDoesNotOverwriteALaterWrite() {
    var upsert = new Write.Upsert(strike("1", 1), WriteMode.REPLACE);
    send(upsert);
    tables
        .write(table, new Write.Upsert(strike("1", 2), WriteMode.REPLACE))
        .block(TestCluster.PATIENCE);

    send(upsert);

    assertThat(answered(tables.get(table, key("1"))).getInt32("Height")).contains(2);
  }

  @Test
  void aRepeatedDeleteIsAnsweredAsCarriedOut() {
    tables.write(table, new Write.Insert(strike("1", 1))).block(TestCluster.PATIENCE);
    var delete = new Write.Delete(key("1"), IfMatch.ANY);

    var first = send(delete);
    var second = send(delete);

    assertThat(first).isInstanceOf(WriteAnswer.Done.class);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void aRepeatedBatchIsCarriedOutOnce() {
    var batch = new Write[] {
      new Write.Insert(strike("1", 1)), new Write.Insert(strike("2", 2)),
    };

    var first = send(batch);
    tables.write(table, new Write.Delete(key("2"), IfMatch.ANY)).block(TestCluster.PATIENCE);
    var second = send(batch);

    assertThat(second).isEqualTo(first);
    assertThat(tables.get(table, key("2")).blockOptional(TestCluster.PATIENCE)).isEmpty();
  }

  @Test
  void aRepeatedChangeGivesTheEntitiesOfItsFirstAnswer() {
    tables.write(table, new Write.Insert(strike("1", 1))).block(TestCluster.PATIENCE);
    var raise = raise().answering(Write.Answer.BEFORE_AND_AFTER);

    var first = send(raise);
    tables
        .write(table, new Write.Upsert(strike("1", 9), WriteMode.REPLACE))
        .block(TestCluster.PATIENCE);
    var second = send(raise);

    assertThat(first).isInstanceOfSatisfying(WriteAnswer.Done.class, done -> {
      assertThat(done.images().before().flatMap(RepeatedRequestTest::height)).contains(1);
      assertThat(done.images().after().flatMap(RepeatedRequestTest::height)).contains(2);
    });
    assertThat(second).isEqualTo(first);
    assertThat(height(answered(tables.get(table, key("1"))))).contains(9);
  }

  @Test
  void aRefusedRequestMayBeSentAgainAndSucceed() {
    tables.write(table, new Write.Insert(strike("1", 1))).block(TestCluster.PATIENCE);
    var insert = new Write.Insert(strike("1", 2));

    var refused = send(insert);
    tables.write(table, new Write.Delete(key("1"), IfMatch.ANY)).block(TestCluster.PATIENCE);
    var carriedOut = send(insert);

    assertThat(refused)
        .isInstanceOfSatisfying(
            WriteAnswer.Refused.class,
            answer -> assertThat(answer.code()).isEqualTo(ErrorCode.ENTITY_ALREADY_EXISTS));
    assertThat(carriedOut).isInstanceOf(WriteAnswer.Done.class);
  }

  @Test
  void aRepeatedRemovalOfARangeKeepsWhatWasWrittenSince() {
    tables.write(table, new Write.Insert(strike("1", 1))).block(TestCluster.PATIENCE);
    var removal = new RemovalRequest(request, List.of(allRows()), true, 1000);

    var first = answered(regions.remove(allRows().lower(), removal));
    tables.write(table, new Write.Insert(strike("2", 1))).block(TestCluster.PATIENCE);
    var second = answered(regions.remove(allRows().lower(), removal));

    assertThat(first.removed()).isEqualTo(1);
    assertThat(second.removed()).isZero();
    assertThat(tables.get(table, key("2")).blockOptional(TestCluster.PATIENCE)).isPresent();
  }

  private RowRange allRows() {
    return id.rows();
  }

  private WriteAnswer send(Write... writes) {
    var operations = Stream.of(writes).map(Operation::of).toList();
    return answered(regions.write(
        id.row(writes[0].key().encoded()), new WriteRequest(request, id, operations)));
  }

  private static Write.Change raise() {
    return Write.change(key("1"), PropertyOperation.of("Height", Operator.ADD, new EdmInt32(1)));
  }

  private static Optional<Integer> height(Entity strike) {
    return strike.getInt32("Height");
  }

  private static Entity strike(String rowKey, int height) {
    return Entity.builder("TX", rowKey).set("Height", height).build();
  }

  private static EntityKey key(String rowKey) {
    return new EntityKey("TX", rowKey);
  }

  private static <T> T answered(Mono<T> answer) {
    return answer.blockOptional(TestCluster.PATIENCE).orElseThrow();
  }
}
