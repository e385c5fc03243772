package io.weir.engine.shard;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A shard's loop, which tells the shard when one of its tasks fails.
 *
 * <p>Any thread, as the loop that it stands for.
 *
 * <p>A task that fails unheard would leave the commands that it holds unanswered.
 */
record GuardedLoop(Loop loop, Consumer<Throwable> onFailure) implements Loop {

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

  /** The loop's own: a shard does no long work. */
  @Override
  public LongWork longWork() {
    return loop.longWork();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // deliberate: errors too, of mapped memory above all
      onFailure.accept(e);
    }
  }
}
