package io.weir.engine.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/** Compares the entries of indexes with those that the entities imply. */
public final class IndexEntries {

  private IndexEntries() {}

  /**
   * Asserts that the published entries of a table's indexes are exactly those that its published
   * entities imply.
   */
  public static void assertExact(Store store, AccountName account, TableName name) {
    var table = store.catalog().find(account, name);
    for (var index : table.indexes()) {
      if (!index.keepsEntries()) {
        continue;
      }
      for (var group = 0; group < store.shards().size(); group++) {
        try (var pin = store.shards().get(group).pin()) {
          assertThat(entries(pin.tree(), index))
              .as("entries of %s in shard %d", index.definition(), group)
              .isEqualTo(implied(pin.tree(), index, table.id(), group));
        }
      }
    }
  }

  private static Set<String> entries(Tree tree, TableIndex index) {
    var found = new TreeSet<String>();
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(index.id());
    for (var more = cursor.seek(IndexKeys.startOfEntries(index.id()));
        more && cursor.compareKey(end) < 0;
        more = cursor.next()) {
      found.add(HexFormat.of().formatHex(cursor.key()));
    }
    return found;
  }

  private static Set<String> implied(Tree tree, TableIndex index, int tableId, int group) {
    var implied = new TreeSet<String>();
    var encoder = new EntryEncoder(index);
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    for (var more = cursor.seek(TreeKeys.startOfTable(tableId));
        more && cursor.compareKey(end) < 0;
        more = cursor.next()) {
      var entry = encoder.entry(cursor.key(), cursor.value(), group);
      if (entry != null) {
        implied.add(HexFormat.of().formatHex(entry));
      }
    }
    return implied;
  }
}
