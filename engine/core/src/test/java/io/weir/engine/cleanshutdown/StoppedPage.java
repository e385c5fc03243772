package io.weir.engine.cleanshutdown;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.page.extent.PersistedPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * A page of a clean shutdown, in which a test flips a bit without a trace.
 *
 * @param file that holds the page
 */
public record StoppedPage(int shard, PersistedPage page, Path file) {

  private static final int EXTENT_SHIFT = 44;

  /** Returns all pages of a stopped store, each shard's in key order. */
  public static List<StoppedPage> of(Path store) throws IOException {
    var folder = FolderOnDisk.in(store);
    var marker = CleanMarker.read(folder).orElseThrow();
    var all = new ArrayList<StoppedPage>();
    for (var shard = 0; shard < marker.fences().size(); shard++) {
      var leaves = new ArrayList<PersistedPage>();
      var files = new HashMap<Long, String>();
      FencesReader.read(
          FencesWriter.folder(folder),
          marker.storeId(),
          shard,
          marker.fences().get(shard),
          new FencesVisitor() {
            @Override
            public void leaf(PersistedLeaf leaf) {
              leaves.add(leaf.page());
            }

            @Override
            public void extent(PersistedExtent extent) {
              files.put((long) extent.number(), extent.fileName());
            }
          });
      var directory = PageStoreOptions.directoryOf(store, shard);
      for (var page : leaves) {
        all.add(
            new StoppedPage(shard, page, directory.resolve(files.get(page.id() >>> EXTENT_SHIFT))));
      }
    }
    return all;
  }

  /** Flips a bit of one of the page's bytes; the file's length and times stay. */
  public void flip(int at, int bit) throws IOException {
    var modified = Files.getLastModifiedTime(file);
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      channel.read(one, page.fileOffset() + at);
      one.put(0, (byte) (one.get(0) ^ 1 << bit)).rewind();
      channel.write(one, page.fileOffset() + at);
    }
    Files.setLastModifiedTime(file, modified);
  }
}
