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
 * An event loop of the endpoint, which also runs tasks of the engine. Any thread.
 *
 * <p>Tasks run one after another, in the order of their submission, and must not block. After each
 * poll of its sockets the loop gives long work a turn.
 *
 * <p>deliberate: Netty's own loop runs tasks, and the tasks that these submit, for up to one second
 * before it polls its sockets again. This loop polls after one millisecond, at the cost of one
 * system call.
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

  /** Returns whether tasks wait. Waiting long work counts, so that the loop does not sleep. */
  @Override
  protected boolean hasTasks() {
    return super.hasTasks() || longWork.isWaitedFor();
  }
}
