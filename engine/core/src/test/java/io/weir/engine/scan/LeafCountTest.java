package io.weir.engine.scan;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableSetting;
import io.weir.api.entity.Expiry;
import io.weir.api.error.NotFoundException;
import io.weir.engine.TestStore;
import io.weir.engine.catalog.Table;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exact key ranges are counted without a look at their entities, in slices. */
class LeafCountTest {

  /**
   * Two of these entities share a leaf page, so the larger partition has more leaves than a slice.
   */
  private static final int BYTES = 3_000;

  private static final int MANY = 3_000;
  private static final int FEW = 300;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store =
        TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20).withPartitionGroups(2));
    store.create();
    store.fill("many", MANY, BYTES);
    store.fill("few", FEW, 10);
  }

  @AfterEach
  void close() throws IOException {
    assertThat(store.engine().store().shards()).noneMatch(shard -> shard.tree().isPinned());
    store.close();
  }

  @Test
  void aTableIsCountedWithoutReadingItsEntities() {
    assertThat(count(Query.ALL))
        .extracting(QueryReport::returned, QueryReport::scanned)
        .containsExactly((long) MANY + FEW, 0L);
    assertThat(count(Query.ALL.descending()).returned()).isEqualTo(MANY + FEW);
    assertThat(count(Query.ALL.unordered()).returned()).isEqualTo(MANY + FEW);
  }

  @Test
  void aLargeCountTakesSeveralSlices() {
    var count = Scans.countOf(store.engine().store(), table(), Query.ALL).orElseThrow();

    assertThat(count.advance()).isFalse();

    assertThat(count.report().returned()).isBetween(1L, MANY + FEW - 1L);
    while (!count.advance()) {
      assertThat(store.engine().store().shards())
          .noneMatch(shard -> shard.tree().isPinned());
    }
    assertThat(count.report().returned()).isEqualTo(MANY + FEW);
  }

  @Test
  void keyRangesTopAndContinuationAreRespected() {
    var first = Query.ALL.where("PartitionKey eq 'many' and RowKey lt '00002000'");
    var page = Objects.requireNonNull(store.tables().page(TABLE, first.top(500)).block(PATIENCE));

    assertThat(count(first).returned()).isEqualTo(2_000);
    assertThat(count(first.top(1_999)).returned()).isEqualTo(1_999);
    assertThat(count(first.top(2_001)).returned()).isEqualTo(2_000);
    assertThat(count(first.top(0)).returned()).isZero();
    assertThat(count(first.from(page.next())).returned()).isEqualTo(1_500);
    assertThat(count(Query.ALL.where("RowKey eq '00000001'").from(null)).returned())
        .isEqualTo(2);
    assertThat(count(Query.ALL.where("PartitionKey eq 'x'")).returned()).isZero();
  }

  @Test
  void aResidualFilterIsCountedByReading() {
    var query = Query.ALL.where("PartitionKey eq 'few' and RowKey ge '' and not (Nothing eq 1)");

    assertThat(Scans.countOf(store.engine().store(), table(), query)).isEqualTo(Optional.empty());
    assertThat(count(query).returned()).isEqualTo(FEW);
  }

  @Test
  void entitiesThatMayBeExpiredAreCountedByReading() {
    store
        .tables()
        .set(TABLE, TableSetting.EXPIRY, Expiry.after(Duration.ofDays(365)))
        .block(PATIENCE);

    assertThat(Scans.countOf(store.engine().store(), table(), Query.ALL))
        .isEqualTo(Optional.empty());
    assertThat(count(Query.ALL).returned()).isEqualTo(MANY + FEW);
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsNotFound() {
    var count = Scans.countOf(store.engine().store(), table(), Query.ALL).orElseThrow();
    count.advance();

    store.drop();

    assertThat(catchThrowable(count::advance)).isInstanceOf(NotFoundException.class);
  }

  private Table table() {
    return Objects.requireNonNull(
        store.engine().store().catalog().find(AccountName.DEVELOPMENT, TABLE));
  }

  private QueryReport count(Query query) {
    return Objects.requireNonNull(store.tables().count(TABLE, query).block(PATIENCE));
  }
}
