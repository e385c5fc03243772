package io.weir.engine.offline;

import io.weir.engine.catalog.Table;
import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TableIndex;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.StoreIdentity;
import io.weir.engine.store.recovery.RecoveryListener;
import io.weir.engine.store.recovery.ShardRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Compares the entries of indexes with the entities. Checkpoint or snapshot, and the log, must be
 * sound.
 *
 * <p>Log records hold the changes of entries, so neither alone has what a comparison needs. The
 * inspection therefore recovers the tables that have indexes, as a start does, into page files of
 * its own: at most as large as those tables with their indexes.
 */
final class IndexInspection {

  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;
  private final List<Table> tables;

  IndexInspection(Folder folder, StoreIdentity identity, Tally tally, List<Table> tables) {
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
    this.tables = tables;
  }

  /**
   * Recovers the tables and compares their indexes.
   *
   * @param base what the log follows
   * @param scratch the folder in which files are made and deleted again
   * @param end the position of the log's end
   * @throws CannotCheck if the scratch folder has no room
   */
  void run(Base base, Path scratch, long end) throws IOException {
    try (var trees = ScratchTrees.in(scratch, identity.partitionGroups())) {
      recover(base, trees, end);
      for (var table : tables) {
        for (var index : table.indexes()) {
          compare(table, index, trees);
        }
      }
    }
  }

  private void recover(Base base, ScratchTrees trees, long end) throws IOException {
    var ids = ids();
    var groups = new PartitionGroups(identity.partitionGroups());
    var shards = IntStream.range(0, identity.partitionGroups())
        .mapToObj(
            group -> new ShardRecovery(trees.of(group), RecoveryListener.NOBODY, ids::contains))
        .toList();
    try {
      load(base, shards);
      var from = base.position();
      if (end > from) {
        apply(shards, groups, from, end);
      }
      shards.forEach(ShardRecovery::finish);
    } catch (IllegalStateException e) {
      throw new CannotCheck("The indexes cannot be compared with the entities: " + e.getMessage()
          + ". Name a folder with more room for temporary files.");
    }
  }

  private Set<Integer> ids() {
    var ids = new HashSet<Integer>();
    for (var table : tables) {
      ids.add(table.id());
      table.indexes().stream().map(TableIndex::id).forEach(ids::add);
    }
    return ids;
  }

  private void load(Base base, List<ShardRecovery> shards) throws IOException {
    for (var group = 0; group < base.shards().size(); group++) {
      var entries = base.shards().get(group);
      tally.begin(folder, base.file(), entries.bytes());
      shards.get(group).load(entries);
      tally.read(entries.bytes());
    }
  }

  private void apply(List<ShardRecovery> shards, PartitionGroups groups, long from, long end)
      throws IOException {
    tally.begin(folder, StoreCheck.LOG, end - from);
    var reached = new long[] {from};
    LogRangeReader.read(
        folder.folder(StoreCheck.LOG), identity.id(), from, end, (position, sequence, payload) -> {
          var record = new byte[payload.remaining()];
          payload.duplicate().get(record);
          LogRecord.forEachGroup(
              record, groups, (group, part) -> shards.get(group).apply(part));
          tally.read(position - reached[0]);
          reached[0] = position;
        });
    tally.read(end - reached[0]);
  }

  private void compare(Table table, TableIndex index, ScratchTrees trees) {
    var groups = new PartitionGroups(identity.partitionGroups());
    var comparison =
        new IndexComparison(table.id(), index, groups, group -> trees.of(group).current());
    for (var group = 0; group < identity.partitionGroups(); group++) {
      comparison.add(group);
    }
    var facts = " account=" + table.account() + " table=" + table.name() + " index="
        + index.definition().name();
    if (index.isReadable() && comparison.missing() > 0) {
      damaged("indexEntriesMissing" + facts + " missing=" + comparison.missing() + " first="
          + comparison.firstMissing());
    }
    if (index.isReadable() && comparison.unclaimed() > 0) {
      damaged("valuesNotClaimed" + facts + " entities=" + comparison.unclaimed() + " first="
          + comparison.firstUnclaimed());
    }
    if (comparison.leftOver() > 0) {
      tally.remark("Entries of an index have no entity; queries ignore them." + facts + " entries="
          + comparison.leftOver());
    }
    tally.indexEntries(comparison.sound());
  }

  private void damaged(String damage) {
    tally.damaged(folder, StoreIdentity.FILE, 0, damage);
  }
}
