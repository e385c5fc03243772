package io.weir.engine.check;

import io.weir.engine.cleanstop.CleanMarker;
import io.weir.engine.cleanstop.CleanStopVoid;
import io.weir.engine.cleanstop.FencesReader;
import io.weir.engine.cleanstop.FencesVisitor;
import io.weir.engine.cleanstop.FencesWriter;
import io.weir.engine.cleanstop.KeptLeaf;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.KeptExtent;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * Verifies what an orderly stop left: the marker, the fences files, and that the log still ends where the marker says.
 *
 * <p>A start does without a marker or fences that are spoilt, so they are remarks; a log that is shorter than it was stops a start, so
 * it is damage. The pages themselves are not read: only the program that has their files open can.
 */
final class CleanStopInspection implements FencesVisitor {

  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;

  CleanStopInspection(Folder folder, StoreIdentity identity, Tally tally) {
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
  }

  /**
   * Compares with the log.
   *
   * @param logEnd where it was found to end; {@link Long#MAX_VALUE} when it is damaged, and that is told already
   */
  void run(long logEnd) throws IOException {
    try {
      var marker = CleanMarker.read(folder);
      if (marker.isPresent()) {
        run(marker.get(), logEnd);
      }
    } catch (FileDamaged | CleanStopVoid | NoSuchFileException e) {
      tally.remark("What the last stop left cannot be used; the next start rebuilds the store from"
          + " snapshot and log. " + e.getMessage());
    }
  }

  private void run(CleanMarker marker, long logEnd) throws IOException {
    if (logEnd < marker.logPosition()) {
      tally.damaged(
          folder,
          CleanMarker.FILE,
          0,
          "the log ends too early position=" + logEnd + " expected=" + marker.logPosition());
    }
    var fences = FencesWriter.folder(folder);
    for (var shard = 0; shard < marker.fences().size(); shard++) {
      var file = marker.fences().get(shard);
      FencesReader.read(fences, identity.id(), shard, file, this);
      tally.begin(fences, Integer.toString(shard), file.bytes());
      tally.read(file.bytes());
    }
  }

  @Override
  public void leaf(KeptLeaf leaf) {}

  @Override
  public void extent(KeptExtent extent) {}
}
