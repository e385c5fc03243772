package io.weir.engine.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.index.IndexState;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Compares the claims of unique indexes with those that the entities imply. */
public final class Claims {

  private Claims() {}

  /**
   * Asserts that no two entities share values in a readable index, and that each entity holds its
   * claim. Claims without entity may exist.
   */
  public static void assertSound(Store store, AccountName account, TableName name) {
    var table = store.catalog().find(account, name);
    for (var index : table.indexes()) {
      if (index.definition().unique() && index.state() == IndexState.READABLE) {
        assertThat(stored(store, index))
            .as("claims of %s", index.definition())
            .containsAllEntriesOf(implied(store, index, table.id()));
      }
    }
  }

  /** Asserts as {@link #assertSound} does, and that there are no other claims. */
  public static void assertExact(Store store, AccountName account, TableName name) {
    var table = store.catalog().find(account, name);
    for (var index : table.indexes()) {
      if (index.definition().unique() && index.state() == IndexState.READABLE) {
        assertThat(stored(store, index))
            .as("claims of %s", index.definition())
            .isEqualTo(implied(store, index, table.id()));
      }
    }
  }

  /** Returns the holders by the keys of their claims. */
  public static Map<String, String> stored(Store store, TableIndex index) {
    var found = new TreeMap<String, String>();
    forEach(
        store,
        IndexKeys.startOfClaims(index.id()),
        IndexKeys.endOfClaims(index.id()),
        (key, value) -> found.put(hex(key), hex(value)));
    return found;
  }

  private static Map<String, String> implied(Store store, TableIndex index, int tableId) {
    var implied = new TreeMap<String, String>();
    var encoder = new ClaimEncoder(index);
    forEach(store, TreeKeys.startOfTable(tableId), TreeKeys.endOfTable(tableId), (key, value) -> {
      var claim = encoder.claim(key, value);
      if (claim != null) {
        var holder = hex(TreeKeys.entityKey(key));
        var other = implied.put(hex(claim.key(store.groups())), holder);
        assertThat(other).as("another entity with the values of %s", holder).isNull();
      }
    });
    return implied;
  }

  private static void forEach(
      Store store, byte[] from, byte[] to, BiConsumer<byte[], byte[]> action) {
    for (var shard : store.shards()) {
      try (var pin = shard.pin()) {
        forEach(pin.tree(), from, to, action);
      }
    }
  }

  private static void forEach(
      Tree tree, byte[] from, byte[] to, BiConsumer<byte[], byte[]> action) {
    var cursor = new Cursor().open(tree);
    for (var more = cursor.seek(from); more && cursor.compareKey(to) < 0; more = cursor.next()) {
      action.accept(cursor.key(), cursor.value());
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
