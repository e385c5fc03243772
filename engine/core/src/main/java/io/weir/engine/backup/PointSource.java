package io.weir.engine.backup;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.log.append.LogCopy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A backup and the log after it up to a point. Nothing is verified before it is read, and
 * everything when it is read.
 *
 * <p>Owner: one thread that may block.
 *
 * @param log from the manifest's first position to its last; may be longer than that in the folder
 *     of the backup
 * @param listener receives the bytes that are read
 */
public record PointSource(
    Folder backup, Folder log, BackupManifest manifest, RestorePoint point, CopyListener listener) {

  /** An archive has days of log after a base; no more than this is read beyond the point. */
  private static final int SLICE_BYTES = 4 << 20;

  private static final Set<String> LISTS = Set.of(LeafList.FILE, SnapshotManifest.FILE);

  /**
   * Shows the records from the begin of the log up to the point, each valid during the call.
   *
   * @throws io.weir.engine.log.LogDamaged if the log cannot be read up to the point
   * @throws FileDamaged if its begin is missing
   */
  void readLog(Consumer<ByteBuffer> records) throws IOException {
    var slices = new LogSlices(log, manifest.store().id());
    var upToPoint = new UpToPoint(point.within(manifest), records);
    var end = manifest.points().end();
    try {
      for (var at = manifest.points().from(); at < end && !upToPoint.isOver; ) {
        at = slices.read(at, end, SLICE_BYTES, upToPoint);
      }
    } catch (PositionTruncated e) {
      throw new FileDamaged(log.locate(""), 0, "beginsTooLate");
    }
  }

  /** Passes records on until the first one that is after the point. */
  private final class UpToPoint implements LogVisitor {

    private final LogCopy.Limit limit;
    private final Consumer<ByteBuffer> records;
    private boolean isOver;

    UpToPoint(LogCopy.Limit limit, Consumer<ByteBuffer> records) {
      this.limit = limit;
      this.records = records;
    }

    @Override
    public void record(long position, long sequence, ByteBuffer payload) {
      var bytes = payload.remaining();
      isOver = isOver || !limit.includes(position + LogFrame.bytes(bytes), payload.duplicate());
      if (!isOver) {
        listener.advance(bytes);
        records.accept(payload);
      }
    }
  }

  /** Shows the entries of a backup that has a snapshot in place of pages. */
  void readSnapshot(SnapshotVisitor visitor) throws IOException {
    if (!manifest.hasPages()) {
      var unused = new Snapshots(backup, manifest.store().id()).load((key, stored) -> {
        listener.advance(key.length + (long) stored.length);
        visitor.entry(key, stored);
      });
    }
  }

  /**
   * Compares the files that name others with their checksums: the list of leaves, or the manifest
   * of the snapshot. Without one, nobody would miss the others.
   */
  void requireSoundLists() throws IOException {
    for (var sum : manifest.files()) {
      var damage = LISTS.contains(sum.file()) ? FileSums.damageOf(backup, sum, listener) : "";
      if (!damage.isEmpty()) {
        throw new FileDamaged(backup.locate(sum.file()), 0, damage);
      }
    }
  }

  /**
   * Returns the moment of the point in ticks.
   *
   * @param loggedTicks the highest Timestamp of the records up to the point
   */
  long presentTicks(long loggedTicks) {
    return point instanceof RestorePoint.Time moment
        ? EdmDateTime.of(moment.time()).ticks()
        : Math.max(Math.max(manifest.pageTicks(), manifest.points().earliestTicks()), loggedTicks);
  }
}
