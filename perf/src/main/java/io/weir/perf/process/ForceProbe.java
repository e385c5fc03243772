package io.weir.perf.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Forces 4 KiB of a file at equal distances in time, and measures each force from its scheduled
 * time. It shows how late the disk is in the same seconds, for anybody.
 *
 * <p>Has a thread of its own, from its creation until it is stopped. {@link #oneAfterAnother} needs
 * none.
 */
public final class ForceProbe {

  private static final int BYTES = 4096;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Path file;
  private final CompletableFuture<Histogram> found = new CompletableFuture<>();
  private volatile boolean stopped;

  private ForceProbe(Path file) {
    this.file = file;
  }

  /** Begins to force a new file. */
  public static ForceProbe begin(Path file) {
    var probe = new ForceProbe(file);
    var thread = new Thread(probe::run, "force-probe");
    thread.setDaemon(true);
    thread.start();
    return probe;
  }

  /**
   * Forces a new file for a while, each time when the force before has ended, and returns how long
   * each took, in nanoseconds: the least that a durable write waits. Blocks.
   */
  public static Histogram oneAfterAnother(Path file, Duration length) throws IOException {
    var latencies = new Histogram(3);
    var bytes = ByteBuffer.allocateDirect(BYTES);
    try (var channel = create(file, bytes)) {
      var began = System.nanoTime();
      for (var now = began; now - began < length.toNanos(); ) {
        force(channel, bytes);
        var before = now;
        now = System.nanoTime();
        latencies.recordValue(now - before);
      }
    }
    return latencies;
  }

  /** Ends the probe after the force in progress. Any thread; does not block. */
  public void end() {
    stopped = true;
  }

  /**
   * Ends the probe and returns the latencies of its forces in nanoseconds. Blocks for the last
   * force.
   */
  public Histogram stop() {
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
    try (var channel = create(file, bytes)) {
      var due = System.nanoTime();
      do {
        for (var early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
          LockSupport.parkNanos(early);
        }
        force(channel, bytes);
        latencies.recordValue(Math.max(0, System.nanoTime() - due));
        due += PERIOD_NANOS;
      } while (!stopped);
    }
    return latencies;
  }

  /** Creates the file, whose blocks exist from then on. */
  private static FileChannel create(Path file, ByteBuffer bytes) throws IOException {
    var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.write(bytes.clear(), 0);
    channel.force(true);
    return channel;
  }

  private static void force(FileChannel channel, ByteBuffer bytes) throws IOException {
    channel.write(bytes.clear(), 0);
    channel.force(false);
  }
}
