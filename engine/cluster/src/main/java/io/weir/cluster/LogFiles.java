package io.weir.cluster;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.weir.engine.disk.FolderOnDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.RaftServerConfigKeys.Log.CorruptionPolicy;
import org.apache.ratis.server.raftlog.segmented.LogSegment;
import org.apache.ratis.server.raftlog.segmented.LogSegmentPath;
import org.apache.ratis.util.SizeInBytes;

/**
 * The files of Ratis's log: closed ones, which hold entries from one index to another, and one that
 * is open. Runs on: any thread that may block.
 */
final class LogFiles {

  /** A file, by the name that Ratis gives it: the first index and, if it is closed, the last. */
  private record Segment(Path path, long start, OptionalLong end) {

    private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
    private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");

    static Optional<Segment> of(Path path) {
      String name = path.getFileName().toString();
      var closed = CLOSED.matcher(name);
      if (closed.matches()) {
        OptionalLong end = OptionalLong.of(Long.parseLong(closed.group(2)));
        return Optional.of(new Segment(path, Long.parseLong(closed.group(1)), end));
      }
      var open = OPEN.matcher(name);
      return open.matches()
          ? Optional.of(new Segment(path, Long.parseLong(open.group(1)), OptionalLong.empty()))
          : Optional.empty();
    }
  }

  private static final int COPY_BYTES = 1 << 20;

  private final Path folder;

  /** @param folder with the files */
  LogFiles(Path folder) {
    this.folder = folder;
  }

  /** Returns the first index that the files hold; nothing if there are no files. */
  OptionalLong firstIndex() throws IOException {
    return files().stream().mapToLong(Segment::start).min();
  }

  /**
   * Returns the last index that the files hold; nothing if there are no files. Reads the open file,
   * and of the closed ones the names. Fails if the open file is damaged, as Ratis does.
   *
   * @param maxEntryBytes the longest entry with its envelope
   */
  OptionalLong lastIndex(int maxEntryBytes) throws IOException {
    List<Segment> files = files();
    if (files.isEmpty()) {
      return OptionalLong.empty();
    }
    Segment newest = files.get(files.size() - 1);
    return newest.end().isPresent()
        ? newest.end()
        : OptionalLong.of(newest.start() + read(newest, maxEntryBytes, entry -> {}) - 1);
  }

  /**
   * Passes all entries on, in their order, of which a file may end with a damaged one: a crash may
   * have torn it.
   *
   * @param maxEntryBytes the longest entry with its envelope
   */
  void readWhole(int maxEntryBytes, Consumer<LogEntryProto> reader) throws IOException {
    for (Segment file : files()) {
      read(file, maxEntryBytes, CorruptionPolicy.WARN_AND_RETURN, reader);
    }
  }

  /** Reads the entries of a file. Returns how many there are. */
  private static int read(Segment file, int maxEntryBytes, Consumer<LogEntryProto> reader)
      throws IOException {
    return read(file, maxEntryBytes, CorruptionPolicy.EXCEPTION, reader);
  }

  private static int read(
      Segment file, int maxEntryBytes, CorruptionPolicy policy, Consumer<LogEntryProto> reader)
      throws IOException {
    LogSegmentPath segment = LogSegmentPath.matchLogSegment(file.path());
    return segment == null // a new file without a byte, which Ratis deletes
        ? 0
        : LogSegment.readSegmentFile(
            file.path().toFile(),
            segment.getStartEnd(),
            SizeInBytes.valueOf(maxEntryBytes),
            policy,
            null,
            reader);
  }

  /**
   * Makes durable what a reader of the files sees. Call it before Ratis opens them.
   *
   * <p>Ratis takes every entry that it reads at a start for a durable one, and counts it towards a
   * majority. A killed process may have written entries that it did not force. After a failed force
   * the kernel may even show bytes that it will not write again. So the open file is written anew,
   * byte by byte, before all are forced.
   */
  void makeDurable() throws IOException {
    for (Segment file : files()) {
      try (FileChannel channel = FileChannel.open(file.path(), READ, WRITE)) {
        if (file.end().isEmpty()) {
          rewrite(channel);
        }
        channel.force(true);
      }
    }
    FolderOnDisk.in(folder).force();
  }

  private static void rewrite(FileChannel file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(COPY_BYTES);
    for (long at = 0; file.read(bytes.clear(), at) > 0; ) {
      bytes.flip();
      while (bytes.hasRemaining()) {
        at += file.write(bytes, at);
      }
    }
  }

  /**
   * What a reader of the files finds.
   *
   * @param last the index of the last entry; -1 if there is none
   * @param term of the entry that was asked for; -1 if the files do not have it
   */
  record Found(long last, long term) {}

  /**
   * Reads all entries and returns the last index, and the term of one entry. Fails if an entry is
   * damaged or a file between two others is lost.
   *
   * @param index of the entry whose term is wanted
   * @param maxEntryBytes the longest entry with its envelope
   */
  Found read(long index, int maxEntryBytes) throws IOException {
    long[] found = {-1, -1};
    for (Segment file : files()) {
      if (found[0] >= 0 && file.start() != found[0] + 1) {
        throw new IOException(
            "the log lacks entries between two files after=" + found[0] + " file=" + file.path());
      }
      int entries = read(file, maxEntryBytes, entry -> {
        found[0] = entry.getIndex();
        found[1] = entry.getIndex() == index ? entry.getTerm() : found[1];
      });
      if (file.end().isPresent() && file.end().getAsLong() - file.start() + 1 != entries) {
        throw new IOException("a file of the log lacks entries file=" + file.path());
      }
    }
    return new Found(found[0], found[1]);
  }

  /**
   * Returns the highest index up to which whole files may be deleted; -1 if none may.
   *
   * @param upTo the last index that may go
   * @param retainedBytes how many bytes of the files after it must stay
   */
  long cut(long upTo, long retainedBytes) throws IOException {
    List<Segment> files = files();
    long after = 0;
    for (int i = files.size() - 1; i >= 0; i--) {
      long end = files.get(i).end().orElse(Long.MAX_VALUE);
      if (end <= upTo && after >= retainedBytes) {
        return end;
      }
      after += Files.size(files.get(i).path());
    }
    return -1;
  }

  /** Returns the files in the order of their indexes. */
  private List<Segment> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.flatMap(path -> Segment.of(path).stream())
          .sorted(Comparator.comparingLong(Segment::start))
          .toList();
    }
  }
}
