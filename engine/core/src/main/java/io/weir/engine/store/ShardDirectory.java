package io.weir.engine.store;

import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.checkpoint.DirectoryWriter;
import io.weir.engine.checkpoint.LeafDirectory;
import io.weir.engine.disk.Folder;
import io.weir.engine.store.LastCheckpoint.Known;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the leaf directory of one shard in a checkpoint: a base, an increment, or nothing when
 * nothing has changed.
 *
 * <p>Runs on: the thread that writes the checkpoint.
 *
 * <p>When the increments are longer than half of the base, or there are {@value #MOST_PARTS} parts,
 * all parts are joined into a new base. A byte of a directory is therefore written about three
 * times more at most, and a start reads at most half a base besides the base.
 */
record ShardDirectory(DirectoryWriter to, Folder folder, UUID storeId, int shard) {

  /** Keeps the lines of the manifest short. */
  private static final int MOST_PARTS = 64;

  private static final long LEAST_INCREMENTS_BYTES = 4 << 10;

  /** Returns the parts of the directory with the changes. */
  List<DirectoryPart> write(@Nullable Known known, LeafChanges changes) throws IOException {
    if (known != null && changes.isEmpty()) {
      return known.pages().leaves();
    }
    to.begin(shard);
    for (var id : changes.removed()) {
      to.removed(id);
    }
    for (var moved : changes.moved()) {
      to.moved(moved.fence, moved.begins, moved.id);
    }
    for (var leaf : changes.added()) {
      to.leaf(leaf);
    }
    var part = to.end(changes.leaves());
    var parts = new ArrayList<DirectoryPart>();
    if (known != null) {
      parts.addAll(known.pages().leaves());
    }
    parts.add(part);
    return needsBase(parts) ? List.of(base(parts)) : parts;
  }

  private static boolean needsBase(List<DirectoryPart> parts) {
    var base = parts.get(0).bytes();
    var increments = parts.stream().mapToLong(DirectoryPart::bytes).sum() - base;
    return parts.size() > MOST_PARTS || increments > Math.max(LEAST_INCREMENTS_BYTES, base / 2);
  }

  private DirectoryPart base(List<DirectoryPart> parts) throws IOException {
    var count = new long[1];
    to.begin(shard);
    LeafDirectory.read(folder, storeId, shard, parts, leaf -> {
      to.leaf(leaf);
      count[0]++;
    });
    return to.end(count[0]);
  }
}
