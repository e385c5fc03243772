package io.weir.engine.loop;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop without a network: a queue of tasks, a heap of timers, and one thread.
 *
 * <p>The queue has no bound of its own. The engine bounds its tasks at their source: one wake-up
 * for each mailbox, one completion for each log group. {@link LongWork} has queues of its own.
 *
 * <p>A task that throws is logged, and the loop continues.
 *
 * <p>{@link #runOnce}: the loop's thread, or a test that steps a loop which it has not started.
 */
public final class EventLoop implements Loop, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
  private static final int CHUNK = 1024;
  private static final int TASKS_A_TURN = 256;

  private final MpscUnboundedArrayQueue<Runnable> tasks = new MpscUnboundedArrayQueue<>(CHUNK);
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final LongWork longWork = new LongWork(this, System::nanoTime);
  private @Nullable Thread thread;

  /**
   * True from just before the loop's last look at the queue until it wakes. The loop writes this,
   * then reads {@code tasks}. A producer writes {@code tasks}, then reads this. At least one of
   * them sees the other's write, so no task waits on a parked loop.
   */
  private volatile boolean idle;

  private volatile boolean closed;

  /** Starts a loop on a new thread of the factory; it runs until {@link #close}. */
  public static EventLoop start(ThreadFactory threads) {
    var loop = new EventLoop();
    var thread = threads.newThread(loop::run);
    loop.thread = thread;
    thread.start();
    return loop;
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void execute(Runnable task) {
    tasks.offer(task);
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var timer = new Timer(System.nanoTime() + delay.toNanos(), task);
    execute(() -> timers.add(timer));
  }

  @Override
  public LongWork longWork() {
    return longWork;
  }

  /**
   * Runs at most 256 tasks, the timers that are due, and a turn of long work. Returns how many
   * pieces of work ran.
   */
  public int runOnce() {
    var done = 0;
    while (done < TASKS_A_TURN && runNext()) {
      done++;
    }
    for (var timer = timers.peek(); timer != null && timer.isDue(); timer = timers.peek()) {
      timers.remove();
      run(timer.task);
      done++;
    }
    return done + longWork.run();
  }

  /** Ends the loop after the tasks that are already queued. */
  @Override
  public void close() {
    execute(() -> closed = true);
  }

  private void run() {
    while (!closed) {
      if (runOnce() == 0) {
        idle();
      }
    }
  }

  private void idle() {
    idle = true;
    if (tasks.isEmpty()) {
      var next = timers.peek();
      if (next == null) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, next.dueNanos - System.nanoTime());
      }
    }
    idle = false;
  }

  private boolean runNext() {
    var task = tasks.relaxedPoll();
    if (task == null) {
      return false;
    }
    run(task);
    return true;
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // deliberate: the loop has other work, and other shards
      LOG.error("a task of an event loop failed", e);
    }
  }

  private record Timer(long dueNanos, Runnable task) implements Comparable<Timer> {

    boolean isDue() {
      return dueNanos - System.nanoTime() <= 0;
    }

    @Override
    public int compareTo(Timer other) {
      return Long.signum(dueNanos - other.dueNanos);
    }
  }
}
