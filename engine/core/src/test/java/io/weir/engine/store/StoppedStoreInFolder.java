package io.weir.engine.store;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.StoppedPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A store that was stopped in good order, and damage to its pages before the next start. */
abstract class StoppedStoreInFolder extends StoreInFolder {

  /** Number of partitions; enough for several pages in each shard. */
  static final int PARTITIONS = 12;

  /**
   * Makes a store with a snapshot and a log after it, stops it in good order, and returns its
   * entities.
   */
  final List<Entity> stopped() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("p" + partition, 100, 200);
      }
      store.upsert(TestStore.entity("large", "r", 50_000));
      store.engine().store().checkpoint();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("q" + partition, 100, 200);
      }
      return store.all();
    }
  }

  /**
   * Returns the pages of each shard except its first two, which a start may read for the catalog.
   */
  final Map<Integer, List<StoppedPage>> innerPages() throws IOException {
    return StoppedPage.of(folder).stream()
        .collect(Collectors.groupingBy(
            StoppedPage::shard,
            TreeMap::new,
            Collectors.collectingAndThen(
                Collectors.toList(), pages -> List.copyOf(pages.subList(2, pages.size())))));
  }

  /** Returns the first page of each shard. */
  final List<StoppedPage> firstPages() throws IOException {
    var first = new TreeMap<Integer, StoppedPage>();
    StoppedPage.of(folder).forEach(page -> first.putIfAbsent(page.shard(), page));
    return List.copyOf(first.values());
  }

  /** Changes the last byte of each page, which belongs to a value. */
  static void flipLastBits(List<StoppedPage> pages) throws IOException {
    for (var page : pages) {
      page.flip(page.page().lengthBytes() - 1, 0);
    }
  }
}
