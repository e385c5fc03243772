package io.weir.cli.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A file system of a few hundred MiB that a test mounts, fills and frees. Mounting requires root.
 */
final class LimitedDisk implements AutoCloseable {

  private static final int PIECE_BYTES = 1 << 20;
  private static final int LAST_BYTES = 512;

  private final Path path;

  private LimitedDisk(Path path) {
    this.path = path;
  }

  /**
   * Mounts a file system in memory. Empty, with the reason on the console, when mounting is not
   * permitted.
   */
  static Optional<LimitedDisk> ofMemory(Path folder, int mebibytes) throws Exception {
    var path = Files.createDirectories(folder.resolve("memory"));
    return mounted(
        path,
        List.of("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "weir", path.toString()));
  }

  /**
   * Mounts ext4 in a file. Empty, with the reason on the console, when mounting is not permitted. A
   * block is smaller than a memory page, so a page may lack some of its blocks.
   */
  static Optional<LimitedDisk> ofFile(Path folder, int mebibytes) throws Exception {
    var path = Files.createDirectories(folder.resolve("ext4"));
    var image = folder.resolve("image");
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) mebibytes << 20);
    }
    var reason = run(List.of("mkfs.ext4", "-q", "-F", "-m", "0", "-b", "1024", image.toString()));
    if (reason.isPresent()) {
      System.out.println("skipped: cannot make ext4: " + reason.get());
      return Optional.empty();
    }
    return mounted(path, List.of("mount", "-o", "loop", image.toString(), path.toString()));
  }

  private static Optional<LimitedDisk> mounted(Path path, List<String> command) throws Exception {
    var reason = run(command);
    if (reason.isPresent()) {
      System.out.println("skipped: cannot mount: " + reason.get());
      return Optional.empty();
    }
    return Optional.of(new LimitedDisk(path));
  }

  /** Returns the failure's output; empty on success. */
  private static Optional<String> run(List<String> command) throws InterruptedException {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0
          ? Optional.empty()
          : Optional.of(told.strip());
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  Path path() {
    return path;
  }

  /** Writes until no sector is free, as another program may. */
  void fill() throws IOException {
    try (var channel =
        FileChannel.open(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (var bytes = PIECE_BYTES; bytes >= LAST_BYTES; bytes /= 2) {
        fill(channel, bytes);
      }
    }
  }

  private static void fill(FileChannel channel, int bytes) {
    try {
      while (true) {
        channel.write(ByteBuffer.allocate(bytes));
        channel.force(false);
      }
    } catch (IOException full) {
      // the disk is full for this size; smaller pieces may still fit
    }
  }

  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return path.resolve("filler");
  }

  @Override
  public void close() throws InterruptedException {
    run(List.of("umount", "-l", path.toString())).ifPresent(System.out::println);
  }
}
