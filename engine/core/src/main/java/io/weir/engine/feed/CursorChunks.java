package io.weir.engine.feed;

import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.follow.LogChunk;
import io.weir.engine.follow.PublishedLog;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of the log that a cursor takes records from: one of the tail, which all followers
 * share, or one of its own and the next one, which count as memory of followers.
 *
 * <p>Belongs to the thread of the cursor.
 */
final class CursorChunks {

  private final PublishedLog log;
  private final LogReading reading;
  private final FollowerMemory.Share memory;

  private @Nullable LogChunk chunk;
  private boolean isOwn;
  private int nextInChunk;

  /** The chunk after it, if a segment was read ahead. */
  private @Nullable LogChunk ahead;

  /** Where the cursor wants its next record. */
  private long position;

  CursorChunks(PublishedLog log, LogReading reading, FollowerMemory.Share memory) {
    this.log = log;
    this.reading = reading;
    this.memory = memory;
  }

  /** Whether there is a chunk whose end the cursor has not passed. */
  boolean isOpen() {
    return chunk != null;
  }

  /** Returns the next record of the chunk; null after the last one. */
  LogChunk.@Nullable Entry next() {
    var current = chunk;
    return current != null && nextInChunk < current.records().size()
        ? current.records().get(nextInChunk++)
        : null;
  }

  /** Leaves the chunk, whose records are all taken. Returns the position after it. */
  long leave() {
    var current = chunk;
    if (current == null) {
      throw new IllegalStateException("there is no chunk");
    }
    dropChunk();
    return current.to();
  }

  /** Opens the chunk at a position at once, or begins to read it. */
  void open(long at) {
    position = at;
    var read = ahead;
    ahead = null;
    var shared = log.tailAt(at);
    if (shared == null && read != null && read.holds(at)) {
      useAndReadAhead(read);
      return;
    }
    release(read);
    if (shared == null) {
      reading.beginChunk(at, memory, this::arrived);
    } else {
      use(shared, false);
    }
  }

  private void arrived(LogChunk read) {
    var current = chunk;
    if (current == null && read.holds(position)) {
      useAndReadAhead(read);
    } else if (current != null && current.to() == read.from()) {
      ahead = read;
    } else {
      release(read); // read ahead of a chunk that was given up
    }
  }

  /** Uses a chunk of a segment. A reading thread reads the next one meanwhile. */
  private void useAndReadAhead(LogChunk read) {
    use(read, true);
    if (read.to() < log.frontier() && log.tailAt(read.to()) == null) {
      reading.beginChunk(read.to(), memory, this::arrived);
    }
  }

  private void use(LogChunk next, boolean own) {
    chunk = next;
    isOwn = own;
    nextInChunk = 0;
    while (nextInChunk < next.records().size()
        && next.records().get(nextInChunk).from() < position) {
      nextInChunk++;
    }
  }

  /**
   * Leaves a chunk of the tail, so that it lives no longer than the tail holds it. The cursor opens
   * the chunk at its place again.
   */
  void leaveTail() {
    if (!isOwn) {
      chunk = null;
    }
  }

  /** Does as {@link #leaveTail} does if the tail has left the chunk. */
  @SuppressWarnings("ReferenceEquality") // an equal chunk that was read again is another memory
  void leaveOldTail() {
    var current = chunk;
    if (current != null && log.tailAt(current.from()) != current) {
      leaveTail();
    }
  }

  /** Releases everything that was read. The cursor opens the chunk at its place again. */
  void giveUp() {
    dropChunk();
    release(ahead);
    ahead = null;
  }

  private void dropChunk() {
    if (isOwn) {
      release(chunk);
    }
    chunk = null;
    isOwn = false;
  }

  private void release(@Nullable LogChunk read) {
    if (read != null) {
      memory.release(read.bytes());
    }
  }
}
