package io.weir.engine.shard;

import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.ClaimMove;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.EntrySweepMarker;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes the changes of index entries that follow from the changes of entities. Owner: shard
 * loop.
 *
 * <p>It prepares the encoders of a table's indexes once, and again when the catalog has another
 * list of them.
 */
final class IndexUpkeep {

  private static final byte[] NOTHING = new byte[0];

  private static final Encoders NO_INDEXES = new Encoders(List.of(), List.of(), List.of());

  private record Encoders(
      List<TableIndex> of, List<EntryEncoder> entries, List<ClaimEncoder> claims) {

    static Encoders of(List<TableIndex> indexes) {
      return new Encoders(
          indexes,
          indexes.stream()
              .filter(TableIndex::keepsEntries)
              .map(EntryEncoder::new)
              .toList(),
          ClaimEncoder.of(indexes));
    }
  }

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

  /** Returns the claims of unique indexes that the change of an entity moves. */
  List<ClaimMove> moves(Change change, Evaluation.StoredForms stored) {
    var claims = encodersOf(TreeKeys.tableOf(change.key())).claims();
    return claims.isEmpty()
        ? List.of()
        : ClaimEncoder.moves(claims, change.key(), stored.find(change.key()), change.stored());
  }

  /**
   * Whether the stored form of an entity implies a claim. It does not when the index keeps no
   * claims any more.
   */
  boolean implies(int tableId, byte[] key, byte[] form, Claim claim) {
    return encodersOf(tableId).claims().stream()
        .anyMatch(encoder -> encoder.index().id() == claim.indexId()
            && Objects.equals(claim, encoder.claim(key, form)));
  }

  /**
   * Returns the markers that make sweeps of claims due, because entities are removed without their
   * claims, which are in other shards.
   *
   * @param changes changes of entities, and of other keys, which are ignored
   * @param stored finds the forms that the changes replace
   */
  List<Change> sweepsDue(List<Change> changes, Evaluation.StoredForms stored) {
    var markers = new ArrayList<Change>();
    var due = new HashSet<Integer>();
    for (var change : changes) {
      for (var encoder : encodersOf(TreeKeys.tableOf(change.key())).claims()) {
        var id = encoder.index().id();
        if (!due.contains(id)
            && encoder.claim(change.key(), stored.find(change.key())) != null
            && due.add(id)) {
          var marker = ClaimSweepMarker.key(id, group);
          if (!ClaimSweepMarker.isDue(stored.find(marker))) {
            markers.add(Change.put(marker, ClaimSweepMarker.due()));
          }
        }
      }
    }
    return markers;
  }

  /**
   * Returns the markers that make the sweeps of a table's entries and claims due, because ranges of
   * entities are removed without them.
   */
  List<Change> sweepsOfRemoval(int tableId) {
    var markers = new ArrayList<Change>();
    for (var index : tables.indexesOf(tableId)) {
      markers.add(Change.put(EntrySweepMarker.key(index.id(), group), EntrySweepMarker.begin()));
      if (index.keepsClaims()) {
        markers.add(Change.put(ClaimSweepMarker.key(index.id(), group), ClaimSweepMarker.due()));
      }
    }
    return markers;
  }

  private List<Change> extended(List<Change> changes, Evaluation.StoredForms stored) {
    var all = new ArrayList<Change>(2 * changes.size());
    for (var change : changes) {
      all.add(change);
      var encoders = encodersOf(TreeKeys.tableOf(change.key())).entries();
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
      if (old != null && stored != null && encoder.isSame(change.key(), old, stored)) {
        continue;
      }
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

  private Encoders encodersOf(int tableId) {
    var indexes = tables.indexesOf(tableId);
    if (indexes.isEmpty()) {
      return NO_INDEXES;
    }
    var known = prepared.get(tableId);
    if (known == null || known.of() != indexes) {
      known = Encoders.of(indexes);
      prepared.keySet().removeIf(id -> !tables.isLive(id));
      prepared.put(tableId, known);
    }
    return known;
  }
}
