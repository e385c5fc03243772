package io.weir.server.loop;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * One loop of the endpoint, lent to the engine. Any thread.
 *
 * <p>Tasks run one after another in the order in which they were handed over, and must not block. After each look at its sockets it gives
 * long work its turn.
 *
 * <p>deliberate: Netty's own loop runs tasks, and those that they leave behind, for up to a second before it looks at its sockets again.
 * This one looks after a millisecond, which costs one call of the system.
 */
public final class NettyLoop extends SingleThreadIoEventLoop implements Loop {

  private static final long TASKS_MILLIS = 1;

  private final LongWork longWork = new LongWork(this, System::nanoTime);

  NettyLoop(IoEventLoopGroup group, Executor thread, IoHandlerFactory transport) {
    super(
        group,
        thread,
        transport,
        DEFAULT_MAX_PENDING_TASKS,
        RejectedExecutionHandlers.reject(),
        TASKS_MILLIS);
  }

  @Override
  public boolean isCurrent() {
    return inEventLoop();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var unused = schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public LongWork longWork() {
    return longWork;
  }

  @Override
  protected int runIo() {
    var done = super.runIo();
    return done + longWork.run();
  }

  /** Long work that waits keeps the loop from sleeping as tasks do. */
  @Override
  protected boolean hasTasks() {
    return super.hasTasks() || longWork.isWaitedFor();
  }
}
