package io.weir.engine.offline;

import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Verifies the log: its segments, frames, sequence and end, and that each record changes entities
 * of one partition group.
 */
final class LogInspection implements LogCheck.Listener, LogRecord.Visitor {

  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;
  private final PartitionGroups groups;
  private final CatalogRows catalog;
  private String damage = "";
  /** Whether the record belongs to a joint command, which may change several groups. */
  private boolean joint;

  private int group = -1;

  LogInspection(Folder folder, StoreIdentity identity, Tally tally, CatalogRows catalog) {
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
    this.groups = new PartitionGroups(identity.partitionGroups());
    this.catalog = catalog;
  }

  /**
   * Reads from a position, or from the first segment if the position is unknown. Returns the
   * position at the end.
   *
   * @param reached a position that the log had reached
   */
  long run(long from, long reached) throws IOException {
    return LogCheck.run(folder, identity.id(), from, reached, this);
  }

  @Override
  public void segment(String file, long bytes) {
    tally.begin(folder, file, bytes);
    tally.read(bytes);
  }

  @Override
  public void record(String file, long offset, long endPosition, ByteBuffer payload) {
    damage = "";
    group = -1;
    joint = LogRecord.isJoint(payload);
    try {
      LogRecord.decode(payload, this);
    } catch (IllegalStateException e) {
      damage = "noRecord:" + e.getMessage();
    }
    if (damage.isEmpty()) {
      tally.record();
    } else {
      tally.damaged(folder, file, offset, damage);
    }
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    note(StoredForm.damageOf(key, stored));
    catalog.put(key, stored);
    noteGroup(key);
  }

  @Override
  public void remove(byte[] key) {
    catalog.remove(key);
    noteGroup(key);
  }

  private void noteGroup(byte[] key) {
    var own = groups.ofTreeKey(key);
    if (group >= 0 && own != group && !joint) {
      note("severalGroups");
    }
    group = own;
  }

  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {
    if (partitionGroup < 0 || partitionGroup >= identity.partitionGroups()) {
      note("noSuchGroup");
    } else if (from.length < TreeKeys.TABLE_BYTES || to.length < TreeKeys.TABLE_BYTES) {
      note("noKey");
    }
  }

  @Override
  public void damaged(LogDamaged damaged) {
    tally.damaged(folder, damaged.file(), damaged.offset(), String.valueOf(damaged.getMessage()));
  }

  @Override
  public void torn(String file, long offset, long bytes) {
    tally.remark("A crash tore the end of the log; the next start cuts it. file="
        + folder.locate(file) + " offset=" + offset + " bytes=" + bytes);
  }

  private void note(String found) {
    if (damage.isEmpty()) {
      damage = found;
    }
  }
}
