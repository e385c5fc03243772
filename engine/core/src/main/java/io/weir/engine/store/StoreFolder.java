package io.weir.engine.store;

import io.weir.engine.log.StoreLock;
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
      Set.of("lock", "pages", StoreIdentity.FILE + ".new", "lost+found");

  private final Path path;
  private final StoreLock lock;
  private final StoreIdentity identity;

  private StoreFolder(Path path, StoreLock lock, StoreIdentity identity) {
    this.path = path;
    this.lock = lock;
    this.identity = identity;
  }

  /** Locks the folder and finds the store in it, or founds one with so many partition groups where there is none. */
  static StoreFolder openDurable(Path path, int partitionGroups) throws IOException {
    return open(path, () -> {
      if (Files.exists(path.resolve(StoreIdentity.FILE))) {
        return StoreIdentity.read(path);
      }
      var founded = new StoreIdentity(UUID.randomUUID(), partitionGroups);
      founded.write(path);
      return founded;
    });
  }

  /** Locks a folder that serves as scratch space for a store in memory; one that holds a durable store is refused. */
  static StoreFolder openScratch(Path path, int partitionGroups) throws IOException {
    if (Files.exists(path.resolve(StoreIdentity.FILE))) {
      throw new StoreUnusable(
          "The folder holds a durable store, which memory durability would ignore; name another. folder="
              + path,
          null);
    }
    return open(path, () -> new StoreIdentity(UUID.randomUUID(), partitionGroups));
  }

  StoreIdentity identity() {
    return identity;
  }

  Path path() {
    return path;
  }

  Path log() {
    return path.resolve("log");
  }

  Path pagesOfShard(int shard) {
    return path.resolve("pages").resolve(Integer.toString(shard));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  @FunctionalInterface
  private interface IdentitySource {
    StoreIdentity get() throws IOException;
  }

  private static StoreFolder open(Path path, IdentitySource identity) throws IOException {
    refuseForeign(path);
    var lock = lock(path);
    try {
      return new StoreFolder(path, lock, identity.get());
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void refuseForeign(Path path) throws IOException {
    if (Files.notExists(path) || Files.exists(path.resolve(StoreIdentity.FILE))) {
      return;
    }
    if (!Files.isDirectory(path)) {
      throw new StoreUnusable("The store's folder is a file; name another. path=" + path, null);
    }
    try (var files = Files.list(path)) {
      var foreign = files
          .map(file -> file.getFileName().toString())
          .filter(name -> !INSIGNIFICANT.contains(name))
          .findFirst();
      if (foreign.isPresent()) {
        throw new StoreUnusable(
            "The folder is not empty and holds no store; name another. folder=" + path + " holds="
                + foreign.get(),
            null);
      }
    }
  }

  private static StoreLock lock(Path path) throws IOException {
    try {
      return StoreLock.acquire(path);
    } catch (FileSystemException e) {
      throw new StoreUnusable("The store cannot be locked: " + e.getMessage(), e);
    }
  }
}
