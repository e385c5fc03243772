package io.weir.engine.offline;

import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.append.NewLog;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreIdentity;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Rewrites a stopped store with another number of partition groups. Owner: the caller's thread,
 * which blocks.
 */
public final class Reshard {

  private static final String LOG = "log";
  private static final long PAUSE_NANOS = 1_000_000;
  private static final Duration NO_SWEEP = Duration.ofDays(365);

  /** The new store holds its contents as log, and as pages that are not full, for a while. */
  private static final int COPIES = 3;

  private final Path folder;
  private final Path target;
  private final PartitionGroups groups;
  private final boolean losesConsumers;
  private final Loops loops;
  private final CopyListener listener;

  private Reshard(Path folder, Path target, Order order, Loops loops, CopyListener listener) {
    this.folder = folder;
    this.target = target;
    this.groups = new PartitionGroups(order.groups());
    this.losesConsumers = order.losesConsumers();
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * What to do.
   *
   * @param groups the new number of partition groups, 1 to 256
   * @param losesConsumers whether named consumers of the change feed may lose their positions;
   *     otherwise a store that has some is refused
   */
  public record Order(int groups, boolean losesConsumers) {}

  /**
   * What was done.
   *
   * @param before the old number of partition groups
   * @param entries entities, rows of the catalog, and entries of messages
   * @param indexEntries entries of indexes
   * @param old where the old store is; the folder itself if the new one is elsewhere
   */
  public record Report(int before, long entries, long indexEntries, Path old) {}

  /**
   * Rewrites the store in a folder. The old store is kept beside it, in
   * {@link FolderReplacement#old}.
   *
   * @param loops on which both stores are opened; they run on
   * @throws ReshardRefused when the store cannot be rewritten; it is as it was
   */
  public static Report inPlace(Path folder, Order order, Loops loops, CopyListener listener)
      throws IOException {
    var replacement = new FolderReplacement(folder);
    var reshard = new Reshard(folder, replacement.next(), order, loops, listener);
    replacement.finish();
    requireStore(folder);
    if (!replacement.isPossible()) {
      throw new ReshardRefused(
          "The folder is the root of a file system, which cannot be renamed; write the new store into another folder. folder="
              + folder);
    }
    if (Files.exists(replacement.old())) {
      throw new ReshardRefused(
          "There is a folder where the old store would be kept; move it away. folder="
              + replacement.old());
    }
    if (Files.exists(replacement.next()) && !replacement.isPrepared()) {
      throw new ReshardRefused(
          "There is a folder where the new store would be written; move it away. folder="
              + replacement.next());
    }
    try (var lock = lock(folder)) { // another attempt holds it
      FolderReplacement.delete(replacement.next(), StoreIdentity.FILE);
      replacement.prepare();
    }
    var report = reshard.run();
    try (var lock = lock(folder)) {
      replacement.run();
    }
    return new Report(report.before(), report.entries(), report.indexEntries(), replacement.old());
  }

  /**
   * Writes the store in a folder anew into another folder, which does not exist. The old store
   * stays where it is.
   *
   * @throws ReshardRefused as {@link #inPlace} does
   */
  public static Report to(Path folder, Path target, Order order, Loops loops, CopyListener listener)
      throws IOException {
    requireStore(folder);
    if (Files.exists(target)) {
      throw new ReshardRefused(
          "The folder of the new store exists; name another one. folder=" + target);
    }
    return new Reshard(folder, target, order, loops, listener).run();
  }

  private static void requireStore(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(StoreIdentity.FILE))) {
      throw new ReshardRefused("The folder holds no store: there is no file " + StoreIdentity.FILE
          + ". folder=" + folder);
    }
  }

  private static FolderLock lock(Path folder) throws IOException {
    try {
      return FolderLock.acquire(folder);
    } catch (FileSystemException e) {
      throw new ReshardRefused(
          "The store is locked: a process has it open, so it was not replaced. " + e.getMessage());
    }
  }

  private Report run() throws IOException {
    try {
      var before = StoreIdentity.read(FolderOnDisk.in(folder)).partitionGroups();
      if (before == groups.count()) {
        throw new ReshardRefused("The store has this number of partition groups. groups=" + before);
      }
      return rewrite(before);
    } catch (IOException | RuntimeException e) {
      deleteTarget(e);
      throw e;
    }
  }

  private Report rewrite(int before) throws IOException {
    try (var old = open(folder)) {
      require(old);
      var written = write(old);
      verify(written.contents());
      return new Report(before, written.contents().entries(), written.indexEntries(), folder);
    }
  }

  /** Opens a store that removes nothing by itself, so that its contents stay what they are. */
  private Store open(Path path) throws IOException {
    return Store.open(StoreOptions.in(path).withExpirySweep(NO_SWEEP), loops);
  }

  private void require(Store old) throws IOException {
    if (old.feedUse().consumers() > 0 && !losesConsumers) {
      throw new ReshardRefused("Named consumers of the change feed would lose their positions."
          + " Give --lose-consumers to allow that, or remove them with 'weir consumers delete'. consumers="
          + old.feedUse().consumers());
    }
    var parent = FolderOnDisk.in(parentOf(target));
    var needed = COPIES * storedBytes(old);
    if (parent.usableBytes() < needed) {
      throw new ReshardRefused(
          "The new store may not find enough room beside the old one. neededBytes=" + needed
              + " usableBytes=" + parent.usableBytes());
    }
  }

  private static Path parentOf(Path path) {
    return path.toAbsolutePath().resolve("..").normalize();
  }

  private static long storedBytes(Store store) {
    var bytes = 0L;
    for (var shard = 0; shard < store.shards().size(); shard++) {
      bytes += store.pages(shard).bytes();
    }
    return bytes;
  }

  private record Written(Contents contents, long indexEntries) {}

  /** Writes the log of the new store, then the file that makes its folder a store. */
  private Written write(Store old) throws IOException {
    var identity = new StoreIdentity(UUID.randomUUID(), groups.count());
    var files = FolderOnDisk.in(target);
    listener.begin("Rewriting", storedBytes(old));
    var written = writeLog(old, files.folder(LOG), identity);
    identity.write(files);
    return written;
  }

  private Written writeLog(Store old, Folder files, StoreIdentity identity) throws IOException {
    var log = NewLog.create(files, LogConfig.forStore(identity.id()), 0, 0);
    try {
      var regrouping = new Regrouping(old.catalog(), groups, log, highestTicks(old));
      var contents = Contents.of(old, regrouping::entry, listener::advance);
      regrouping.finish();
      log.close();
      return new Written(contents, regrouping.indexEntries());
    } catch (IOException | RuntimeException e) {
      log.abandon(e);
      throw e;
    }
  }

  private static long highestTicks(Store old) {
    return new ServingShards(old.log(), old.shards(), () -> LockSupport.parkNanos(PAUSE_NANOS))
        .awaitPublished(old.log().durablePosition())
        .highestTicks();
  }

  /**
   * Opens the new store, compares its contents, and gives it a checkpoint in place of the long log.
   */
  private void verify(Contents written) throws IOException {
    listener.begin("Building", -1);
    try (var store = open(target)) {
      listener.begin("Verifying", storedBytes(store));
      var found = Contents.of(store, (key, stored) -> {}, listener::advance);
      if (!found.equals(written)) {
        throw new IOException("The new store is not what the old one is; nothing was replaced."
            + " written=" + written + " found=" + found);
      }
      listener.begin("Writing the checkpoint", -1);
      store.checkpoint();
    }
  }

  private void deleteTarget(Exception failure) {
    try {
      FolderReplacement.delete(target, StoreIdentity.FILE);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
