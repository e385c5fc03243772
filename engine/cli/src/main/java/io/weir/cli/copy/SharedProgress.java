package io.weir.cli.copy;

import io.weir.cli.terminal.LoadProgress;
import io.weir.client.reactive.SerialDrain;
import java.util.concurrent.atomic.AtomicLong;

/** A display that several workers advance. Any thread; {@link #close} when no worker is left. */
final class SharedProgress implements LoadProgress {

  private final LoadProgress display;
  private final AtomicLong unseen = new AtomicLong();
  private final SerialDrain drain = new SerialDrain(this::show);

  SharedProgress(LoadProgress display) {
    this.display = display;
  }

  @Override
  public void advance(long count) {
    unseen.addAndGet(count);
    drain.run();
  }

  private void show() {
    display.advance(unseen.getAndSet(0));
  }

  @Override
  public void close() {
    display.close();
  }
}
