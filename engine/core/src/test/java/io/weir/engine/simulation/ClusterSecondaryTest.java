package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a reader of a node that does not lead finds: all that the node has applied, and nothing
 * else.
 */
@ExtendWith(Quiet.class)
final class ClusterSecondaryTest {

  private static final TableName RAIN = new TableName("Rain");
  private static final TableName SNOW = new TableName("Snow");

  @TempDir
  Path folder;

  private SimulatedNodes nodes;

  @BeforeEach
  void open() throws IOException {
    nodes = new SimulatedNodes(
        1,
        id -> StoreOptions.in(folder.resolve(id))
            .withPartitionGroups(4)
            .withSegmentBytes(64 << 10)
            .withCheckpointLogBytes(1 << 30));
    nodes.openAll();
    done(nodes.lead("a").account(Users.ACCOUNT).createTable(RAIN));
  }

  @AfterEach
  void close() throws IOException {
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
  }

  private TableService secondary(String id) {
    return nodes.engine(id).secondary(Users.ACCOUNT);
  }

  private static Write row(String partition, String row, int value) {
    return new Write.Upsert(
        Entity.builder(partition, row).set("A", value).build(), WriteMode.REPLACE);
  }

  private void write(String partition, String row, int value) {
    done(nodes.engine("a").account(Users.ACCOUNT).write(RAIN, row(partition, row, value)));
  }

  private <T> @Nullable T done(Mono<T> mono) {
    var heard = new AtomicReference<@Nullable T>();
    var failure = new AtomicReference<@Nullable Throwable>();
    mono.subscribe(heard::set, failure::set);
    nodes.settle();
    assertThat(failure.get()).isNull();
    return heard.get();
  }

  private static <T> List<T> all(Publisher<T> read) {
    var heard = new ArrayList<T>();
    Flux.from(read).subscribe(heard::add, failure -> {
      throw new AssertionError(failure);
    });
    return heard;
  }

  private static @Nullable TableServiceException failure(Publisher<?> read) {
    var failure = new AtomicReference<@Nullable TableServiceException>();
    Flux.from(read).subscribe(answer -> {}, cause -> failure.set((TableServiceException) cause));
    return failure.get();
  }

  /** The table is younger than the catalog that the follower has in memory. */
  @Test
  void allReadsOfAFollowerFindWhatItHasApplied() {
    write("p", "1", 10);
    write("q", "2", 20);
    var a = nodes.engine("a").account(Users.ACCOUNT);
    done(a.createTable(SNOW));
    done(a.write(SNOW, row("s", "3", 30)));

    var b = secondary("b");

    assertThat(nodes.engine("b").store().catalog().find(Users.ACCOUNT, SNOW)).isNull();
    assertThat(all(b.tables())).containsExactly(RAIN, SNOW);
    assertThat(all(b.table(new TableName("rain")))).containsExactly(RAIN);
    assertThat(all(b.table(new TableName("Hail")))).isEmpty();
    assertThat(all(b.get(RAIN, new EntityKey("p", "1")))).hasSize(1);
    assertThat(all(b.get(RAIN, new EntityKey("p", "7")))).isEmpty();
    assertThat(all(b.query(RAIN, Query.ALL))).extracting(Entity::rowKey).containsExactly("1", "2");
    assertThat(all(b.page(RAIN, Query.ALL.where(FilterParser.parse("A gt 15"))))
            .get(0)
            .items())
        .extracting(Entity::rowKey)
        .containsExactly("2");
    assertThat(all(b.page(RAIN, Query.ALL.top(1))).get(0).next()).isNotNull();
    assertThat(all(b.count(RAIN, Query.ALL)).get(0).returned()).isEqualTo(2);
    assertThat(all(b.count(RAIN, Query.ALL.where(FilterParser.parse("A gt 15"))))
            .get(0)
            .returned())
        .isEqualTo(1);
    assertThat(all(b.setting(RAIN, TableSetting.EXPIRY))).isEmpty();
    var keys = List.of(
        new TableKey(RAIN, new EntityKey("q", "2")),
        new TableKey(SNOW, new EntityKey("s", "3")),
        new TableKey(SNOW, new EntityKey("s", "7")));
    assertThat(all(b.getAll(keys)).get(0))
        .extracting(entity -> entity.map(Entity::rowKey).orElse("absent"))
        .containsExactly("2", "3", "absent");
  }

  @Test
  void anAbsentTableIsNotFoundAndGetAllNamesItsPlace() {
    var b = secondary("b");
    var absent = new TableKey(SNOW, new EntityKey("p", "1"));
    var present = new TableKey(RAIN, new EntityKey("p", "1"));

    assertThat(failure(b.get(SNOW, new EntityKey("p", "1")))).isInstanceOf(NotFoundException.class);
    assertThat(failure(b.query(SNOW, Query.ALL))).isInstanceOf(NotFoundException.class);
    assertThat(failure(b.page(SNOW, Query.ALL))).isInstanceOf(NotFoundException.class);
    assertThat(failure(b.count(SNOW, Query.ALL))).isInstanceOf(NotFoundException.class);
    var named = Objects.requireNonNull(failure(b.getAll(List.of(present, absent))));
    assertThat(named).isInstanceOf(NotFoundException.class);
    assertThat(named.failedOperation()).isEqualTo(1);
    assertThat(failure(b.getAll(List.of()))).hasMessageContaining("keys=0");
  }

  @Test
  void aFollowerRefusesAllWrites() {
    var b = secondary("b");
    var refusals = List.<Publisher<?>>of(
        b.createTable(SNOW),
        b.deleteTable(RAIN),
        b.write(RAIN, row("p", "1", 1)),
        b.submit(RAIN, Batch.of(row("p", "1", 1))),
        b.deleteRange(RAIN, FilterParser.parse("PartitionKey eq 'p'")));

    for (var refusal : refusals) {
      assertThat(failure(refusal)).isInstanceOf(AccessDeniedException.class);
    }
    for (var lacking : List.<Publisher<?>>of(
        b.commit(JointCommit.of(TableWrite.of(RAIN, row("p", "1", 1)))),
        b.createIndex(RAIN, IndexDefinition.of("byA", "A")),
        b.indexes(RAIN))) {
      assertThat(failure(lacking)).hasMessageContaining("lacks=");
    }
    nodes.settle();
    assertThat(all(b.query(RAIN, Query.ALL))).isEmpty();
  }

  /**
   * An index may be readable where another shard lacks its entries, so no read of a follower goes
   * through one.
   */
  @Test
  void aReadOfATableWithIndexesGoesByKeys() {
    var a = nodes.engine("a").account(Users.ACCOUNT);
    write("p", "1", 10);
    done(a.createIndex(RAIN, IndexDefinition.of("byA", "A")));
    nodes.letTimePass(Duration.ofSeconds(1));

    var page = all(secondary("b").page(RAIN, Query.ALL.where(FilterParser.parse("A eq 10"))))
        .get(0);

    assertThat(page.items()).hasSize(1);
    assertThat(page.report().scanned()).isEqualTo(1);
    assertThat(page.report().path().toString()).doesNotContain("INDEX");
  }

  @Test
  void aNodeThatIsCutOffAnswersWithAnOldStateAndTellsItsTime() {
    write("p", "1", 10);
    letTimeBeClosed();
    assertThat(version("b")).isEqualTo(10);
    var before = nodes.engine("b").appliedTicks();
    assertThat(before).isGreaterThanOrEqualTo(timestamp(nodes.engine("b")));

    nodes.cluster.node("b").cut(true);
    write("p", "1", 11);
    letTimeBeClosed();

    assertThat(version("b")).isEqualTo(10);
    assertThat(nodes.engine("b").appliedTicks()).isEqualTo(before);
    assertThat(version("c")).isEqualTo(11);
    assertThat(nodes.engine("c").appliedTicks())
        .isGreaterThanOrEqualTo(timestamp(nodes.engine("c")));

    nodes.cluster.node("b").cut(false);
    nodes.settle();
    assertThat(version("b")).isEqualTo(11);
    assertThat(nodes.engine("b").appliedTicks()).isEqualTo(nodes.engine("c").appliedTicks());
  }

  private void letTimeBeClosed() {
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.letTimePass(Duration.ofSeconds(9));
  }

  /** The time of a follower advances although nobody writes, by an entry in ten seconds. */
  @Test
  void theTimeOfAFollowerAdvancesWhileNobodyWrites() {
    write("p", "1", 10);
    letTimeBeClosed();
    nodes.letTimePass(Duration.ofSeconds(10));
    var before = nodes.engine("b").appliedTicks();
    nodes.letTimePass(Duration.ofSeconds(1)); // forces what the entry has written
    var position = nodes.log("b").durablePosition();

    nodes.letTimePass(Duration.ofSeconds(8));
    assertThat(nodes.log("b").durablePosition()).isEqualTo(position);
    nodes.letTimePass(Duration.ofSeconds(1));

    assertThat(nodes.engine("b").appliedTicks() - before).isEqualTo(100_000_000);
    assertThat(nodes.engine("b").appliedTicks())
        .isEqualTo(nodes.engine("a").store().presentTicks());
  }

  /** It has the write that was acknowledged before, because the next one closes a time after it. */
  @Test
  void aWriteClosesATimeWithoutAnEntryOfItsOwn() {
    write("p", "1", 10);
    nodes.letTimePass(Duration.ofSeconds(1));
    assertThat(nodes.engine("b").appliedTicks()).isLessThan(timestamp(nodes.engine("b")));

    write("q", "2", 20);

    assertThat(nodes.engine("b").appliedTicks())
        .isGreaterThanOrEqualTo(timestamp(nodes.engine("b")));
  }

  /** After its clock was set back, the other shards of a leader have later Timestamps. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void noTimeIsToldThatAShardMayStillGive(int behind) {
    nodes.machine("a").setClockOff(Duration.ofHours(1));
    IntStream.range(0, 4)
        .filter(shard -> shard != behind)
        .forEach(shard -> write(partitionOf(shard), "1", 10));
    nodes.machine("a").setClockOff(Duration.ZERO);
    letTimeBeClosed();
    var told = nodes.engine("c").appliedTicks();

    var account = nodes.engine("a").account(Users.ACCOUNT);
    var result = done(account.write(RAIN, row(partitionOf(behind), "1", 11)));

    assertThat(told).isPositive();
    assertThat(Objects.requireNonNull(result).timestampTicks()).isGreaterThan(told);
  }

  private String partitionOf(int shard) {
    var store = nodes.engine("a").store();
    var table = Objects.requireNonNull(store.catalog().find(Users.ACCOUNT, RAIN));
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "x" + i)
        .filter(partition -> store
            .commands()
            .shardOf(TreeKeys.of(table.id(), new EntityKey(partition, "1").encoded()))
            .equals(store.shards().get(shard)))
        .findFirst()
        .orElseThrow();
  }

  /** Otherwise a third node would have told a time up to which it lacks a write. */
  @Test
  void aLaterLeaderWhoseClockIsBehindGivesTimestampsAfterTheTimeThatWasTold() {
    var told = toldByAFastLeader();

    nodes.lead("b");

    assertThat(timestampsOfWritesTo("b")).allMatch(ticks -> ticks > told);
  }

  @Test
  void aNodeThatWasKilledGivesTimestampsAfterTheTimeThatWasTold() throws IOException {
    var told = toldByAFastLeader();

    nodes.kill("b");
    nodes.open("b");
    nodes.lead("b");

    assertThat(timestampsOfWritesTo("b")).allMatch(ticks -> ticks > told);
  }

  /** The log after the checkpoint does not have the mark. */
  @Test
  void aNodeThatStartsFromACheckpointGivesTimestampsAfterTheTimeThatWasTold() throws IOException {
    var told = toldByAFastLeader();

    nodes.engine("b").store().checkpoint();
    nodes.kill("b");
    nodes.open("b");
    nodes.lead("b");

    assertThat(timestampsOfWritesTo("b")).allMatch(ticks -> ticks > told);
  }

  /** Returns the time that a node tells after a leader has closed it whose clock is ahead. */
  private long toldByAFastLeader() {
    nodes.machine("a").setClockOff(Duration.ofHours(1));
    write("p", "1", 10);
    letTimeBeClosed();
    nodes.letTimePass(Duration.ofSeconds(1)); // the logs are forced
    var told = nodes.engine("c").appliedTicks();
    assertThat(told).isGreaterThan(nodes.engine("c").store().presentTicks());
    return told;
  }

  /** Returns the Timestamps of a write in each of many partitions, so in each shard. */
  private List<Long> timestampsOfWritesTo(String leader) {
    var account = nodes.engine(leader).account(Users.ACCOUNT);
    return IntStream.range(0, 20)
        .mapToObj(i -> Objects.requireNonNull(done(account.write(RAIN, row("x" + i, "1", i))))
            .timestampTicks())
        .toList();
  }

  @Test
  void aNodeWithAFailedShardTellsNoLaterTime() throws IOException {
    write("p", "1", 10);
    letTimeBeClosed();
    var before = nodes.engine("b").appliedTicks();

    nodes.engine("b").store().memoryFailed(new InternalError("a damaged page"));
    write("p", "1", 11);
    letTimeBeClosed();

    assertThat(nodes.engine("b").appliedTicks()).isEqualTo(before);
    assertThat(nodes.engine("c").appliedTicks()).isGreaterThan(before);
    nodes.kill("b"); // a close would fail
    nodes.open("b");
  }

  @Test
  void theLeaderAnswersWithTheNewestStateAndThePresent() {
    write("p", "1", 10);

    assertThat(version("a")).isEqualTo(10);
    assertThat(nodes.engine("a").appliedTicks())
        .isEqualTo(nodes.engine("a").store().presentTicks());
  }

  @Test
  void aNodeThatHasLedKeepsTheTimeOfItsOwnChanges() {
    write("p", "1", 10);
    letTimeBeClosed();

    nodes.lead("b");

    assertThat(nodes.engine("a").appliedTicks())
        .isGreaterThanOrEqualTo(timestamp(nodes.engine("a")))
        .isEqualTo(nodes.engine("c").appliedTicks());
  }

  private int version(String id) {
    return all(secondary(id).get(RAIN, new EntityKey("p", "1")))
        .get(0)
        .getInt32("A")
        .orElseThrow();
  }

  private static long timestamp(Engine engine) {
    return all(engine.secondary(Users.ACCOUNT).get(RAIN, new EntityKey("p", "1")))
        .get(0)
        .timestampTicks();
  }
}
