package io.weir.engine;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexPosition;
import io.weir.api.index.SortProperty;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A continuation in the order of an index belongs to that index, and any bytes in it are answered.
 */
class IndexContinuationTest {

  private static final int ENTITIES = 60;
  private static final Query BY_AGE =
      Query.ALL.where("Age ge 0").orderBy(SortProperty.ascending("Age")).top(10);

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    store.create();
    for (var i = 0; i < ENTITIES; i++) {
      store.upsert(Entity.builder("p" + i % 7, "r" + i)
          .set("Age", i % 10)
          .set("Size", 100 - i)
          .set("Name", "n" + i)
          .build());
    }
    declare(IndexDefinition.of("byAge", "Age"));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void itIsRefusedAfterTheIndexWasDeclaredAnew() {
    var next = Objects.requireNonNull(page(BY_AGE).next());
    store.tables().dropIndex(TABLE, next.index().index()).block(PATIENCE);
    declare(IndexDefinition.of("byAge", "Age", "Name"));

    var failure =
        catchThrowableOfType(InvalidRequestException.class, () -> page(BY_AGE.from(next)));

    assertThat(failure).hasMessageContaining("continuation=ofDroppedIndex index=byAge");
  }

  @Test
  void itIsRefusedAfterTheIndexWasDroppedEvenIfAnotherOneServes() {
    declare(IndexDefinition.of("other", "Age"));
    var next = Objects.requireNonNull(page(BY_AGE).next());
    store.tables().dropIndex(TABLE, next.index().index()).block(PATIENCE);

    assertThat(catchThrowable(() -> page(BY_AGE.from(next))))
        .hasMessageContaining("continuation=ofDroppedIndex");
    assertThat(catchThrowable(() -> items(BY_AGE.from(next))))
        .hasMessageContaining("continuation=ofDroppedIndex");
  }

  @Test
  void itGoesOnThroughItsIndexAfterABetterOneWasDeclared() {
    var first = page(BY_AGE);
    declare(IndexDefinition.of("aaByAge", "Age", "Size"));
    declare(IndexDefinition.of("aByAge", "Age"));

    var rest = items(BY_AGE.top(Query.NO_TOP).from(first.next()));

    var ages = rest.stream()
        .filter(StreamItem.Row.class::isInstance)
        .map(item -> ((StreamItem.Row) item).entity())
        .toList();
    assertThat(ages).hasSize(ENTITIES - 10).doesNotContainAnyElementsOf(first.items());
  }

  @Test
  void anyValuesAreAnsweredOrRefused() {
    declare(IndexDefinition.of(
        "mixed", List.of(SortProperty.descending("Name"), SortProperty.ascending("Age"))));
    for (var query : List.of(
        BY_AGE,
        Query.ALL
            .where("Age ge 0 and Name ge ''")
            .orderBy(SortProperty.descending("Name"), SortProperty.ascending("Age"))
            .top(3))) {
      var next = Objects.requireNonNull(page(query).next());
      var place = Objects.requireNonNull(next.index());
      for (var seed = 0; seed < 3_000; seed++) {
        var values = changed(place.values().toByteArray(), new Random(seed));
        var from = new Continuation(
            next.key(),
            seed % 2 == 0,
            next.direction(),
            new IndexPosition(place.index(), new EdmBinary(values)));

        var failure = catchThrowable(() -> page(query.from(from)));

        if (failure != null) {
          assertThat(failure)
              .as("seed %d", seed)
              .isInstanceOf(InvalidRequestException.class)
              .hasMessageContaining("continuation=");
        }
      }
    }
  }

  /**
   * A position beyond all entries is the place at which a stream reports its progress before it
   * reads any.
   */
  @Test
  void valuesThatAreNotThoseOfTheIndexAreRefused() {
    var next = Objects.requireNonNull(page(BY_AGE).next());
    var place = Objects.requireNonNull(next.index());
    var whole = place.values().toByteArray();
    for (var values : List.of(
        new byte[0],
        Arrays.copyOf(whole, whole.length - 1),
        Arrays.copyOf(whole, whole.length + 1),
        Arrays.copyOf(whole, whole.length + 60_000))) {
      var from = new Continuation(
          next.key(),
          true,
          next.direction(),
          new IndexPosition(place.index(), new EdmBinary(values)));

      assertThat(catchThrowable(() -> page(BY_AGE.from(from))))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  private static byte[] changed(byte[] values, Random random) {
    var changed = Arrays.copyOf(
        values, Math.max(0, values.length + random.nextInt(12) - 6 * random.nextInt(2)));
    for (var i = random.nextInt(4); i > 0 && changed.length > 0; i--) {
      var at = random.nextInt(8) == 0 ? 0 : Math.min(4, changed.length - 1);
      changed[at + random.nextInt(changed.length - at)] = (byte) random.nextInt(256);
    }
    return changed;
  }

  private void declare(IndexDefinition definition) {
    store.declare(definition);
    store.awaitIndexes();
  }

  private Page<Entity> page(Query query) {
    return Objects.requireNonNull(store.tables().page(TABLE, query).block(PATIENCE));
  }

  private List<StreamItem> items(Query query) {
    return Objects.requireNonNull(
        store.tables().stream(TABLE, query).collectList().block(PATIENCE));
  }
}
