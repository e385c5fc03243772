package io.weir.engine.store;

import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Kinds of damage to the files that an orderly stop left. */
record Damage(String name, Action action) {

  /** Damages a store. */
  @FunctionalInterface
  interface Action {
    void to(Path folder) throws IOException;
  }

  void to(Path folder) throws IOException {
    action.to(folder);
  }

  static List<Damage> all() {
    var all = new ArrayList<Damage>();
    for (var file : List.of("CLEAN", "fences/1", "pages/2/leaf-0.pages")) {
      all.add(new Damage(file + " missing", folder -> Files.delete(folder.resolve(file))));
      all.add(new Damage(file + " cut short", folder -> truncate(folder.resolve(file), 1)));
      all.add(
          new Damage(file + " empty", folder -> Files.write(folder.resolve(file), new byte[0])));
      for (var at : List.of(0.0, 0.6)) {
        all.add(new Damage(file + " flipped at " + at, folder -> flip(folder.resolve(file), at)));
      }
    }
    all.add(new Damage("fences exchanged", folder -> exchange(folder, "fences/0", "fences/1")));
    all.add(new Damage(
        "page files exchanged",
        folder -> exchange(folder, "pages/0/leaf-0.pages", "pages/1/leaf-0.pages")));
    all.add(new Damage("of another store", Damage::ofAnotherStore));
    all.add(new Damage("of another page format", Damage::ofAnotherFormat));
    all.add(new Damage("of another marker format", folder -> {
      var marker = new SmallFile(FolderOnDisk.in(folder), CleanMarker.FILE);
      marker.write(marker.read().replace("format=2", "format=0"));
    }));
    return all;
  }

  private static void truncate(Path file, int bytes) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - bytes);
    }
  }

  private static void flip(Path file, double at) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var offset = (long) (at * channel.size());
      var one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      channel.write(one, offset);
    }
  }

  private static void exchange(Path folder, String one, String other) throws IOException {
    var aside = folder.resolve("aside");
    Files.move(folder.resolve(one), aside);
    Files.move(folder.resolve(other), folder.resolve(one));
    Files.move(aside, folder.resolve(other));
  }

  private static void ofAnotherStore(Path folder) throws IOException {
    var files = FolderOnDisk.in(folder);
    var is = CleanMarker.read(files).orElseThrow();
    new CleanMarker(
            UUID.randomUUID(),
            is.pageFormat(),
            is.logPosition(),
            is.highestTicks(),
            is.highestTableId(),
            is.fences())
        .write(files);
  }

  private static void ofAnotherFormat(Path folder) throws IOException {
    var files = FolderOnDisk.in(folder);
    var is = CleanMarker.read(files).orElseThrow();
    new CleanMarker(
            is.storeId(),
            is.pageFormat().replace("page1", "page0"),
            is.logPosition(),
            is.highestTicks(),
            is.highestTableId(),
            is.fences())
        .write(files);
  }
}
