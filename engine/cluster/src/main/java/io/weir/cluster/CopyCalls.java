package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.Wire.Frame;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Answers a node that fetches a copy of the store: the list of its files, and ranges of them. Only
 * the node that leads does so. Each node tells the members, so that the caller finds the leader,
 * and whether a node votes.
 *
 * <pre>
 * code  question                          answer
 * 16    nothing                           a line: empty while the copy is being made, else its name; then a line for each file, LENGTH NAME
 * 17    copy, file, offset 8, length 4    the bytes
 * 18    nothing                           the members, from which entry on: {@code Members}
 * 19    nothing                           the nodes' folders, a line ID=UUID for each: {@code KnownFolders}
 * 20    the id of a node                  {@code listener} if it is one, or is being added as one; else {@code voter}
 * 21    nothing                           the time up to which its store has published everything, in ticks, 8 bytes
 * </pre>
 *
 * <p>A range is sent no faster than the rate that is given, so that a transfer leaves the disk and
 * the network to the others. Runs on: the threads of the door.
 */
final class CopyCalls {

  static final int LIST = 16;
  static final int READ = 17;
  static final int MEMBERS = 18;
  static final int FOLDERS = 19;
  static final int ROLE = 20;
  static final int APPLIED = 21;

  static final String LISTENER = "listener";
  private static final String VOTER = "voter";

  /** The most bytes of a range. */
  static final int MAX_RANGE = 1 << 20;

  private static final long NANOS = 1_000_000_000L;

  private final CopySource source;
  private final BooleanSupplier leads;
  private final Supplier<String> members;
  private final Supplier<String> folders;
  private final Predicate<String> listens;
  private final LongSupplier appliedTicks;
  private final long bytesPerSecond;

  CopyCalls(
      CopySource source,
      BooleanSupplier leads,
      Supplier<String> members,
      Supplier<String> folders,
      Predicate<String> listens,
      LongSupplier appliedTicks,
      long bytesPerSecond) {
    this.source = source;
    this.leads = leads;
    this.members = members;
    this.folders = folders;
    this.listens = listens;
    this.appliedTicks = appliedTicks;
    this.bytesPerSecond = bytesPerSecond;
  }

  static boolean isOne(int code) {
    return code >= LIST && code <= APPLIED;
  }

  byte[] answer(Frame request) throws IOException {
    if (request.code() == MEMBERS) {
      return members.get().getBytes(UTF_8);
    }
    if (request.code() == ROLE) {
      String role = listens.test(request.body().toString(UTF_8)) ? LISTENER : VOTER;
      return role.getBytes(UTF_8);
    }
    if (request.code() == APPLIED) {
      return ByteBuffer.allocate(Long.BYTES).putLong(appliedTicks.getAsLong()).array();
    }
    if (!leads.getAsBoolean()) {
      throw new IOException("this node does not lead");
    }
    if (request.code() == FOLDERS) {
      return folders.get().getBytes(UTF_8);
    }
    var copy = source.copy();
    if (request.code() == LIST) {
      return (copy.isEmpty() ? "\n" : list(copy.get())).getBytes(UTF_8);
    }
    try (var in = new DataInputStream(request.body().newInput())) {
      Range range = new Range(in.readUTF(), in.readUTF(), in.readLong(), in.readInt());
      return range.of(copy.orElseThrow(() -> new IOException("the copy is gone")));
    }
  }

  private static String list(Path copy) throws IOException {
    StringBuilder text = new StringBuilder(copy.getFileName() + "\n");
    for (Path file : files(copy)) {
      text.append(Files.size(file)).append(' ').append(name(copy, file)).append('\n');
    }
    return text.toString();
  }

  private static List<Path> files(Path copy) throws IOException {
    try (var files = Files.walk(copy)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String name(Path copy, Path file) {
    return copy.relativize(file).toString().replace('\\', '/');
  }

  /** Makes the question for a range. */
  static byte[] question(String copy, String file, long offset, int length) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeUTF(copy);
      out.writeUTF(file);
      out.writeLong(offset);
      out.writeInt(length);
    }
    return bytes.toByteArray();
  }

  /** Some bytes of a file. */
  private final class Range {

    private final String copy;
    private final String file;
    private final long offset;
    private final int length;

    Range(String copy, String file, long offset, int length) {
      this.copy = copy;
      this.file = file;
      this.offset = offset;
      this.length = length;
    }

    byte[] of(Path folder) throws IOException {
      if (!copy.equals(String.valueOf(folder.getFileName()))) {
        throw new IOException("the copy is gone");
      }
      // only what the list names: no other file of this machine
      Path found = files(folder).stream()
          .filter(each -> name(folder, each).equals(file))
          .findFirst()
          .orElseThrow(() -> new IOException("the copy has no such file"));
      if (length < 0 || length > MAX_RANGE || offset < 0) {
        throw new IOException("a range has at most " + MAX_RANGE + " bytes");
      }
      long began = System.nanoTime();
      byte[] bytes = read(found);
      pause(began, bytes.length);
      return bytes;
    }

    private byte[] read(Path found) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(length);
      try (FileChannel channel = FileChannel.open(found, StandardOpenOption.READ)) {
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
          read = channel.read(buffer, offset + buffer.position());
        }
      }
      byte[] bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return bytes;
    }
  }

  /** Waits until so many bytes may have been sent since a moment. */
  private void pause(long began, int bytes) {
    long until = began + bytes * NANOS / bytesPerSecond;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  /** A list as it was answered. */
  record Listing(String copy, List<FileLength> files) {

    static Listing parse(String text) throws IOException {
      List<String> lines = text.lines().toList();
      List<FileLength> files = new ArrayList<>();
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        int blank = line.indexOf(' ');
        if (blank < 0) {
          throw new IOException("a line of the list is damaged");
        }
        files.add(
            new FileLength(line.substring(blank + 1), Long.parseLong(line.substring(0, blank))));
      }
      return new Listing(lines.isEmpty() ? "" : lines.get(0), files);
    }

    boolean isComplete() {
      return !copy.isEmpty();
    }
  }

  /** A file of a copy. */
  record FileLength(String name, long bytes) {}
}
