package io.weir.engine.offline;

import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.append.NewLog;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the entries of a store into a log, as changes of other groups. Belongs to one thread,
 * which blocks.
 */
final class Regrouping {

  private static final byte[] NOTHING = {};
  private static final int RECORD_BYTES = 64 << 10;

  private final LiveTables tables;
  private final PartitionGroups groups;
  private final NewLog log;
  private final long ticks;
  private final List<Pending> pending;
  private final Map<Integer, Encoders> encoders = new HashMap<>();
  private long indexEntries;

  /** The changes of one group that are not written. */
  private static final class Pending {
    private final List<Change> changes = new ArrayList<>();
    private int bytes;
  }

  private record Encoders(List<EntryEncoder> entries, List<ClaimEncoder> claims) {

    static Encoders of(List<TableIndex> indexes) {
      return new Encoders(
          indexes.stream()
              .filter(TableIndex::keepsEntries)
              .map(EntryEncoder::new)
              .toList(),
          ClaimEncoder.of(indexes));
    }
  }

  /**
   * Prepares the rewriting.
   *
   * @param tables the tables of the store with their indexes
   * @param ticks the Timestamp of all records, above which new Timestamps are
   */
  Regrouping(LiveTables tables, PartitionGroups groups, NewLog log, long ticks) {
    this.tables = tables;
    this.groups = groups;
    this.log = log;
    this.ticks = ticks;
    this.pending = Stream.generate(Pending::new).limit(groups.count()).toList();
  }

  /** Writes an entry of a table, and the entries of its indexes that follow from it. */
  void entry(byte[] key, byte[] stored) throws IOException {
    var table = TreeKeys.tableOf(key);
    var group = groups.ofTreeKey(key);
    add(group, Change.put(key, stored));
    var of = encoders.computeIfAbsent(table, id -> Encoders.of(tables.indexesOf(id)));
    for (var encoder : of.entries()) {
      var entry = encoder.entry(key, stored, group);
      if (entry != null) {
        indexEntries++;
        add(group, Change.put(entry, NOTHING));
      }
    }
    for (var encoder : of.claims()) {
      var claim = encoder.claim(key, stored);
      if (claim != null) {
        var claimKey = claim.key(groups);
        add(groups.ofTreeKey(claimKey), Change.put(claimKey, TreeKeys.entityKey(key)));
      }
    }
  }

  private void add(int group, Change change) throws IOException {
    var of = pending.get(group);
    of.changes.add(change);
    var form = change.logged();
    of.bytes += change.key().length + (form == null ? 0 : form.length);
    if (of.bytes >= RECORD_BYTES) {
      write(of);
    }
  }

  private void write(Pending of) throws IOException {
    log.append(LogRecord.of(ticks, of.changes));
    of.changes.clear();
    of.bytes = 0;
  }

  /** Writes what is left. */
  void finish() throws IOException {
    for (var each : pending) {
      if (!each.changes.isEmpty()) {
        write(each);
      }
    }
  }

  /** Returns the number of entries of indexes that were written. */
  long indexEntries() {
    return indexEntries;
  }
}
