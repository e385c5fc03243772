package io.weir.engine.checkpoint;

import io.weir.engine.disk.DiskFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads a whole snapshot and reports all of its damage, whereas loading stops at the first.
 *
 * <p>After a block with a wrong checksum it continues with the next block, if the block's length is
 * plausible. Owner: the thread that checks.
 */
public final class SnapshotCheck {

  private final DiskFile file;
  private final Listener listener;
  private long offset;
  private long entries;
  private boolean lost;

  private SnapshotCheck(DiskFile file, Listener listener) {
    this.file = file;
    this.listener = listener;
  }

  /** Receives the results. */
  public interface Listener {

    /** Reports an entry of a sound block. */
    void entry(long blockOffset, byte[] key, byte[] stored);

    /** Reports that so many more bytes were read. */
    void read(long bytes);

    /** Reports damage that would stop a loading. */
    void damaged(long offset, String damage);
  }

  /**
   * Checks a snapshot of this store and returns its header, or empty if the header cannot be read.
   */
  public static Optional<SnapshotHeader> run(DiskFile file, UUID storeId, Listener listener)
      throws IOException {
    var check = new SnapshotCheck(file, listener);
    try {
      var header = check.header(storeId);
      if (header.isPresent()) {
        check.blocks();
      }
      return header;
    } catch (EOFException e) {
      listener.damaged(file.size(), "endsEarly");
      return Optional.empty();
    }
  }

  private Optional<SnapshotHeader> header(UUID storeId) throws IOException {
    var bytes = read(SnapshotHeader.BYTES);
    var damage = SnapshotHeader.damageOf(bytes);
    if (!damage.isEmpty()) {
      listener.damaged(0, damage);
      return Optional.empty();
    }
    var header = SnapshotHeader.decode(bytes);
    if (!header.storeId().equals(storeId)) {
      listener.damaged(0, "ofOtherStore:" + header.storeId());
    }
    return Optional.of(header);
  }

  private void blocks() throws IOException {
    for (var more = true; more; ) {
      more = block();
    }
  }

  /** Checks the next block. Returns false if it was the last. */
  private boolean block() throws IOException {
    var blockAt = offset;
    var head = read(SnapshotWriter.BLOCK_HEADER_BYTES);
    var length = head.getInt();
    if (length < 0 || length > SnapshotReader.MAX_BLOCK_BYTES) {
      listener.damaged(blockAt, "blockLength:" + length);
      return false;
    }
    var body = read(length == 0 ? Long.BYTES : length);
    if (head.getInt() != Checksum.of(body, 0, body.limit())) {
      listener.damaged(blockAt, "blockChecksum");
      lost = true;
    } else if (length == 0) {
      end(blockAt, body.getLong());
    } else {
      entries(blockAt, body);
    }
    return length > 0;
  }

  private void entries(long blockAt, ByteBuffer body) {
    while (body.hasRemaining()) {
      if (!SnapshotEntry.isWhole(body)) {
        listener.damaged(blockAt, "entryLengths");
        lost = true;
        return;
      }
      entries++;
      SnapshotEntry.show(body, (key, stored) -> listener.entry(blockAt, key, stored));
    }
  }

  private void end(long blockAt, long count) throws IOException {
    if (!lost && count != entries) {
      listener.damaged(blockAt, "entryCount:" + count + " found:" + entries);
    }
    if (offset != file.size()) {
      listener.damaged(offset, "bytesBehindTheEnd");
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    var buffer = ByteBuffer.allocate(bytes);
    file.readFully(buffer, offset);
    offset += bytes;
    listener.read(bytes);
    return buffer.flip();
  }
}
