package io.weir.engine.follow;

import io.weir.engine.log.LogSlices;
import java.io.IOException;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest records below the frontier, in memory, for all followers together: at most
 * {@value #MOST_BYTES} bytes and one record.
 *
 * <p>Owner: the reading thread of a round, one at a time. {@link #chunkAt}: any thread.
 */
final class LogTail {

  static final int MOST_BYTES = 4 << 20;

  /**
   * Bytes of a chunk. A follower that stops reading holds one chunk, also after the tail has moved
   * on.
   */
  static final int CHUNK_BYTES = 64 << 10;

  private static final long NOWHERE = -1;

  private final LogSlices slices;
  private final ConcurrentSkipListMap<Long, LogChunk> chunks = new ConcurrentSkipListMap<>();
  private long bytes;
  private long end = NOWHERE;

  LogTail(LogSlices slices) {
    this.slices = slices;
  }

  /** Returns the chunk that holds a position; null when the tail does not hold it. */
  @Nullable
  LogChunk chunkAt(long position) {
    var chunk = chunks.floorEntry(position);
    return chunk != null && chunk.getValue().holds(position) ? chunk.getValue() : null;
  }

  /**
   * Reads the records up to a position and drops the oldest. A tail that is too far behind starts
   * anew at that position. Blocks.
   */
  void readTo(long position) throws IOException {
    if (end == NOWHERE || position - end > MOST_BYTES) {
      restartAt(position);
    }
    try {
      while (end < position) {
        add(LogChunk.read(slices, end, position, CHUNK_BYTES));
      }
    } catch (IOException e) {
      restartAt(position);
      throw e;
    }
  }

  private void add(LogChunk chunk) {
    chunks.put(chunk.from(), chunk);
    bytes += chunk.bytes();
    end = chunk.to();
    while (bytes > MOST_BYTES && chunks.size() > 1) {
      var oldest = chunks.pollFirstEntry();
      bytes -= oldest.getValue().bytes();
    }
  }

  /** Releases all records. */
  void clear() {
    chunks.clear();
    bytes = 0;
    end = NOWHERE;
  }

  private void restartAt(long position) {
    clear();
    end = position;
  }
}
