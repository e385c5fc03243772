package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.FolderOnDisk;
import java.nio.file.Path;

/**
 * The options of a {@link ChroniclePageStore}.
 *
 * @param directory holds the store's files and nothing else; created if missing, and emptied of
 *     page files when opened
 * @param pageBytes longest leaf page, bytes (default 8192, range 512 to 32760): a page takes whole
 *     blocks of 4 KiB
 * @param firstExtentPages leaf pages of the first extent (default 512, range 16 to
 *     {@code largestExtentPages}): small, because each shard opens a store
 * @param largestExtentPages largest number of leaf pages of an extent (default 131072, that is 1
 *     GiB)
 * @param reservedDiskBytes the store does not grow if less would stay free on the disk (default 256
 *     MiB)
 * @param space reports and reserves disk space (default: the file system)
 */
public record PageStoreOptions(
    Path directory,
    int pageBytes,
    int firstExtentPages,
    int largestExtentPages,
    long reservedDiskBytes,
    DiskSpace space) {

  /** The default length of the longest leaf page, in bytes. */
  public static final int PAGE_BYTES = 8192;

  public PageStoreOptions {
    if (pageBytes < 512 || pageBytes > 32760) {
      throw new IllegalArgumentException("pageBytes is out of range pageBytes=" + pageBytes);
    }
    if (firstExtentPages < 16 || largestExtentPages < firstExtentPages) {
      throw new IllegalArgumentException(
          "extents are out of range first=" + firstExtentPages + " largest=" + largestExtentPages);
    }
    if (reservedDiskBytes < 0) {
      throw new IllegalArgumentException(
          "reservedDiskBytes is negative reservedDiskBytes=" + reservedDiskBytes);
    }
  }

  public PageStoreOptions(
      Path directory,
      int pageBytes,
      int firstExtentPages,
      int largestExtentPages,
      long reservedDiskBytes) {
    this(
        directory,
        pageBytes,
        firstExtentPages,
        largestExtentPages,
        reservedDiskBytes,
        () -> FolderOnDisk.in(directory).usableBytes());
  }

  /** Returns the directory of a shard's page files in a store. */
  public static Path directoryOf(Path store, int shard) {
    return store.resolve("pages").resolve(Integer.toString(shard));
  }

  /** Returns the defaults for a directory. */
  public static PageStoreOptions in(Path directory) {
    return new PageStoreOptions(directory, PAGE_BYTES, 512, 131_072, 256L << 20);
  }

  /** Returns a copy with another source of disk space. */
  public PageStoreOptions withSpace(DiskSpace other) {
    return new PageStoreOptions(
        directory, pageBytes, firstExtentPages, largestExtentPages, reservedDiskBytes, other);
  }
}
