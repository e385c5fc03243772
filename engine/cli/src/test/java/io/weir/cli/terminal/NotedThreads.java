package io.weir.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.scheduler.Schedulers;

/** An output that notes of each write whether its thread may block. Any thread. */
public final class NotedThreads extends OutputStream {

  private final List<Boolean> mayBlock = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Returns a display that writes a line here each time it is advanced. */
  public ProgressDisplay display() {
    return new ProgressDisplay(
        new PrintStream(this, true, UTF_8),
        false,
        () -> nanos.addAndGet(Duration.ofMinutes(1).toNanos()));
  }

  /** Returns what was noted, a value for each write. */
  public List<Boolean> mayBlock() {
    return mayBlock;
  }

  @Override
  public void write(int written) {
    mayBlock.add(!Schedulers.isInNonBlockingThread());
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    write(count);
  }
}
