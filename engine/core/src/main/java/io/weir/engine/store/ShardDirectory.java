package io.weir.engine.store;

import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.checkpoint.DirectoryWriter;
import io.weir.engine.checkpoint.LeafDirectory;
import io.weir.engine.checkpoint.PersistedLeaf;
import io.weir.engine.disk.Folder;
import io.weir.engine.store.LastCheckpoint.Known;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the leaf directory of one shard in a checkpoint: a base, an increment, or nothing when
 * nothing has changed.
 *
 * <p>Runs on: the thread that writes the checkpoint.
 *
 * <p>When the increments are longer than half of the base, or there are {@value #MOST_PARTS} parts,
 * all parts are joined into a new base. A byte of a directory is therefore written about three
 * times more at most, and a start reads at most half a base besides the base. If a part cannot be
 * read, the base is made from memory, so that a start needs the part no more.
 */
record ShardDirectory(DirectoryWriter to, Folder folder, UUID storeId, int shard) {

  private static final Logger LOG = LoggerFactory.getLogger(ShardDirectory.class);

  /** Keeps the lines of the manifest short. */
  private static final int MOST_PARTS = 64;

  private static final long LEAST_INCREMENTS_BYTES = 4 << 10;

  /** Reads all leaves from memory. */
  @FunctionalInterface
  interface Whole {
    LeafChanges read() throws IOException;
  }

  /** Returns the parts of the directory with the changes. */
  List<DirectoryPart> write(@Nullable Known known, LeafChanges changes, Whole whole)
      throws IOException {
    if (known != null && changes.isEmpty()) {
      return known.pages().leaves();
    }
    var parts = new ArrayList<DirectoryPart>();
    if (known != null) {
      parts.addAll(known.pages().leaves());
    }
    parts.add(part(changes));
    return needsBase(parts) ? List.of(base(parts, whole)) : parts;
  }

  private DirectoryPart part(LeafChanges changes) throws IOException {
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
    return to.end(changes.leaves());
  }

  private static boolean needsBase(List<DirectoryPart> parts) {
    var base = parts.get(0).bytes();
    var increments = parts.stream().mapToLong(DirectoryPart::bytes).sum() - base;
    return parts.size() > MOST_PARTS || increments > Math.max(LEAST_INCREMENTS_BYTES, base / 2);
  }

  private DirectoryPart base(List<DirectoryPart> parts, Whole whole) throws IOException {
    var count = new long[1];
    to.begin(shard);
    try {
      LeafDirectory.read(folder, storeId, shard, parts, leaf -> {
        add(leaf);
        count[0]++;
      });
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    } catch (IOException e) {
      LOG.error(
          "a leaf directory of the last checkpoint cannot be read; this checkpoint has a new one, made from memory; check the disk shard={}",
          shard,
          e);
      return part(whole.read());
    }
    return to.end(count[0]);
  }

  /** Adds a leaf to the new base. A failure is one of the new file, not of those that are read. */
  private void add(PersistedLeaf leaf) {
    try {
      to.leaf(leaf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
