package io.weir.engine.offline;

import io.weir.engine.checkpoint.SnapshotCheck;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.util.Arrays;

/**
 * Verifies the current snapshot: its header, blocks and count, and that its entries are entities in
 * each shard's order.
 */
final class SnapshotInspection implements SnapshotCheck.Listener {

  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;
  private final PartitionGroups groups;
  private final CatalogRows catalog;
  private String file = "";
  private int lastShard = -1;
  private byte[] lastKey = new byte[0];

  SnapshotInspection(Folder folder, StoreIdentity identity, Tally tally, CatalogRows catalog) {
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
    this.groups = new PartitionGroups(identity.partitionGroups());
    this.catalog = catalog;
  }

  void run(SnapshotManifest manifest) throws IOException {
    file = manifest.file();
    if (!folder.exists(file)) {
      damaged(0, "missing");
      return;
    }
    try (var bytes = folder.openToRead(file)) {
      tally.begin(folder, file, bytes.size());
      var header = SnapshotCheck.run(bytes, identity.id(), this);
      if (header.isPresent() && header.get().position() != manifest.position()) {
        damaged(0, "position:" + header.get().position() + " expected:" + manifest.position());
      }
    }
  }

  @Override
  public void entry(long blockOffset, byte[] key, byte[] stored) {
    var damage = StoredForm.damageOf(key, stored);
    if (!damage.isEmpty()) {
      damaged(blockOffset, damage);
      return;
    }
    tally.entry();
    catalog.put(key, stored);
    var shard = groups.ofTreeKey(key);
    if (shard < lastShard || shard == lastShard && Arrays.compareUnsigned(key, lastKey) <= 0) {
      damaged(blockOffset, "notInOrder table:" + TreeKeys.tableOf(key));
    }
    lastShard = shard;
    lastKey = key;
  }

  @Override
  public void read(long bytes) {
    tally.read(bytes);
  }

  @Override
  public void damaged(long offset, String damage) {
    tally.damaged(folder, file, offset, damage);
  }
}
