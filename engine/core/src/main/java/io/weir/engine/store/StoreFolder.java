package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.page.extent.PageStoreOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of an open store, locked against a second opening by this process or another.
 *
 * <p>Owner: the thread that opens and closes the store.
 */
final class StoreFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFolder.class);

  /**
   * Names that an empty folder may contain: left by an interrupted creation of a store, or by the
   * file system.
   */
  private static final Set<String> INSIGNIFICANT =
      Set.of("lock", "pages", SmallFile.draftOf(StoreIdentity.FILE), "lost+found");

  /** The file that marks its folder as a backup. */
  private static final String BACKUP = "BACKUP";

  private final Path path;
  private final Folder files;
  private final FolderLock lock;
  private final StoreIdentity identity;

  private StoreFolder(Path path, Folder files, FolderLock lock, StoreIdentity identity) {
    this.path = path;
    this.files = files;
    this.lock = lock;
    this.identity = identity;
  }

  /**
   * Locks the folder and opens the store in it. If there is none, creates one with
   * {@code partitionGroups} groups. Finishes the replacement of the folder first that a crash has
   * interrupted.
   */
  static StoreFolder openDurable(Disk disk, Path path, int partitionGroups) throws IOException {
    return openDurable(disk, path, partitionGroups, UUID::randomUUID);
  }

  /**
   * Opens as {@link #openDurable(Disk, Path, int)} does.
   *
   * @param founding makes the id of a new store
   */
  static StoreFolder openDurable(Disk disk, Path path, int partitionGroups, Supplier<UUID> founding)
      throws IOException {
    new FolderReplacement(path).finish();
    return open(disk, path, files -> {
      if (files.exists(StoreIdentity.FILE)) {
        var found = StoreIdentity.read(files);
        if (StoreIdentity.isWithoutCheckpoints(files)) {
          upgrade(files, found);
        }
        files.force(); // the process that created the store may have ended before its name was
        // durable
        return found;
      }
      var founded = new StoreIdentity(founding.get(), partitionGroups);
      founded.write(files);
      return founded;
    });
  }

  /**
   * Marks a store of an earlier version, so that that version refuses it by name from now on: it
   * would delete the page files that a checkpoint names. Its own files of an orderly stop are not
   * used. Snapshot and log are, and the store is rebuilt from them once.
   */
  private static void upgrade(Folder files, StoreIdentity found) throws IOException {
    files.delete("CLEAN");
    if (files.exists("fences")) {
      var fences = files.folder("fences");
      for (var name : fences.list()) {
        fences.delete(name);
      }
    }
    found.write(files);
    LOG.info("upgraded a store of an earlier version folder={}", files.locate(""));
  }

  /**
   * Locks a folder as scratch space for a store in memory. Refuses a folder that holds a durable
   * store.
   */
  static StoreFolder openScratch(Disk disk, Path path, int partitionGroups) throws IOException {
    if (Files.exists(path.resolve(StoreIdentity.FILE))) {
      throw new StoreUnusable(
          "The folder holds a durable store, which memory durability would ignore; name another folder. folder="
              + path,
          null);
    }
    return open(disk, path, files -> new StoreIdentity(UUID.randomUUID(), partitionGroups));
  }

  StoreIdentity identity() {
    return identity;
  }

  Path path() {
    return path;
  }

  /** Returns the folder of the store's own files. */
  Folder files() {
    return files;
  }

  Folder log() throws IOException {
    return files.folder("log");
  }

  Path pagesOfShard(int shard) {
    return PageStoreOptions.directoryOf(path, shard);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  @FunctionalInterface
  private interface IdentitySource {
    StoreIdentity of(Folder files) throws IOException;
  }

  private static StoreFolder open(Disk disk, Path path, IdentitySource identity)
      throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new StoreUnusable("The path of the store is a file; name a folder. path=" + path, null);
    }
    var files = disk.folder(path);
    refuseForeign(files);
    var lock = lock(path);
    try {
      return new StoreFolder(path, files, lock, identity.of(files));
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void refuseForeign(Folder files) throws IOException {
    var names = files.list();
    if (names.contains(StoreIdentity.FILE)) {
      return;
    }
    if (names.contains(BACKUP)) {
      throw new StoreUnusable(
          "The folder holds a backup; restore it into another folder with 'weir restore'. file="
              + files.locate(BACKUP),
          null);
    }
    var foreign = names.stream().filter(name -> !INSIGNIFICANT.contains(name)).findFirst();
    if (foreign.isPresent()) {
      throw new StoreUnusable(
          "The folder is not empty and holds no store; name another folder. file="
              + files.locate(foreign.get()),
          null);
    }
  }

  private static FolderLock lock(Path path) throws IOException {
    try {
      return FolderLock.acquire(path);
    } catch (FileSystemException e) {
      throw new StoreUnusable("The store cannot be locked: " + e.getMessage(), e);
    }
  }
}
