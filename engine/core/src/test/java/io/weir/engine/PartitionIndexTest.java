package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query of one partition uses an index when that reads much less, and reads the partition
 * otherwise.
 */
final class PartitionIndexTest {

  @TempDir
  private Path folder;

  private TestStore store;

  /** Two of a thousand entities are owls, half are gulls; a small partition has one owl. */
  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withDurability(Durability.MEMORY));
    store.create();
    store.declare(IndexDefinition.of("ByKind", "Kind"));
    store.awaitIndexes();
    for (var hundred = 0; hundred < 10; hundred++) {
      insert("large", hundred);
    }
    insert("small", 0);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private void insert(String partition, int hundred) {
    var writes = new ArrayList<Write>();
    for (var row = 100 * hundred; row < 100 * hundred + 100; row++) {
      var kind = row % 900 == 0 ? "Owl" : row % 2 == 0 ? "Gull" : "Tit" + row;
      writes.add(new Write.Insert(
          Entity.builder(partition, "r%04d".formatted(row)).set("Kind", kind).build()));
    }
    store.tables().submit(TestStore.TABLE, new Batch(writes)).block(TestStore.PATIENCE);
  }

  @Test
  void aRareValueIsFoundThroughTheIndex() {
    var page = page("PartitionKey eq 'large' and Kind eq 'Owl'");

    assertThat(page.report().path()).isEqualTo(AccessPath.INDEX_LOOKUP);
    assertThat(page.report().scanned()).isLessThanOrEqualTo(6);
    assertThat(page.items()).extracting(Entity::rowKey).containsExactly("r0000", "r0900");
  }

  @Test
  void aRareValueInARangeOfRowsIsFoundThroughTheIndex() {
    var page = page("PartitionKey eq 'large' and RowKey ge 'r0100' and Kind eq 'Owl'");

    assertThat(page.report().path()).isEqualTo(AccessPath.INDEX_LOOKUP);
    assertThat(page.items()).extracting(Entity::rowKey).containsExactly("r0900");
  }

  @Test
  void aFrequentValueIsFoundByAScanOfThePartition() {
    var page = page("PartitionKey eq 'large' and Kind eq 'Gull'");

    assertThat(page.report().path()).isEqualTo(AccessPath.PARTITION_SCAN);
    assertThat(page.items()).hasSize(498);
  }

  @Test
  void aSmallPartitionIsScanned() {
    var page = page("PartitionKey eq 'small' and Kind eq 'Owl'");

    assertThat(page.report().path()).isEqualTo(AccessPath.PARTITION_SCAN);
    assertThat(page.report().scanned()).isEqualTo(100);
    assertThat(page.items()).hasSize(1);
  }

  @Test
  void aFewRowsOfALargePartitionAreScanned() {
    var page = page("PartitionKey eq 'large' and RowKey lt 'r0100' and Kind eq 'Owl'");

    assertThat(page.report().path()).isEqualTo(AccessPath.ROW_RANGE);
    assertThat(page.report().scanned()).isEqualTo(100);
  }

  @Test
  void aContinuationOfEitherPlanGoesOnInTheOther() {
    var owls = Query.ALL.where("PartitionKey eq 'large' and Kind eq 'Owl'");
    var scanned = owls.hint(IndexHint.NONE);
    for (var first : new Query[] {owls, scanned}) {
      var page = page(first.top(1));
      assertThat(page.items()).extracting(Entity::rowKey).containsExactly("r0000");
      var place = Objects.requireNonNull(page.next());
      for (var second : new Query[] {owls, scanned}) {
        assertThat(page(second.from(place)).items())
            .extracting(Entity::rowKey)
            .containsExactly("r0900");
      }
    }
  }

  private Page<Entity> page(String filter) {
    return page(Query.ALL.where(filter));
  }

  private Page<Entity> page(Query query) {
    return Objects.requireNonNull(
        store.tables().page(TestStore.TABLE, query).block(TestStore.PATIENCE));
  }
}
