package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderLock;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.page.extent.PageStoreOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;

/**
 * The folder of an open store, locked against a second opening by this process or another.
 *
 * <p>Owner: the thread that opens and closes the store.
 */
final class StoreFolder implements AutoCloseable {

  /** What a folder may hold and still be taken for empty: left by a founding that was cut short, or by a file system. */
  private static final Set<String> INSIGNIFICANT =
      Set.of("lock", "pages", SmallFile.draftOf(StoreIdentity.FILE), "lost+found");

  /** The file that says that its folder is a backup. */
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

  /** Locks the folder and finds the store in it, or founds one with so many partition groups where there is none. */
  static StoreFolder openDurable(Disk disk, Path path, int partitionGroups) throws IOException {
    return open(disk, path, files -> {
      if (files.exists(StoreIdentity.FILE)) {
        var found = StoreIdentity.read(files);
        files.force(); // whoever founded the store may have been killed before its name was durable
        return found;
      }
      var founded = new StoreIdentity(UUID.randomUUID(), partitionGroups);
      founded.write(files);
      return founded;
    });
  }

  /** Locks a folder that serves as scratch space for a store in memory; one that holds a durable store is refused. */
  static StoreFolder openScratch(Disk disk, Path path, int partitionGroups) throws IOException {
    if (Files.exists(path.resolve(StoreIdentity.FILE))) {
      throw new StoreUnusable(
          "The folder holds a durable store, which memory durability would ignore; name another. folder="
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

  /** The files of the store itself. */
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
      throw new StoreUnusable("The store's folder is a file; name another. path=" + path, null);
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
          "The folder holds a backup; make a store of it with 'weir restore'. file="
              + files.locate(BACKUP),
          null);
    }
    var foreign = names.stream().filter(name -> !INSIGNIFICANT.contains(name)).findFirst();
    if (foreign.isPresent()) {
      throw new StoreUnusable(
          "The folder is not empty and holds no store; name another. file="
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
