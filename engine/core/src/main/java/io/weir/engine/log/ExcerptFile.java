package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.ReadOnlyFileSystemException;

/**
 * A range of a segment as a file that can only be read: a header of its own, and the frames where
 * they are. Closing it closes the segment.
 *
 * <p>Owner: one thread at a time.
 */
final class ExcerptFile implements DiskFile {
  private final Segment source;
  private final int begin;
  private final ByteBuffer header;
  private final int bytes;

  /**
   * @param begin offset of the first frame in the segment
   * @param header of the excerpt
   */
  ExcerptFile(Segment source, int begin, SegmentHeader header) {
    this.source = source;
    this.begin = begin;
    this.header = header.encode();
    this.bytes = header.segmentBytes();
  }

  @Override
  public long size() {
    return bytes;
  }

  @Override
  public int read(ByteBuffer target, long offset) throws IOException {
    if (offset >= bytes) {
      return -1;
    }
    boolean isHeader = offset < SegmentHeader.BYTES;
    int most =
        (int) Math.min(target.remaining(), (isHeader ? SegmentHeader.BYTES : bytes) - offset);
    if (isHeader) {
      target.put(header.slice((int) offset, most));
      return most;
    }
    ByteBuffer part = target.slice(target.position(), most);
    int read = source.file().read(part, begin + offset - SegmentHeader.BYTES);
    target.position(target.position() + Math.max(0, read));
    return read;
  }

  @Override
  public int write(ByteBuffer bytes, long offset) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void force() {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
