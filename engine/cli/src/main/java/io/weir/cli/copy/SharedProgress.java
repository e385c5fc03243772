package io.weir.cli.copy;

import io.weir.api.reactive.SerialDrain;
import io.weir.cli.terminal.LoadProgress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A display that several workers advance. Any thread; {@link #close} when no worker is left. */
final class SharedProgress implements LoadProgress {

  private final LoadProgress display;
  private final LongConsumer listener;
  private final AtomicLong unseen = new AtomicLong();
  private final SerialDrain drain = new SerialDrain(this::show);

  /**
   * Begins a display.
   *
   * @param listener receives each number that workers advance by
   */
  SharedProgress(LoadProgress display, LongConsumer listener) {
    this.display = display;
    this.listener = listener;
  }

  @Override
  public void advance(long count) {
    listener.accept(count);
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
