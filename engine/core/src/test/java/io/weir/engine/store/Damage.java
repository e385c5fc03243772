package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Kinds of damage to the files that an orderly stop left.
 *
 * @param rebuilds whether the next start cannot use the checkpoint at all
 */
record Damage(String name, boolean rebuilds, Action action) {

  private static final String DIRECTORY = "checkpoints";
  private static final String PAGES = "pages/2/leaf-0.pages";

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
    for (var name : List.of(CheckpointManifest.FILE, DIRECTORY, PAGES)) {
      var isPages = name.equals(PAGES);
      all.add(new Damage(name + " missing", true, folder -> Files.delete(file(folder, name))));
      // the end of a page file is room for pages to come
      all.add(new Damage(name + " cut short", !isPages, folder -> truncate(file(folder, name), 1)));
      all.add(new Damage(
          name + " empty", true, folder -> Files.write(file(folder, name), new byte[0])));
      for (var at : List.of(0.0, 0.02, 0.6)) {
        all.add(new Damage(
            name + " flipped at " + at, !isPages, folder -> flip(file(folder, name), at)));
      }
    }
    all.add(new Damage(
        "page files exchanged",
        false,
        folder -> exchange(folder, "pages/0/leaf-0.pages", "pages/1/leaf-0.pages")));
    all.add(new Damage(
        "of another store",
        true,
        folder -> manifest(folder, "store=.*", "store=" + new UUID(1, 2))));
    all.add(new Damage(
        "of another page format", true, folder -> manifest(folder, "-page1-", "-page0-")));
    all.add(new Damage(
        "of another manifest format", true, folder -> manifest(folder, "format=1", "format=0")));
    all.add(new Damage(
        "directories exchanged", true, folder -> manifest(folder, "leaves.0=", "leaves.1=")));
    all.add(new Damage("base missing", true, folder -> Files.delete(base(folder))));
    return all;
  }

  private static Path file(Path folder, String name) throws IOException {
    return name.equals(DIRECTORY) ? directory(folder) : folder.resolve(name);
  }

  /** Returns the newest leaf directory. */
  static Path directory(Path folder) throws IOException {
    try (var files = Files.list(folder.resolve("checkpoints"))) {
      return files.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  /** Returns the oldest leaf directory, to which the others are increments. */
  private static Path base(Path folder) throws IOException {
    try (var files = Files.list(folder.resolve("checkpoints"))) {
      return files.min(Comparator.naturalOrder()).orElseThrow();
    }
  }

  private static void manifest(Path folder, String from, String to) throws IOException {
    var file = new SmallFile(FolderOnDisk.in(folder), CheckpointManifest.FILE);
    var changed = file.read().replaceFirst(from, to);
    assertThat(changed).isNotEqualTo(file.read());
    file.write(changed);
  }

  private static void truncate(Path file, int bytes) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - bytes);
    }
  }

  private static void flip(Path file, double at) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      flip(channel, (long) (at * channel.size()));
    }
  }

  /** Flips a bit at an offset. */
  static void flip(Path file, long offset) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      flip(channel, offset);
    }
  }

  private static void flip(FileChannel channel, long offset) throws IOException {
    var one = ByteBuffer.allocate(1);
    channel.read(one, offset);
    one.put(0, (byte) (one.get(0) ^ 1)).rewind();
    channel.write(one, offset);
  }

  private static void exchange(Path folder, String one, String other) throws IOException {
    var aside = folder.resolve("aside");
    Files.move(folder.resolve(one), aside);
    Files.move(folder.resolve(other), folder.resolve(one));
    Files.move(aside, folder.resolve(other));
  }
}
