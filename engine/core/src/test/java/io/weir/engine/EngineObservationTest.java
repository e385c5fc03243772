package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.observe.Observed;
import io.weir.engine.observe.Observing;
import io.weir.engine.observe.PartitionName;
import io.weir.engine.observe.PartitionTally;
import io.weir.engine.observe.TableTally;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** Each kind of request tells the observer once, and of what it is. */
final class EngineObservationTest {

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder)
        .withSegmentBytes(16 << 20)
        .withDurability(Durability.SYNC)
        .withObserving(Observing.EXACT));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aReadOfOneEntity() {
    store
        .tables()
        .get(TestStore.TABLE, new EntityKey("p", "1"), Selection.of("Name"))
        .block(TestStore.PATIENCE);

    assertThat(partition()).returns(1L, PartitionTally::reads).returns(0L, PartitionTally::writes);
    assertThat(table()).returns(1L, TableTally::reads).returns(0L, TableTally::wholeReads);
    assertThat(table().mayBeRead("Name")).isTrue();
    assertThat(table().mayBeRead("Photo")).isFalse();
  }

  @Test
  void aReadOfSeveralKeysAtOneMoment() {
    store
        .tables()
        .getAll(List.of(
            new TableKey(TestStore.TABLE, new EntityKey("p", "1")),
            new TableKey(TestStore.TABLE, new EntityKey("p", "2"))))
        .block(TestStore.PATIENCE);

    assertThat(partition().reads()).isEqualTo(2);
    assertThat(table().wholeReads()).isEqualTo(2);
  }

  @Test
  void aSingleWrite() {
    store.tables().write(TestStore.TABLE, upsert("1")).block(TestStore.PATIENCE);

    assertThat(partition())
        .returns(1L, PartitionTally::writes)
        .returns(1L, PartitionTally::stores)
        .returns(1L, PartitionTally::storedAlone);
    assertThat(table().writes()).isEqualTo(1);
  }

  @Test
  void aBatchIsOneRequest() {
    store
        .tables()
        .submit(TestStore.TABLE, new Batch(List.of(upsert("1"), upsert("2"))))
        .block(TestStore.PATIENCE);

    assertThat(partition())
        .returns(1L, PartitionTally::writes)
        .returns(2L, PartitionTally::stores)
        .returns(0L, PartitionTally::storedAlone);
  }

  @Test
  void eachWriteOfAJointCommit() {
    var commit = JointCommit.of(
        TableWrite.of(TestStore.TABLE, upsert("1")),
        TableWrite.of(TestStore.TABLE, upsert("2")),
        TableWrite.absent(TestStore.TABLE, new EntityKey("p", "3")));
    store.tables().commit(commit).block(TestStore.PATIENCE);

    assertThat(partition())
        .returns(2L, PartitionTally::writes)
        .returns(2L, PartitionTally::stores)
        .returns(0L, PartitionTally::storedAlone);
  }

  @Test
  void theEntitiesOfABulkWriteAreOnlyMeasured() {
    store
        .tables()
        .bulk(TestStore.TABLE, Flux.just(BulkLine.of(upsert("1")), BulkLine.of(upsert("2"))))
        .blockLast(TestStore.PATIENCE);

    assertThat(observed().partitions()).isEmpty();
    assertThat(table()).returns(0L, TableTally::requests);
    assertThat(Objects.requireNonNull(table().properties().get("Name")).writes())
        .isEqualTo(2);
  }

  @Test
  void aPageAndAStreamOfAQuery() {
    store.upsert(Entity.builder("p", "1").set("Name", "n").build());
    var query = Query.ALL.where("PartitionKey eq 'p' and Name eq 'n'");
    store.tables().page(TestStore.TABLE, query).block(TestStore.PATIENCE);
    store.tables().query(TestStore.TABLE, query).blockLast(TestStore.PATIENCE);

    assertThat(partition().reads()).isEqualTo(2);
    assertThat(observed().plans().values()).singleElement().satisfies(plan -> {
      assertThat(plan.answers()).isEqualTo(2);
      assertThat(plan.returned()).isEqualTo(2);
    });
  }

  @Test
  void aReaderOfTheChangeFeedReadsWholeEntities() {
    store.upsert(Entity.builder("p", "1").set("Name", "n").build());
    store
        .tables()
        .changes(FeedScope.of(TestStore.TABLE), FeedStart.BEGINNING)
        .blockFirst(TestStore.PATIENCE);

    assertThat(table().wholeReads()).isEqualTo(1);
  }

  private static Write upsert(String row) {
    return new Write.Upsert(Entity.builder("p", row).set("Name", "n").build(), WriteMode.REPLACE);
  }

  private PartitionTally partition() {
    return Objects.requireNonNull(observed().partitions().get(new PartitionName(tableId(), "p")));
  }

  private TableTally table() {
    return Objects.requireNonNull(observed().table(tableId()));
  }

  private int tableId() {
    var catalog = store.engine().store().catalog();
    return Objects.requireNonNull(catalog.find(AccountName.DEVELOPMENT, TestStore.TABLE))
        .id();
  }

  private Observed observed() {
    return Objects.requireNonNull(
        CollectedTraffic.of(store.engine().store().observer()).block(TestStore.PATIENCE));
  }
}
