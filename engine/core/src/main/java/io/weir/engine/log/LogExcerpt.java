package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * A range of one segment as a segment of its own, which ends with its last frame.
 *
 * <p>The checksum of a frame is seeded with the store, the segment's salt and the frame's position,
 * not with the segment's begin. The frames of an excerpt are therefore valid under a header with
 * the same salt, and excerpts that follow each other are a log that {@link LogReplay} reads.
 *
 * <p>Runs on: any thread that may block. The log may be written and truncated meanwhile: what was
 * read of a truncated segment fails the verification of the copy.
 *
 * @param log the folder of the log
 * @param from where a frame begins
 * @param to where a frame ends, in the same segment, after {@code from} and not above the durable
 *     position
 */
public record LogExcerpt(Folder log, UUID storeId, long from, long to) {
  private static final int COPY_BYTES = 256 << 10;

  /** The copy is forced in pieces, so that a force of the log does not wait for all of it. */
  private static final int FORCE_EVERY_BYTES = 8 << 20;

  /**
   * Writes the excerpt into a new file, forces it, and reads it back: each frame is compared with
   * its checksum.
   *
   * @throws PositionTruncated if the log was truncated after {@code from}
   * @throws LogDamaged if the log cannot be read
   * @throws FileDamaged if the new file has other bytes than were written
   */
  public void write(Folder target, String name) throws IOException {
    try (Segment source = source()) {
      SegmentHeader header = headerIn(source);
      try (DiskFile file = target.create(name)) {
        file.writeFully(header.encode(), 0);
        copy(source, file);
      }
      verify(header, target, name);
    }
  }

  /**
   * Returns whether a file has this excerpt; false also if the log was truncated after
   * {@code from}.
   */
  public boolean isIn(Folder target, String name) throws IOException {
    try (Segment source = source();
        DiskFile file = target.openToRead(name)) {
      ByteBuffer header = headerIn(source).encode();
      return file.size() == SegmentHeader.BYTES + to - from
          && header.equals(read(file, 0, SegmentHeader.BYTES))
          && hasSameFrames(source, file);
    } catch (PositionTruncated | LogDamaged e) {
      return false;
    }
  }

  /** Opens the excerpt as a file that can only be read, without writing one. */
  public DiskFile asFile() throws IOException {
    Segment source = source();
    try {
      return new ExcerptFile(source, offsetIn(source), headerIn(source));
    } catch (IOException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private Segment source() throws IOException {
    LogFolder folder = new LogFolder(log, LogConfig.forStore(storeId));
    List<String> names = folder.segments();
    int at = names.isEmpty() ? 0 : LogFolder.holderOf(names, from);
    if (names.isEmpty() || LogFolder.basePosition(names.get(at)) > from) {
      throw new PositionTruncated(from, names.isEmpty() ? 0 : LogFolder.basePosition(names.get(0)));
    }
    return folder.open(names.get(at));
  }

  private SegmentHeader headerIn(Segment source) throws IOException {
    int offset = offsetIn(source);
    LogFrame first = new SegmentReader(source, COPY_BYTES).frameAt(offset, 0, Long.MAX_VALUE);
    if (first == null) {
      throw new LogDamaged(LogDamaged.Kind.GAP, source.name(), offset, "position=" + from);
    }
    return new SegmentHeader(
        storeId,
        (int) (SegmentHeader.BYTES + to - from),
        from,
        first.sequence(),
        source.header().salt());
  }

  private int offsetIn(Segment source) {
    return (int) (SegmentHeader.BYTES + from - source.header().basePosition());
  }

  private void copy(Segment source, DiskFile file) throws IOException {
    for (long done = 0; done < to - from; done += COPY_BYTES) {
      file.writeFully(frames(source.file(), offsetIn(source), done), SegmentHeader.BYTES + done);
      if ((done + COPY_BYTES) % FORCE_EVERY_BYTES == 0) {
        file.force();
      }
    }
    file.force();
  }

  private boolean hasSameFrames(Segment source, DiskFile file) throws IOException {
    for (long done = 0; done < to - from; done += COPY_BYTES) {
      if (!frames(source.file(), offsetIn(source), done)
          .equals(frames(file, SegmentHeader.BYTES, done))) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer frames(DiskFile file, int begin, long done) throws IOException {
    return read(file, begin + done, (int) Math.min(COPY_BYTES, to - from - done));
  }

  private static ByteBuffer read(DiskFile file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.readFully(bytes, offset);
    return bytes.flip();
  }

  private void verify(SegmentHeader header, Folder target, String name) throws IOException {
    try (DiskFile file = target.openToRead(name)) {
      if (file.size() == header.segmentBytes()
          && header.encode().equals(read(file, 0, SegmentHeader.BYTES))
          && reads(new Segment(name, header, file))) {
        return;
      }
    }
    new LogSlices(log, storeId).read(from, to, Integer.MAX_VALUE, (at, sequence, payload) -> {});
    throw new FileDamaged(target.locate(name), 0, "readsBackDifferently");
  }

  private boolean reads(Segment copy) throws IOException {
    FramesRead read = new FramesRead();
    read.begin(copy.header());
    read.read(new SegmentReader(copy), to, (offset, frame) -> {});
    return read.position() == to;
  }
}
