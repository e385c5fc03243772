package io.weir.engine.backup;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SnapshotHeader;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies a copy before it becomes a backup, and finds the points that it can restore. */
final class Verification implements LogCheck.Listener {

  private final Folder draft;
  private final StoreIdentity identity;
  private final CopyListener listener;
  private long earliest;
  private long earliestTicks;
  private @Nullable LogDamaged damage;

  Verification(Folder draft, StoreIdentity identity, CopyListener listener) {
    this.draft = draft;
    this.identity = identity;
    this.listener = listener;
  }

  /** Verifies new chunks, list of leaves, and log. The log must end at {@code end}. */
  RestorablePoints run(CheckpointManifest checkpoint, List<FileSum> copied, long end)
      throws IOException {
    listener.begin("Verifying", -1);
    for (var sum : copied) {
      var wrong = FileSums.damageOf(draft, sum, listener);
      if (!wrong.isEmpty()) {
        throw new FileDamaged(draft.locate(sum.file()), 0, wrong);
      }
    }
    return points(
        checkpoint.logPosition(), checkpoint.seenPosition(), checkpoint.highestTicks(), end);
  }

  /** Verifies snapshot and log. The log must end at {@code end}. */
  RestorablePoints run(Optional<SnapshotManifest> snapshot, long end) throws IOException {
    listener.begin("Verifying", -1);
    var header = new Snapshots(draft, identity.id())
        .load((key, stored) -> listener.advance(key.length + (long) stored.length));
    var from = header.map(SnapshotHeader::position).orElse(0L);
    return points(
        from,
        snapshot.map(SnapshotManifest::seenPosition).orElse(0L),
        header.map(SnapshotHeader::lastTicks).orElse(0L),
        end);
  }

  private RestorablePoints points(long from, long seen, long ticks, long end) throws IOException {
    earliest = seen;
    earliestTicks = ticks;
    var log = draft.folder(Backup.LOG);
    var found = LogCheck.run(log, identity.id(), from, from, this);
    if (damage != null) {
      throw damage;
    }
    if (found != end) {
      throw new IOException("The log was copied to position " + end + " and reads to " + found
          + "; try again. folder=" + log.locate(""));
    }
    return new RestorablePoints(from, Math.max(from, earliest), earliestTicks, end);
  }

  @Override
  public void segment(String file, long bytes) {
    listener.advance(bytes);
  }

  @Override
  public void record(String file, long offset, long endPosition, ByteBuffer payload) {
    if (endPosition <= earliest) {
      earliestTicks = Math.max(earliestTicks, LogRecord.ticks(payload));
    }
  }

  @Override
  public void damaged(LogDamaged found) {
    if (damage == null) {
      damage = found;
    }
  }

  /** A torn log ends too early, which {@link #run} detects. */
  @Override
  public void torn(String file, long offset, long bytes) {}
}
