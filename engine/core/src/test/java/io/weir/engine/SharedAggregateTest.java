package io.weir.engine;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.Query;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.catalog.Table;
import io.weir.engine.loop.Loop;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops share the aggregation of many entities, and none of the entities is read twice. */
final class SharedAggregateTest {

  private static final int PARTITIONS = 30;
  private static final int ROWS = 300;
  private static final Aggregation COUNTED = Aggregation.of(
          Aggregate.count("Count"), Aggregate.max("RowKey", "Last"))
      .groupBy("PartitionKey");

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withPartitionGroups(4));
    store.create();
    for (var partition = 0; partition < PARTITIONS; partition++) {
      store.fill("p" + partition, ROWS, 10);
    }
  }

  @AfterEach
  void close() throws IOException {
    assertThat(engine().shards()).noneMatch(shard -> shard.tree().isPinned());
    store.close();
  }

  @Test
  void aLoopAnswersAsAnyOtherThreadDoes() throws Exception {
    var alone = store.tables().aggregate(TABLE, Query.ALL, COUNTED).block(PATIENCE);

    var shared = onLoop(Query.ALL, COUNTED);

    assertThat(shared).isEqualTo(alone);
    assertThat(shared.groups())
        .hasSize(PARTITIONS)
        .allSatisfy(group -> assertThat(group.getInt64("Count")).contains((long) ROWS));
    assertThat(shared.report().returned()).isEqualTo((long) PARTITIONS * ROWS);
    assertThat(shared.report().scanned()).isEqualTo((long) PARTITIONS * ROWS);
  }

  @Test
  void theScansOfManyEntitiesReadEachOnce() {
    var scans = Scans.apart(engine(), table(), Query.ALL, 3);

    assertThat(scans).hasSize(3);
    var found = scans.stream().map(SharedAggregateTest::keys).toList();
    assertThat(found).allSatisfy(keys -> assertThat(keys).isNotEmpty());
    assertThat(found.stream().flatMap(List::stream).toList())
        .doesNotHaveDuplicates()
        .hasSize(PARTITIONS * ROWS);
  }

  @Test
  void fewEntitiesAndBoundedQueriesHaveOneScan() {
    var partition = Query.ALL.where("PartitionKey eq 'p1'");
    for (var query :
        List.of(partition, Query.ALL.top(5), Query.ALL.where("PartitionKey lt 'p2'"))) {
      assertThat(Scans.apart(engine(), table(), query, 3)).as("%s", query).hasSize(1);
    }
    assertThat(Scans.apart(engine(), table(), Query.ALL, 1)).hasSize(1);
  }

  @Test
  void tooManyGroupsFailOnWhicheverLoopFindsThem() {
    var byRow = new Aggregation(List.of("PartitionKey", "RowKey"), List.of());

    assertThatThrownBy(() -> onLoop(Query.ALL, byRow))
        .cause()
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("groups limit=1000");
  }

  /** Aggregates on a loop, and checks that the answer comes there. */
  private Aggregates onLoop(Query query, Aggregation aggregation) throws Exception {
    var answer = new CompletableFuture<Aggregates>();
    loop()
        .execute(() -> store
            .tables()
            .aggregate(TABLE, query, aggregation)
            .doOnNext(found -> assertThat(loop().isCurrent()).isTrue())
            .subscribe(answer::complete, answer::completeExceptionally));
    return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static List<EntityKey> keys(Scan scan) {
    var found = new ArrayList<Entity>();
    try {
      while (!scan.advance(100, found)) {
        scan.release();
      }
    } finally {
      scan.release();
    }
    return found.stream().map(Entity::key).toList();
  }

  private Loop loop() {
    return engine().loops().all().get(0);
  }

  private Table table() {
    return Objects.requireNonNull(engine().catalog().find(AccountName.DEVELOPMENT, TABLE));
  }

  private Store engine() {
    return store.engine().store();
  }
}
