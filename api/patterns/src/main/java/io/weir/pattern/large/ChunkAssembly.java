package io.weir.pattern.large;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Cuts a content, which arrives in buffers of any length, into chunks of one length, and these into
 * groups that fit in a batch.
 *
 * <p>Belongs to one upload, whose signals follow one another.
 */
final class ChunkAssembly {

  /**
   * Chunks of a batch. Three of the largest fit in 4 MiB also as Base64, in a request of the REST
   * protocol.
   */
  static final int GROUP = 3;

  private final int chunkBytes;
  private final MessageDigest digest;
  private List<byte[]> group = new ArrayList<>();
  private ByteBuffer open;

  ChunkAssembly(int chunkBytes, MessageDigest digest) {
    this.chunkBytes = chunkBytes;
    this.digest = digest;
    this.open = ByteBuffer.allocate(chunkBytes);
  }

  /**
   * Returns the groups that the buffer fills, one after another. Reads the buffer while it is
   * iterated.
   */
  Iterable<List<byte[]>> add(ByteBuffer content) {
    return () -> new Groups(content);
  }

  /** Returns the chunks that no group contains. The last may be shorter. */
  List<byte[]> rest() {
    var rest = new ArrayList<>(group);
    if (open.position() > 0) {
      var last = new byte[open.position()];
      open.flip().get(last);
      rest.add(last);
    }
    return rest;
  }

  /** Returns the full chunks that no group contains. The bytes after them are dropped. */
  List<byte[]> fullRest() {
    return List.copyOf(group);
  }

  private Optional<List<byte[]>> fill(ByteBuffer content) {
    while (content.hasRemaining()) {
      var part = content.slice(content.position(), Math.min(content.remaining(), open.remaining()));
      content.position(content.position() + part.remaining());
      digest.update(part.duplicate());
      open.put(part);
      if (!open.hasRemaining()) {
        group.add(open.array());
        open = ByteBuffer.allocate(chunkBytes);
      }
      if (group.size() == GROUP) {
        var full = group;
        group = new ArrayList<>();
        return Optional.of(full);
      }
    }
    return Optional.empty();
  }

  /** The groups that one buffer fills. */
  private final class Groups implements Iterator<List<byte[]>> {

    private final ByteBuffer content;
    private Optional<List<byte[]>> next;

    Groups(ByteBuffer content) {
      this.content = content.duplicate();
      this.next = fill(this.content);
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public List<byte[]> next() {
      var full = next.orElseThrow(NoSuchElementException::new);
      next = fill(content);
      return full;
    }
  }
}
