package io.weir.engine.loop;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * A loop that reports the failure of an owner's task to the owner, such as a shard. Without the
 * report, the commands that the task held would stay unanswered.
 *
 * <p>Any thread, as for the underlying loop.
 */
public record GuardedLoop(Loop loop, Consumer<Throwable> onFailure) implements Loop {

  @Override
  public boolean isCurrent() {
    return loop.isCurrent();
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(() -> run(task));
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    loop.schedule(delay, () -> run(task));
  }

  /** Returns the host of the underlying loop, which is not guarded. */
  @Override
  public Loop host() {
    return loop.host();
  }

  /**
   * Returns the underlying loop's long work, which is not guarded: the owners of such loops have
   * none.
   */
  @Override
  public LongWork longWork() {
    return loop.longWork();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // deliberate: errors too, above all those of mapped memory
      onFailure.accept(e);
    }
  }
}
