package io.weir.perf.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Forces 4 KiB of a file at equal distances in time, and measures each force from its scheduled
 * time. It shows how late the disk is in the same seconds, for anybody.
 *
 * <p>Has a thread of its own, from its creation until it is stopped.
 */
final class ForceProbe {

  private static final int BYTES = 4096;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Path file;
  private final CompletableFuture<Histogram> found = new CompletableFuture<>();
  private volatile boolean stopped;

  private ForceProbe(Path file) {
    this.file = file;
  }

  /** Begins to force a new file. */
  static ForceProbe begin(Path file) {
    var probe = new ForceProbe(file);
    var thread = new Thread(probe::run, "force-probe");
    thread.setDaemon(true);
    thread.start();
    return probe;
  }

  /** Ends the probe after the force in progress. Any thread; does not block. */
  void end() {
    stopped = true;
  }

  /**
   * Ends the probe and returns the latencies of its forces in nanoseconds. Blocks for the last
   * force.
   */
  Histogram stop() {
    end();
    return found.join();
  }

  private void run() {
    try {
      found.complete(forces());
    } catch (IOException e) {
      found.completeExceptionally(new UncheckedIOException(e));
    }
  }

  private Histogram forces() throws IOException {
    var latencies = new Histogram(3);
    var bytes = ByteBuffer.allocateDirect(BYTES);
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(bytes.clear(), 0);
      channel.force(true); // the file's blocks exist from now on
      var due = System.nanoTime();
      do {
        for (var early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
          LockSupport.parkNanos(early);
        }
        channel.write(bytes.clear(), 0);
        channel.force(false);
        latencies.recordValue(Math.max(0, System.nanoTime() - due));
        due += PERIOD_NANOS;
      } while (!stopped);
    }
    return latencies;
  }
}
