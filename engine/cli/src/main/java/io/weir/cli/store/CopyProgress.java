package io.weir.cli.store;

import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.ProgressDisplay;
import io.weir.engine.backup.CopyListener;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a restore, with one display for each part of the work. Belongs to one
 * thread.
 */
final class CopyProgress implements CopyListener, AutoCloseable {

  private final ProgressDisplay display;
  private @Nullable LoadProgress current;

  CopyProgress(ProgressDisplay display) {
    this.display = display;
  }

  @Override
  public void begin(String task, long bytes) {
    close();
    current = display.begin(task, bytes, "bytes");
  }

  @Override
  public void advance(long bytes) {
    if (current != null) {
      current.advance(bytes);
    }
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
