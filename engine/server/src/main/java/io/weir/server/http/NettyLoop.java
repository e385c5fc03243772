package io.weir.server.http;

import io.netty.channel.EventLoop;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One loop of the endpoint, lent to the engine. Any thread.
 *
 * <p>Tasks run one after another in the order in which they were handed over, and must not block.
 */
public final class NettyLoop implements Loop {

  private final EventLoop loop;

  NettyLoop(EventLoop loop) {
    this.loop = loop;
  }

  @Override
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var unused = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
