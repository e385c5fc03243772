package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of one store: their names, creation and deletion.
 *
 * <p>The name of a segment is its base position in 16 hexadecimal digits, so names sort as
 * positions do. A file that is not yet a segment has another name, and is garbage when the log is
 * opened.
 *
 * <p>Runs on: any thread that may block; the only state is the configuration and the files kept for
 * reuse.
 */
public final class LogFolder {
  private static final Pattern SEGMENT_NAME = Pattern.compile("[0-7][0-9a-f]{15}\\.log");
  private static final String UNFINISHED_NAME = "next.tmp";
  private static final int HEX = 16;

  private final Folder files;
  private final UUID storeId;
  private final int segmentBytes;
  private final boolean marksEnd;
  private final LongSupplier keptFreeBytes;
  private final DiskSpace space;
  private final LongSupplier salts;
  private final RecycledSegments recycled;

  /** Makes the folder of a log that is only read. */
  public LogFolder(Folder files, LogConfig config) {
    this(files, config, () -> 0, files, () -> {
      throw new UnsupportedOperationException("the log is only read");
    });
  }

  /** Makes the folder of a log. */
  public LogFolder(LogEnvironment environment, LogConfig config) {
    this(
        environment.files(),
        config,
        environment.keptFreeBytes(),
        environment.space(),
        environment.salts());
  }

  private LogFolder(
      Folder files,
      LogConfig config,
      LongSupplier keptFreeBytes,
      DiskSpace space,
      LongSupplier salts) {
    this.files = files;
    this.storeId = config.storeId();
    this.segmentBytes = config.segmentBytes();
    this.marksEnd = config.marksEnd();
    this.keptFreeBytes = keptFreeBytes;
    this.space = space;
    this.salts = salts;
    this.recycled = new RecycledSegments(files);
  }

  public static String name(long basePosition) {
    return HexFormat.of().toHexDigits(basePosition) + ".log";
  }

  public static long basePosition(String name) {
    return Long.parseLong(name, 0, HEX, HEX);
  }

  /** Returns the names of all segments, ordered by position. */
  public List<String> segments() throws IOException {
    return segmentsIn(files);
  }

  static List<String> segmentsIn(Folder files) throws IOException {
    return files.list().stream()
        .filter(name -> SEGMENT_NAME.matcher(name).matches())
        .sorted()
        .toList();
  }

  /**
   * Returns the index of the segment that holds a position, or 0 if none does. There must be at
   * least one segment.
   */
  static int holderOf(List<String> names, long position) {
    int holder = names.size() - 1;
    while (holder > 0 && basePosition(names.get(holder)) > position) {
      holder--;
    }
    return holder;
  }

  /**
   * Returns the length of the longest segment in bytes, or the configured length if there is no
   * segment. No record of this log is longer.
   */
  public int longestSegment() throws IOException {
    int longest = 0;
    for (String name : segments()) {
      try (Segment segment = open(name)) {
        longest = Math.max(longest, segment.bytes());
      }
    }
    return longest == 0 ? segmentBytes : longest;
  }

  /**
   * Opens a segment. Checks that its header is sound, belongs to this store, and fits the file's
   * name and length.
   */
  Segment open(String name) throws IOException {
    DiskFile file = files.open(name);
    try {
      return new Segment(name, readHeader(name, file), file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private SegmentHeader readHeader(String name, DiskFile file) throws IOException {
    if (file.size() < SegmentHeader.BYTES) {
      throw new LogDamaged(LogDamaged.Kind.WRONG_SIZE, name, file.size(), "");
    }
    ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BYTES);
    file.readFully(bytes, 0);
    SegmentHeader header = SegmentHeader.decode(bytes, name);
    if (!header.storeId().equals(storeId)) {
      throw new LogDamaged(
          LogDamaged.Kind.OTHER_STORE,
          name,
          0,
          "store=" + header.storeId() + " expected=" + storeId);
    }
    if (header.basePosition() != basePosition(name)) {
      throw new LogDamaged(
          LogDamaged.Kind.BAD_HEADER, name, 0, "basePosition=" + header.basePosition());
    }
    if (header.segmentBytes() != file.size()) {
      throw new LogDamaged(
          LogDamaged.Kind.WRONG_SIZE,
          name,
          Math.min(file.size(), header.segmentBytes()),
          "expected=" + header.segmentBytes());
    }
    return header;
  }

  /**
   * Creates an empty file that becomes a segment later.
   *
   * @throws IOException if the segment would take room that is kept free. When others have taken
   *     that room already, the file is created: the log cannot give the room back.
   */
  public DiskFile createUnfinished() throws IOException {
    long kept = keptFreeBytes.getAsLong();
    long usable = files.usableBytes();
    while (usable - segmentBytes < kept && space.giveUp()) {
      usable = files.usableBytes();
    }
    if (kept > 0 && usable >= kept && usable - segmentBytes < kept) {
      throw new IOException(
          "the disk is nearly full usableBytes=" + usable + " keptFreeBytes=" + kept);
    }
    return files.create(UNFINISHED_NAME);
  }

  /**
   * Opens a file that was a segment and becomes another one later. Returns null if none is kept.
   */
  public @Nullable DiskFile reuse() throws IOException {
    return recycled.takeAs(UNFINISHED_NAME);
  }

  /**
   * Notes that a segment is full and forced, and that nothing failed in it. Its file may be used
   * again once it is retired.
   */
  public void noteSound(Segment segment) {
    if (segment.bytes() == segmentBytes) {
      recycled.noteSound(segment.name());
    }
  }

  /** Deletes a file that is kept for reuse. Returns false if there is none. */
  public boolean giveUpRecycled() throws IOException {
    return recycled.giveUp();
  }

  /** Whether a clean close leaves a mark. */
  public boolean marksEnd() {
    return marksEnd;
  }

  public int segmentBytes() {
    return segmentBytes;
  }

  /**
   * Takes ownership of the unfinished file, which is allocated and forced, and turns it into the
   * segment that begins at the given position. The segment is durable when this method returns.
   */
  public Segment finish(DiskFile file, long basePosition, long baseSequence) throws IOException {
    return finish(file, basePosition, baseSequence, files::rename);
  }

  /**
   * Turns the unfinished file into a segment as {@link #finish} does, and replaces a segment that
   * begins at the same position, if there is one. The content of the replaced segment is void.
   */
  public Segment finishReplacing(DiskFile file, long basePosition, long baseSequence)
      throws IOException {
    return finish(file, basePosition, baseSequence, files::replace);
  }

  private Segment finish(DiskFile file, long basePosition, long baseSequence, Naming naming)
      throws IOException {
    SegmentHeader header =
        new SegmentHeader(storeId, segmentBytes, basePosition, baseSequence, newSalt());
    String name = name(basePosition);
    try {
      file.writeFully(header.encode(), 0);
      file.force();
      naming.name(UNFINISHED_NAME, name);
      files.force();
      return new Segment(name, header, file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private long newSalt() {
    long salt = salts.getAsLong();
    return salt == SegmentHeader.NO_SALT ? newSalt() : salt;
  }

  public void deleteUnfinished() throws IOException {
    files.delete(UNFINISHED_NAME);
  }

  /** Deletes the files of an earlier process that are not segments. */
  public void deleteLeftovers() throws IOException {
    deleteUnfinished();
    RecycledSegments.deleteLeftIn(files);
  }

  /** Makes the current file names durable, including names that a killed process left unforced. */
  public void forceNames() throws IOException {
    files.force();
  }

  /**
   * Retires the segments whose frames all lie below {@code position}; never the last segment. Some
   * of their files are kept for reuse.
   */
  public void retireBefore(long position) throws IOException {
    List<String> names = segments();
    int count = 0;
    while (count + 1 < names.size() && basePosition(names.get(count + 1)) <= position) {
      count++;
    }
    if (count == 0) {
      return;
    }
    files.force(); // the last segment may have been named a moment ago; its name must be durable
    // before the others go
    recycled.retire(names.subList(0, count));
    files.force();
    recycled.renamesAreDurable();
  }

  /**
   * Deletes the segments that begin after {@code position}, one at a time and the last one first,
   * so that a crash leaves no gap.
   */
  public void deleteAfter(long position) throws IOException {
    List<String> names = segments();
    for (int i = names.size() - 1; i >= 0 && basePosition(names.get(i)) > position; i--) {
      recycled.forget(names.get(i));
      files.delete(names.get(i));
      files.force();
    }
  }

  @FunctionalInterface
  private interface Naming {
    void name(String from, String to) throws IOException;
  }
}
