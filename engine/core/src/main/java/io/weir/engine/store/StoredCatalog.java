package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.LeafPage;
import io.weir.engine.tree.LeafWalk;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The rows of the catalog in a shard's tree. Reads and verifies the leaves that hold them, and no
 * other: the first leaf of a shard in any case.
 *
 * <p>Runs on: a thread that keeps the pages of the version.
 */
final class StoredCatalog {

  private StoredCatalog() {}

  /**
   * Verifies the pages of the rows.
   *
   * @throws io.weir.engine.page.PageDamaged at a page that has changed
   */
  static void requireSound(Tree tree) {
    read(tree, (key, stored) -> {});
  }

  /** Returns the rows. Fails as {@link #requireSound} does. */
  static List<CatalogRow> rows(Tree tree) {
    var rows = new ArrayList<CatalogRow>();
    read(tree, (key, stored) -> rows.add(CatalogRow.of(StoredEntity.of(key, stored))));
    return rows;
  }

  /** Shows key and stored form of each row. Fails as {@link #requireSound} does. */
  static void read(Tree tree, BiConsumer<byte[], byte[]> rows) {
    var end = TreeKeys.endOfTable(Catalog.ID);
    var unused =
        LeafWalk.within(tree, TreeKeys.startOfTable(Catalog.ID), end, (fence, id, address) -> {
          for (var position = 0; position < LeafPage.count(address); position++) {
            var key = LeafPage.key(address, position);
            if (Arrays.compareUnsigned(key, end) >= 0) {
              return false;
            }
            rows.accept(key, LeafPage.value(address, position));
          }
          return true;
        });
  }
}
