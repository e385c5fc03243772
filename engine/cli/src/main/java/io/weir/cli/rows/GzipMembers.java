package io.weir.cli.rows;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of a gzip file: of its members, one after another. Source: RFC 1952.
 *
 * <p>Only zeros may follow the last member, to the end of the file: some media are written in whole
 * blocks. deliberate: not {@link java.util.zip.GZIPInputStream}, which takes any other bytes after
 * a member for the end of the file, and so loses what a damaged member held; and not Commons
 * Compress, which refuses the zeros. The JDK inflates and computes the checksums.
 *
 * <p>Fails with {@link ZipException}, which names the offset in the file. Belongs to one thread.
 */
public final class GzipMembers extends InputStream {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_1 = 0x1F;
  private static final int MAGIC_2 = 0x8B;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xE0;

  /** Time of the file, flags of the compressor and its system: bytes that nothing here needs. */
  private static final int UNUSED_BYTES = 6;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int end;
  private long before;
  private boolean inMember;
  private boolean ended;

  private GzipMembers(InputStream in) {
    this.in = in;
  }

  /** Opens a file at its start. Takes ownership of the stream, and closes it when this fails. */
  public static GzipMembers open(InputStream in) throws IOException {
    var members = new GzipMembers(in);
    try {
      if (!members.fill()) {
        throw members.damaged("the file is empty");
      }
      members.beginMember();
      return members;
    } catch (IOException e) {
      members.close();
      throw e;
    }
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      var count = inMember ? inflated(target, offset, length) : 0;
      if (count > 0) {
        crc.update(target, offset, count);
        return count;
      }
      advance();
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }

  private int inflated(byte[] target, int offset, int length) throws IOException {
    try {
      return inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  private void advance() throws IOException {
    if (!inMember) {
      beginNext();
    } else if (inflater.finished()) {
      endMember();
    } else if (inflater.needsInput()) {
      require(fill(), "the file ends within a member");
      inflater.setInput(buffer, 0, end);
      next = end;
    } else {
      throw damaged("a member needs a dictionary");
    }
  }

  private void beginNext() throws IOException {
    if (next == end && !fill()) {
      ended = true;
    } else if (buffer[next] == 0) {
      requireZeros();
      ended = true;
    } else {
      beginMember();
    }
  }

  private void requireZeros() throws IOException {
    do {
      for (; next < end; next++) {
        require(buffer[next] == 0, "zeros after a member do not reach the end of the file");
      }
    } while (fill());
  }

  private void beginMember() throws IOException {
    var header = new CRC32();
    var start = before + next;
    if (unit(header) != MAGIC_1 || unit(header) != MAGIC_2) {
      throw damaged("no member begins here", start);
    }
    require(unit(header) == DEFLATE, "a member is not deflated");
    var flags = unit(header);
    require((flags & RESERVED) == 0, "a member has unknown flags");
    skip(header, UNUSED_BYTES);
    if ((flags & EXTRA) != 0) {
      skip(header, unit(header) | unit(header) << Byte.SIZE);
    }
    skipText(header, flags & NAME);
    skipText(header, flags & COMMENT);
    if ((flags & HEADER_CRC) != 0) {
      var expected = (int) header.getValue() & 0xFFFF;
      require(little(2) == expected, "the checksum of a member's header differs");
    }
    beginContent();
  }

  private void beginContent() {
    inflater.reset();
    inflater.setInput(buffer, next, end - next);
    next = end;
    crc.reset();
    inMember = true;
  }

  private void endMember() throws IOException {
    next = end - inflater.getRemaining();
    require(little(Integer.BYTES) == crc.getValue(), "the checksum of a member differs");
    require(
        little(Integer.BYTES) == (inflater.getBytesWritten() & 0xFFFF_FFFFL),
        "the length of a member differs");
    inMember = false;
  }

  private void skip(CRC32 header, int count) throws IOException {
    for (var i = 0; i < count; i++) {
      unit(header);
    }
  }

  private void skipText(CRC32 header, int present) throws IOException {
    var more = present != 0;
    while (more) {
      more = unit(header) != 0;
    }
  }

  private int unit(CRC32 header) throws IOException {
    var unit = unit();
    header.update(unit);
    return unit;
  }

  private long little(int bytes) throws IOException {
    var number = 0L;
    for (var i = 0; i < bytes; i++) {
      number |= (long) unit() << i * Byte.SIZE;
    }
    return number;
  }

  private int unit() throws IOException {
    require(next < end || fill(), "the file ends within a member");
    return buffer[next++] & 0xFF;
  }

  /** Reads the next bytes of the file. Returns whether there were any. */
  private boolean fill() throws IOException {
    before += end;
    next = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  private void require(boolean holds, String otherwise) throws ZipException {
    if (!holds) {
      throw damaged(otherwise);
    }
  }

  private ZipException damaged(String fault) {
    return damaged(fault, before + next);
  }

  private static ZipException damaged(String fault, long offset) {
    return new ZipException("The compressed file is damaged: " + fault + ". offset=" + offset);
  }
}
