package io.weir.engine.feed;

import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.follow.LogChunk;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.log.LogSlices;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cursor's reads of the log on a reading thread, one at a time. The result waits until the cursor
 * asks for it.
 *
 * <p>Belongs to the cursor's thread, except that results arrive on a reading thread.
 */
final class LogReading {

  private final PublishedLog log;
  private final Runnable wake;
  private final Consumer<IOException> failure;

  /** What the cursor does with the result. Written by the reading thread, taken by the cursor's. */
  private final AtomicReference<@Nullable Runnable> arrived = new AtomicReference<>();

  private boolean busy;

  /** A search on a reading thread. It returns what the cursor does with the result. */
  @FunctionalInterface
  interface Search {
    Runnable in(LogSlices slices) throws IOException;
  }

  /**
   * Prepares reads.
   *
   * @param wake runs on a reading thread when a result has arrived
   * @param failure receives the failure of a read, on the cursor's thread
   */
  LogReading(PublishedLog log, Runnable wake, Consumer<IOException> failure) {
    this.log = log;
    this.wake = wake;
    this.failure = failure;
  }

  /** Whether a result is awaited. */
  boolean isBusy() {
    return busy;
  }

  private record ArrivedChunk(LogChunk chunk, Consumer<LogChunk> sink) implements Runnable {

    @Override
    public void run() {
      sink.accept(chunk);
    }
  }

  /** Hands over a chunk that has arrived, and leaves a failure or a search to {@link #finish}. */
  void finishChunk() {
    if (arrived.get() instanceof ArrivedChunk) {
      finish();
    }
  }

  /** Does with a result that has arrived what its read has asked for; nothing if there is none. */
  void finish() {
    var result = arrived.getAndSet(null);
    if (result != null) {
      busy = false;
      result.run();
    }
  }

  /** Begins a search. What it throws, {@link #finish} throws. */
  void begin(Search search) {
    busy = true;
    log.read(slices -> arrive(resultOf(search, slices)), this::failed);
  }

  private static Runnable resultOf(Search search, LogSlices slices) throws IOException {
    try {
      return search.in(slices);
    } catch (RuntimeException e) { // deliberate: a cursor whose search fails must not wait for ever
      return () -> {
        throw e;
      };
    }
  }

  /**
   * Begins to read a chunk at a position when the share allows it. The sink receives the chunk,
   * which the share holds.
   */
  void beginChunk(long from, FollowerMemory.Share memory, Consumer<LogChunk> sink) {
    busy = true;
    log.readAt(from, FollowerMemory.READ_BYTES, memory, new PublishedLog.ChunkReader() {
      @Override
      public void read(LogChunk chunk) {
        arrive(new ArrivedChunk(chunk, sink));
      }

      @Override
      public void failed(IOException cause) {
        LogReading.this.failed(cause);
      }
    });
  }

  private void failed(IOException cause) {
    arrive(() -> failure.accept(cause));
  }

  private void arrive(Runnable result) {
    arrived.set(result);
    wake.run();
  }
}
