package io.weir.engine.history;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a history of calls on one entity is linearizable: whether each call can be given a moment
 * between its beginning and its end such that, in the order of these moments, every answer is right.
 *
 * <p>Tries one order after the other: next may come any call that began before every other that is
 * left had ended. States that were reached before, with the same calls done, are not tried again
 * (Wing and Gong, "Testing and verifying concurrent objects", 1993; Lowe, "Testing for
 * linearizability", 2017). A history of entities that do not depend on each other is linearizable
 * when that of each is (Herlihy and Wing, 1990), so each is checked alone.
 *
 * <p>Belongs to one thread; used once.
 */
final class HistoryChecker {

  private final List<Call> calls;
  private final Set<State> tried = new HashSet<>();

  /** What is done, and what the entity's version is then. */
  private record State(BitSet done, long version) {}

  private HistoryChecker(List<Call> calls) {
    this.calls = calls;
  }

  /** Whether the calls can have been answered by one entity that was absent at first. */
  static boolean isLinearizable(List<Call> calls) {
    return new HistoryChecker(
            calls.stream().sorted(Comparator.comparingLong(Call::begun)).toList())
        .search();
  }

  private boolean search() {
    var open = new ArrayDeque<State>();
    open.push(new State(new BitSet(calls.size()), Call.ABSENT));
    while (!open.isEmpty()) {
      var state = open.pop();
      if (state.done().cardinality() == calls.size()) {
        return true;
      }
      pushNext(state, open);
    }
    return false;
  }

  private void pushNext(State state, ArrayDeque<State> open) {
    var firstEnd = Long.MAX_VALUE;
    for (var i = state.done().nextClearBit(0); i < calls.size(); i = nextLeft(state, i)) {
      var call = calls.get(i);
      if (call.begun() > firstEnd) {
        return; // it and all after it began when another that is left had ended
      }
      firstEnd = Math.min(firstEnd, call.ended());
      if (call.kind().allows(state.version(), call)) {
        var done = (BitSet) state.done().clone();
        done.set(i);
        var next = new State(done, call.kind().after(state.version(), call));
        if (tried.add(next)) {
          open.push(next);
        }
      }
    }
  }

  private static int nextLeft(State state, int i) {
    return state.done().nextClearBit(i + 1);
  }
}
