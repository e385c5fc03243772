package io.weir.engine.queue;

import io.weir.engine.queue.Alarms.Alarm;
import io.weir.engine.queue.WaitingTake.State;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The takes that wait at one lane. Owner: shard loop. */
final class WaitingLine {

  /** Wakes a take when a hidden message becomes visible. */
  final Alarm alarm;

  private final Alarms alarms;
  private final TreeMap<Long, WaitingTake> idle = new TreeMap<>();
  private int looking;

  /** Messages that were reported while every take was looking. At most as many as look. */
  private int missed;

  WaitingLine(Alarms alarms) {
    this.alarms = alarms;
    this.alarm = alarms.of(() -> wake(1));
  }

  /** Lets a take look that is not in the line yet. */
  void enter(WaitingTake take) {
    looking++;
    take.look(alarms.now());
  }

  /** Lets idle takes look, one for each message, in the order of their arrival. */
  void wake(int messages) {
    var left = messages;
    for (; left > 0 && !idle.isEmpty(); left--) {
      enter(idle.pollFirstEntry().getValue());
    }
    missed = (int) Math.min((long) missed + left, looking);
  }

  /** Ends the look of a take. */
  void looked() {
    looking--;
  }

  /**
   * Makes a take idle whose look was empty. If it may have missed a message, it or an older one
   * looks again.
   */
  void stay(WaitingTake take) {
    take.state = State.IDLE;
    idle.put(take.number, take);
    passOn();
  }

  /** Lets a take look for a message that was reported while all were looking. */
  void passOn() {
    if (missed > 0) {
      missed--;
      wake(1);
    }
  }

  void remove(WaitingTake take) {
    idle.remove(take.number);
  }

  List<WaitingTake> idle() {
    return new ArrayList<>(idle.values());
  }

  boolean hasIdle() {
    return !idle.isEmpty();
  }

  boolean isEmpty() {
    return idle.isEmpty() && looking == 0;
  }
}
