package io.weir.engine.store;

import io.weir.engine.consensus.Applied;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.replication.MarkReader;
import io.weir.engine.replication.Place;
import io.weir.engine.replication.ReplicatedLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How the log of a store is opened: as its own, or as that of a node of several.
 *
 * <p>Owner: the opening thread.
 */
final class NodeStart {

  private static final Place NOWHERE = new Place(Applied.NONE, 0);

  private final @Nullable Membership membership;
  private final AppliedFile file;
  private final @Nullable Place known;
  private final @Nullable MarkReader marks;

  private NodeStart(
      @Nullable Membership membership,
      AppliedFile file,
      @Nullable Place known,
      @Nullable MarkReader marks) {
    this.membership = membership;
    this.file = file;
    this.known = known;
    this.marks = marks;
  }

  /**
   * Prepares the start in a folder.
   *
   * @param membership null for a store of its own
   * @throws StoreUnusable when the folder is of the other kind or of other nodes
   */
  static NodeStart of(@Nullable Membership membership, StoreFolder folder) throws IOException {
    var id = folder.identity().id();
    var file = new AppliedFile(folder.files(), id);
    var known = file.read().orElse(null);
    if (membership == null) {
      if (known != null) {
        throw new StoreUnusable(
            "The folder is that of a node of several; open it as their node. If the others are gone for good, 'weir cluster promote' makes a store of its own of it. folder="
                + folder.path(),
            null);
      }
      return new NodeStart(null, file, null, null);
    }
    if (!id.equals(membership.storeId())) {
      throw new StoreUnusable(
          "The folder holds another store than the other nodes have; name an empty folder. folder="
              + folder.path() + " store=" + id + " nodes=" + membership.storeId(),
          null);
    }
    return new NodeStart(membership, file, known, new MarkReader(known == null ? NOWHERE : known));
  }

  /** Returns who finds the marks of the log; null for a store of its own. */
  @Nullable
  MarkReader marks() {
    return marks;
  }

  /** Returns the highest Timestamp that the log's entries have or close; 0 if there are none. */
  long highestTicks() {
    return marks == null ? 0 : marks.highestTicks();
  }

  /** Returns up to where the log is known to have been durable. */
  long reached(long recorded) {
    return known == null ? recorded : Math.max(recorded, known.endPosition());
  }

  /** Returns the log of the store over its file log, which is open and not started. */
  CommitLog log(FileLog opened, StoreEnvironment environment) throws IOException {
    if (membership == null || marks == null) {
      return opened;
    }
    var place = known == null ? founded(opened) : marks.last();
    return new ReplicatedLog(
        new ReplicatedLog.Parts(opened, place, file, membership.consensus().get()),
        environment.nanoClock(),
        environment.pause());
  }

  /** Makes the folder that of a node. What it holds already comes before the first entry. */
  private Place founded(FileLog opened) throws IOException {
    var place = new Place(Applied.NONE, opened.durablePosition());
    file.write(place);
    return place;
  }
}
