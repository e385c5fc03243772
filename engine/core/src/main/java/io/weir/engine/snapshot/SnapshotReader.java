package io.weir.engine.snapshot;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads what {@link SnapshotWriter} wrote and checks all of it. Owner: the thread that recovers. */
final class SnapshotReader implements AutoCloseable {

  /** Larger than any block: the largest entity and its keys. */
  static final int MAX_BLOCK_BYTES = 8 * 1024 * 1024;

  private final String path;
  private final DiskFile file;
  private long offset;
  private long entries;

  private SnapshotReader(String path, DiskFile file) {
    this.path = path;
    this.file = file;
  }

  static SnapshotReader open(Folder folder, String name) throws IOException {
    return new SnapshotReader(folder.locate(name), folder.openToRead(name));
  }

  SnapshotHeader header() throws IOException {
    var bytes = read(SnapshotHeader.BYTES);
    var damage = SnapshotHeader.damageOf(bytes);
    if (!damage.isEmpty()) {
      throw damaged(0, damage);
    }
    return SnapshotHeader.decode(bytes);
  }

  /** Shows every entry to the visitor, in the file's order; call {@link #header} first. */
  void entries(SnapshotVisitor visitor) throws IOException {
    for (var length = block(visitor); length > 0; ) {
      length = block(visitor);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private int block(SnapshotVisitor visitor) throws IOException {
    var blockAt = offset;
    var head = read(SnapshotWriter.BLOCK_HEADER_BYTES);
    var length = head.getInt();
    if (length < 0 || length > MAX_BLOCK_BYTES) {
      throw damaged(blockAt, "blockLength:" + length);
    }
    var body = read(length == 0 ? Long.BYTES : length);
    if (head.getInt() != Checksum.of(body, 0, body.limit())) {
      throw damaged(blockAt, "blockChecksum");
    }
    if (length == 0) {
      if (body.getLong() != entries) {
        throw damaged(blockAt, "entryCount");
      }
      if (offset != file.size()) {
        throw damaged(offset, "bytesBehindTheEnd");
      }
      return 0;
    }
    while (body.hasRemaining()) {
      entry(body, visitor, blockAt);
    }
    return length;
  }

  private void entry(ByteBuffer body, SnapshotVisitor visitor, long blockAt) throws IOException {
    if (!SnapshotEntry.isWhole(body)) {
      throw damaged(blockAt, "entryLengths");
    }
    entries++;
    SnapshotEntry.show(body, visitor);
  }

  private ByteBuffer read(int bytes) throws IOException {
    var buffer = ByteBuffer.allocate(bytes);
    try {
      file.readFully(buffer, offset);
    } catch (EOFException e) {
      throw damaged(offset, "endsEarly");
    }
    offset += bytes;
    return buffer.flip();
  }

  private SnapshotDamaged damaged(long at, String what) {
    return new SnapshotDamaged(path, at, what);
  }
}
