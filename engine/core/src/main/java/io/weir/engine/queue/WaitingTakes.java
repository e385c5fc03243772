package io.weir.engine.queue;

import io.weir.engine.queue.WaitingTake.State;
import io.weir.engine.shard.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The takes that wait at a shard's lanes for a message.
 *
 * <p>A take looks when it joins. Each later look has a cause: a message was put or changed, or a
 * hidden one becomes visible. Without a cause the tree is not read, however many takes wait and
 * however long. One message wakes one take, the one that has waited longest; a take that leaves
 * visible messages behind wakes the next.
 *
 * <p>No message is missed:
 *
 * <ul>
 *   <li>A look tells when the lane's next message becomes visible. The alarm of the lane is set to
 *       that moment.
 *   <li>A put or a change is reported after it is durable. If all takes look at that moment, the
 *       report is kept, and an empty look is repeated.
 *   <li>A take counts as joined before it looks, and a report reads the number of takes after its
 *       message can be seen. The later of the two sees the other: the report sees the take, or the
 *       look sees the message.
 * </ul>
 *
 * <p>{@link #waiting} and all verbs: any thread. The state: shard loop.
 */
public final class WaitingTakes {

  /** Most takes that wait in one shard. One needs about 500 bytes. */
  public static final int MOST = 10_000;

  /** Time after a failed look until another take of the lane looks. */
  private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

  /** No take waits longer, so an alarm after this time would wake none that waits now. */
  private static final Duration LONGEST_ALARM = Duration.ofMinutes(2);

  private final Shard shard;
  private final Alarms alarms;
  private final Map<Lane, WaitingLine> lines = new HashMap<>();
  private final AtomicInteger joined = new AtomicInteger();
  private long numbers;
  private boolean isClosed;

  /** @param nanoClock a monotonic clock */
  public WaitingTakes(Shard shard, LongSupplier nanoClock) {
    this.shard = shard;
    this.alarms = new Alarms(shard, nanoClock);
  }

  /**
   * Lets a take look, and wait if it finds nothing. Returns false if {@link #MOST} wait; then
   * nothing happens.
   */
  public boolean join(WaitingTake take) {
    if (joined.incrementAndGet() > MOST) {
      joined.decrementAndGet();
      return false;
    }
    shard.execute(() -> begin(take));
    return true;
  }

  /** Returns the number of takes that look or wait; a moment's view. */
  public int waiting() {
    return joined.get();
  }

  private void begin(WaitingTake take) {
    if (take.hasLeft) {
      end(take);
      return;
    }
    take.number = numbers++;
    take.isOver = isClosed;
    var end = alarms.of(() -> endOfWait(take));
    take.end = end;
    alarms.set(end, take.wait);
    line(take).enter(take);
  }

  /**
   * Reports a look that did not fail. A take that gives up its turn, because it has messages of
   * another lane, reports as if it had taken some and one were visible now.
   *
   * @param untilNext time from the decision until the lane has a visible message
   */
  public void looked(WaitingTake take, boolean hasTaken, Duration untilNext) {
    shard.execute(() -> {
      var line = line(take);
      line.looked();
      if (hasTaken || take.isOver || take.hasLeft) {
        end(take);
        if (!hasTaken && !take.hasLeft) {
          take.owner.giveUp();
        }
        line.passOn();
      } else {
        line.stay(take);
      }
      if (hasTaken && untilNext.isZero()) {
        line.wake(1);
      }
      // the decision came after the look began, so the alarm is not late
      setAlarm(line, untilNext.minusNanos(alarms.now() - take.lookNanos));
      close(take.lane, line);
    });
  }

  /** Reports a look that failed. The take is over. Another one looks after a moment. */
  public void failed(WaitingTake take) {
    shard.execute(() -> {
      var line = line(take);
      line.looked();
      end(take);
      setAlarm(line, AFTER_FAILURE);
      close(take.lane, line);
    });
  }

  /**
   * Ends the wait of a take whose caller has gone. A look that has begun may still take messages.
   * Nothing happens if it has ended.
   */
  public void leave(WaitingTake take) {
    shard.execute(() -> {
      take.hasLeft = true;
      endIdle(take);
    });
  }

  /**
   * Reports messages of a lane that were put or changed, or the end of the queue. Called after it
   * is durable.
   */
  public void arrived(Lane lane, int messages) {
    if (joined.get() > 0) {
      shard.execute(() -> {
        var line = lines.get(lane);
        if (line != null) {
          line.wake(messages);
        }
      });
    }
  }

  /** Ends all waits. A take that joins later looks once. */
  public void close() {
    shard.execute(() -> {
      isClosed = true;
      for (var line : new ArrayList<>(lines.values())) {
        line.idle().forEach(this::endOfWait);
      }
    });
  }

  private void endOfWait(WaitingTake take) {
    take.isOver = true;
    if (endIdle(take)) {
      take.owner.giveUp();
    }
  }

  private boolean endIdle(WaitingTake take) {
    var line = lines.get(take.lane);
    if (take.state != State.IDLE || line == null) {
      return false;
    }
    line.remove(take);
    end(take);
    close(take.lane, line);
    return true;
  }

  private void end(WaitingTake take) {
    take.state = State.ENDED;
    var end = take.end;
    if (end != null) {
      alarms.callOff(end);
    }
    joined.decrementAndGet();
  }

  private WaitingLine line(WaitingTake take) {
    return lines.computeIfAbsent(take.lane, absent -> new WaitingLine(alarms));
  }

  private void setAlarm(WaitingLine line, Duration delay) {
    if (line.hasIdle() && delay.compareTo(LONGEST_ALARM) <= 0) {
      alarms.setNoLater(line.alarm, delay.isNegative() ? Duration.ZERO : delay);
    }
  }

  private void close(Lane lane, WaitingLine line) {
    if (line.isEmpty()) {
      alarms.callOff(line.alarm);
      lines.remove(lane);
    }
  }
}
