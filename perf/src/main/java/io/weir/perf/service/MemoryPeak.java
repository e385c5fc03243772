package io.weir.perf.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The highest memory of a process that is no mapped file, as Linux counts it: {@code RssAnon} of
 * {@code /proc/PID/status}.
 *
 * <p>A thread of its own looks every {@value #LOOK_MILLIS} ms, because Linux keeps no peak of this
 * number. A peak between two looks is missed. Closing ends the thread.
 */
final class MemoryPeak implements AutoCloseable {

  private static final Pattern ANONYMOUS = Pattern.compile("RssAnon:\\s+(\\d+) kB");
  private static final long KIB = 1024;
  private static final long LOOK_MILLIS = 20;

  private final Process process;
  private final Path status;
  private final Thread looking;

  /** Written by the thread that looks; read by the one that measures. */
  private volatile long bytes;

  private MemoryPeak(Process process) {
    this.process = process;
    this.status = Path.of("/proc", Long.toString(process.pid()), "status");
    this.looking = new Thread(this::look, "memory-" + process.pid());
    looking.setDaemon(true);
  }

  /** Begins to look at a process. */
  static MemoryPeak of(Process process) {
    var peak = new MemoryPeak(process);
    peak.looking.start();
    return peak;
  }

  /** Looks until the process has ended or this is closed. */
  private void look() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        lookOnce();
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void lookOnce() throws IOException {
    var found = ANONYMOUS.matcher(Files.readString(status));
    if (found.find()) {
      bytes = Math.max(bytes, Long.parseLong(found.group(1)) * KIB);
    }
  }

  /** Returns the most that was seen. */
  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    looking.interrupt();
  }
}
