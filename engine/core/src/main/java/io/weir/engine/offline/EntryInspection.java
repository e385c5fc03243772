package io.weir.engine.offline;

import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import java.io.IOException;
import java.util.Arrays;

/** Verifies that the entries of one shard in a backup are entities of that shard, in order. */
final class EntryInspection {

  private final Folder folder;
  private final PartitionGroups groups;
  private final int shard;
  private final Tally tally;
  private final CatalogRows catalog;
  private byte[] last = {};

  EntryInspection(
      Folder folder, PartitionGroups groups, int shard, Tally tally, CatalogRows catalog) {
    this.folder = folder;
    this.groups = groups;
    this.shard = shard;
    this.tally = tally;
    this.catalog = catalog;
  }

  void run(ShardEntries entries) throws IOException {
    entries.read(this::entry, tally::read);
  }

  private void entry(byte[] key, byte[] stored) {
    var damage = StoredForm.damageOf(key, stored);
    if (!damage.isEmpty()) {
      damaged(damage);
    } else if (groups.ofTreeKey(key) != shard || Arrays.compareUnsigned(key, last) <= 0) {
      damaged("notInOrder table:" + TreeKeys.tableOf(key));
    } else {
      tally.entry();
      catalog.put(key, stored);
    }
    last = key;
  }

  private void damaged(String damage) {
    tally.damaged(folder, "", 0, "shard=" + shard + " " + damage);
  }
}
