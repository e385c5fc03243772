package io.weir.engine.history;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether a history of calls on one entity is linearizable: whether each call can be given a
 * moment between its beginning and its end such that every answer is right in the order of these
 * moments.
 *
 * <p>Tries the orders one after another. Any call that began before the end of all remaining calls
 * may come next. A state that was reached before with the same completed calls is not tried again
 * (Wing and Gong, "Testing and verifying concurrent objects", 1993; Lowe, "Testing for
 * linearizability", 2017). A history of independent entities is linearizable if the history of each
 * entity is (Herlihy and Wing, 1990), so each entity is checked alone.
 *
 * <p>Belongs to one thread; used once.
 */
final class HistoryChecker {

  private final List<Call> calls;
  private final Set<State> tried = new HashSet<>();

  /** The completed calls, and the entity's version after them. */
  private record State(BitSet done, long version) {}

  private HistoryChecker(List<Call> calls) {
    this.calls = calls;
  }

  /** Returns whether one entity, absent at first, can have answered the calls. */
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
        return; // this call and all later ones began after the end of another remaining call
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
