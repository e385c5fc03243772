package io.weir.engine.checkpoint;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedPage;
import io.weir.engine.page.extent.PersistedPageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of a checkpoint, in which a test flips a bit.
 *
 * @param isFirst whether it is the first page of the shard, which holds rows of the catalog
 * @param file that holds the page
 * @param offset where it begins
 */
public record StoppedPage(int shard, PersistedPage page, boolean isFirst, Path file, long offset) {

  /** Returns all pages of a stopped store, each shard's in key order. */
  public static List<StoppedPage> of(Path store) throws IOException {
    return of(FolderOnDisk.in(store), store);
  }

  /** Does the same for a store whose other files are not in its folder on the disk. */
  public static List<StoppedPage> of(Folder folder, Path store) throws IOException {
    var manifest = CheckpointManifest.read(folder).orElseThrow();
    var all = new ArrayList<StoppedPage>();
    for (var number = 0; number < manifest.shards().size(); number++) {
      var shard = number;
      var kept = manifest.shards().get(shard);
      var directory = PageStoreOptions.directoryOf(store, shard);
      try (var files =
          PersistedPageFiles.open(directory, PageStoreOptions.PAGE_BYTES, kept.files())) {
        LeafDirectory.read(
            folder.folder("checkpoints"),
            manifest.storeId(),
            shard,
            kept.leaves(),
            leaf -> all.add(new StoppedPage(
                shard,
                leaf.page(),
                leaf.fence().length == 0,
                files.fileOf(leaf.page()),
                files.offsetOf(leaf.page()))));
      }
    }
    return all;
  }

  /** Flips a bit of one of the page's bytes. */
  public void flip(int at, int bit) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      channel.read(one, offset + at);
      one.put(0, (byte) (one.get(0) ^ 1 << bit)).rewind();
      channel.write(one, offset + at);
    }
  }
}
