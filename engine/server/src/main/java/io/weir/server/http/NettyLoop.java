package io.weir.server.http;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * One loop, as somebody sees it who has work for it but no sockets. Any thread.
 *
 * <p>Tasks run one after another in the order in which they were handed over, and must not block.
 */
public final class NettyLoop implements Executor {

  private final EventLoop loop;

  NettyLoop(EventLoop loop) {
    this.loop = loop;
  }

  /** Whether the calling thread is this loop's. */
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /** Runs the task on this loop, not before the delay has passed. */
  public void schedule(Duration delay, Runnable task) {
    var unused = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
