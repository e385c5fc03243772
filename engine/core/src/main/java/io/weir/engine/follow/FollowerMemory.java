package io.weir.engine.follow;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all followers of a log hold together: the records that each has read for itself,
 * and the items that its subscriber has not taken.
 *
 * <p>At the limit nobody is refused. A follower waits in a line before it reads, and a follower
 * that rests gives up what it can read again. The total exceeds the limit by one reading at most,
 * and by what the records that are being read are longer than one.
 *
 * <p>No reading waits for ever: a follower that is asked for items uses up its memory and releases
 * it, and any other one rests.
 *
 * <p>Any thread.
 */
public final class FollowerMemory {

  /**
   * Bytes that one reading asks for. They count from its admission on, until it tells what it has
   * read.
   */
  public static final int READ_BYTES = 128 << 10;

  private final long limitBytes;
  private final long readBytes;
  private final AtomicLong held = new AtomicLong();
  private final Queue<Share> line = new ConcurrentLinkedQueue<>();
  private final Set<Share> resting = ConcurrentHashMap.newKeySet();

  /** @param limitBytes more than 0 */
  public FollowerMemory(long limitBytes) {
    this(limitBytes, READ_BYTES);
  }

  /** Makes the memory for readings of another size. */
  FollowerMemory(long limitBytes, long readBytes) {
    this.limitBytes = limitBytes;
    this.readBytes = readBytes;
  }

  /**
   * Returns the share of a new follower, which holds nothing.
   *
   * @param giveUp asks the follower to look whether it rests, and to give up its memory then; must
   *     only hand over to another thread
   */
  public Share share(Runnable giveUp) {
    return new Share(giveUp);
  }

  /** Returns the bytes that all shares hold; a moment's view. */
  public long heldBytes() {
    return held.get();
  }

  /**
   * Lets the next of the line read if there is room. Otherwise asks a follower that rests, if
   * memory is needed.
   */
  private void relieve() {
    while (held.get() < limitBytes) {
      var next = line.poll();
      if (next == null || next.enterFromLine()) {
        return;
      }
    }
    if (held.get() > limitBytes || !line.isEmpty()) {
      askOneThatRests();
    }
  }

  private void askOneThatRests() {
    for (var all = resting.iterator(); all.hasNext(); ) {
      var share = all.next();
      if (resting.remove(share)) { // others ask, too
        share.giveUp.run();
        return;
      }
    }
  }

  /** The memory of one follower. */
  public final class Share {

    /** The value of {@link #own} after the end. */
    private static final long ENDED = -1;

    private final Runnable giveUp;
    private final AtomicLong own = new AtomicLong();

    /** What the follower does when its turn in the line comes; null when it is not in the line. */
    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

    /** Whether the turn in the line has come and the follower has not tried again. */
    private final AtomicBoolean admitted = new AtomicBoolean();

    /** Whether {@link #own} has the bytes of a reading that has not told what it has read. */
    private final AtomicBoolean reading = new AtomicBoolean();

    private Share(Runnable giveUp) {
      this.giveUp = giveUp;
    }

    /**
     * Returns whether the follower may read now; {@link #hold} follows then. Otherwise it joins the
     * line, in which it has one place, and {@code later} runs when it should try again;
     * {@code later} must only hand over to another thread.
     */
    public boolean mayRead(Runnable later) {
      if (admitted.getAndSet(false)) {
        return true;
      }
      if (line.isEmpty() && held.get() < limitBytes) {
        admit();
        return true;
      }
      if (waiting.getAndSet(later) == null) {
        line.add(this);
      }
      relieve();
      return false;
    }

    private boolean enterFromLine() {
      var later = waiting.getAndSet(null);
      if (later == null || own.get() == ENDED) {
        return false;
      }
      admit();
      admitted.set(true);
      later.run();
      return true;
    }

    private void admit() {
      if (!reading.getAndSet(true)) {
        add(readBytes);
      }
    }

    /** Adds what was read. Has no effect after the end. */
    public void hold(long bytes) {
      add(reading.getAndSet(false) ? bytes - readBytes : bytes);
      relieve();
    }

    /** Takes off what is no longer held. Has no effect after the end. */
    public void release(long bytes) {
      add(-bytes);
      relieve();
    }

    private void add(long bytes) {
      if (own.getAndUpdate(before -> before == ENDED ? ENDED : before + bytes) != ENDED) {
        held.addAndGet(bytes);
      }
    }

    /**
     * Whether more is held than allowed. A follower that waits for its turn gives up its memory
     * then.
     */
    public boolean isExceeded() {
      return held.get() > limitBytes;
    }

    /**
     * Notes that no items are wanted of the follower. Returns whether others need its memory at
     * once.
     */
    public boolean rest() {
      if (admitted.getAndSet(false)) {
        hold(0);
      }
      if (own.get() > 0) {
        resting.add(this);
      }
      return isExceeded() || !line.isEmpty();
    }

    /** Notes that items are wanted again. */
    public void resume() {
      resting.remove(this);
    }

    /** Releases all memory for good. */
    public void end() {
      var last = own.getAndSet(ENDED);
      if (last != ENDED) {
        held.addAndGet(-last);
      }
      resting.remove(this);
      if (waiting.getAndSet(null) != null) {
        line.remove(this);
      }
      relieve();
    }
  }
}
