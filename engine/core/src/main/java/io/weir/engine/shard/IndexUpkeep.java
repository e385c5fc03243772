package io.weir.engine.shard;

import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.TableIndex;
import io.weir.engine.partition.TreeKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the changes of index entries that follow from the changes of entities. Owner: shard loop.
 *
 * <p>It prepares the encoders of a table's indexes once, and again when the catalog has another list of them.
 */
final class IndexUpkeep {

  private static final byte[] NOTHING = new byte[0];

  private record Encoders(List<TableIndex> of, List<EntryEncoder> all) {}

  private final int group;
  private final LiveTables tables;
  private final Map<Integer, Encoders> prepared = new HashMap<>();

  IndexUpkeep(int group, LiveTables tables) {
    this.group = group;
    this.tables = tables;
  }

  /**
   * Returns the changes of entities, each followed by those of its index entries.
   *
   * @param changes changes of distinct keys
   * @param stored finds the forms that the changes replace
   */
  List<Change> withEntries(List<Change> changes, Evaluation.StoredForms stored) {
    var indexed = false;
    for (var i = 0; i < changes.size() && !indexed; i++) {
      indexed = !tables.indexesOf(TreeKeys.tableOf(changes.get(i).key())).isEmpty();
    }
    return indexed ? extended(changes, stored) : changes;
  }

  private List<Change> extended(List<Change> changes, Evaluation.StoredForms stored) {
    var all = new ArrayList<Change>(2 * changes.size());
    for (var change : changes) {
      all.add(change);
      var encoders = encodersOf(TreeKeys.tableOf(change.key()));
      if (!encoders.isEmpty()) {
        addEntries(change, stored.find(change.key()), encoders, all);
      }
    }
    return all;
  }

  private void addEntries(
      Change change, byte @Nullable [] old, List<EntryEncoder> encoders, List<Change> target) {
    var stored = change.stored();
    for (var encoder : encoders) {
      var before = old == null ? null : encoder.entry(change.key(), old, group);
      var after = stored == null ? null : encoder.entry(change.key(), stored, group);
      if (!Arrays.equals(before, after)) {
        if (before != null) {
          target.add(Change.remove(before));
        }
        if (after != null) {
          target.add(Change.put(after, NOTHING));
        }
      }
    }
  }

  private List<EntryEncoder> encodersOf(int tableId) {
    var indexes = tables.indexesOf(tableId);
    if (indexes.isEmpty()) {
      return List.of();
    }
    var known = prepared.get(tableId);
    if (known == null || known.of() != indexes) {
      known = new Encoders(indexes, indexes.stream().map(EntryEncoder::new).toList());
      prepared.keySet().removeIf(id -> !tables.isLive(id));
      prepared.put(tableId, known);
    }
    return known.all();
  }
}
