package io.weir.engine.loop;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop for one owner, such as a shard, that borrows the thread of another loop, its host. The
 * host can be exchanged while the owner works.
 *
 * <p>The owner's tasks wait in a queue of its own. While there are any, one <em>turn</em> is
 * submitted to the host, and runs some of them. There is never a second turn, so tasks run one at a
 * time and in the order of their submission, also across a change of the host. State that only
 * tasks touch passes from one host's thread to the next in plain fields.
 *
 * <p>The queue has no bound of its own; see {@link EventLoop}. Any thread, except what is said to
 * be a task.
 */
public final class MovableLoop implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(MovableLoop.class);

  private static final int CHUNK = 64;

  /** A turn ends after so many tasks, so that the host polls its sockets. */
  static final int TASKS_A_TURN = 64;

  private final MpscUnboundedArrayQueue<Runnable> tasks = new MpscUnboundedArrayQueue<>(CHUNK);
  private final LongSupplier nanoClock;
  private final LoadMeter load = new LoadMeter();
  private final Runnable turn = this::turn;

  /**
   * Whether a turn is submitted or runs. It is cleared before the last look at the queue, and set
   * after a task is added.
   */
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Written by turns; read by any thread. */
  private volatile Loop host;

  /** The host after this turn. Owner: the turn. */
  private Loop next;

  /** When the turn was submitted. Written by the submitter, read by the turn. */
  private long submittedNanos;

  /** Makes a loop on its first host. */
  public MovableLoop(Loop host, LongSupplier nanoClock) {
    this.host = host;
    this.next = host;
    this.nanoClock = nanoClock;
  }

  /** Returns the loop whose thread runs the tasks; a moment's view, except for a task. */
  @Override
  public Loop host() {
    return host;
  }

  /**
   * Moves to another host. Tasks that were submitted before this call still run on the present one,
   * later tasks on the other.
   */
  public void moveTo(Loop other) {
    execute(() -> next = other);
  }

  /** Returns what the tasks have cost so far. */
  public LoadMeter load() {
    return load;
  }

  @Override
  public boolean isCurrent() {
    return host.isCurrent();
  }

  @Override
  public void execute(Runnable task) {
    tasks.offer(task);
    if (!busy.get() && busy.compareAndSet(false, true)) {
      submit();
    }
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    host.schedule(delay, () -> execute(task));
  }

  @Override
  public LongWork longWork() {
    return host.longWork();
  }

  private void submit() {
    submittedNanos = nanoClock.getAsLong();
    try {
      host.execute(turn);
    } catch (RejectedExecutionException e) {
      busy.set(false); // the host has ended; the next caller learns it as well
      throw e;
    }
  }

  private void turn() {
    var begin = nanoClock.getAsLong();
    var done = 0;
    while (done < TASKS_A_TURN && next == host) {
      var task = tasks.relaxedPoll();
      if (task == null) {
        break;
      }
      run(task);
      done++;
    }
    load.add(nanoClock.getAsLong() - begin, begin - submittedNanos, done);
    host = next;
    if (!tasks.isEmpty()) {
      submit();
      return;
    }
    busy.set(false);
    if (!tasks.isEmpty() && busy.compareAndSet(false, true)) {
      submit();
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // deliberate: the owner has other tasks
      LOG.error("a task of a movable loop failed", e);
    }
  }
}
