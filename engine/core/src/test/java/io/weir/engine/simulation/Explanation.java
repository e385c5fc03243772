package io.weir.engine.simulation;

import io.weir.engine.simulation.Operation.Outcome;
import io.weir.engine.simulation.ShardModel.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A possible history of a shard: a prefix of these operations.
 *
 * @param promised number of operations that must be present
 */
record Explanation(List<Operation> operations, int promised) {

  /**
   * Returns the prefixes that explain the visible cells, applied to {@code cells}; empty when no
   * prefix does.
   */
  Optional<Found> found(
      Map<String, Integer> cells, Map<String, Integer> shown, Predicate<String> visible) {
    var state = new TreeMap<>(cells);
    var atLeast = -1;
    var atMost = -1;
    for (var count = 0; count <= operations.size(); count++) {
      if (count > 0 && operations.get(count - 1).outcome() != Outcome.REFUSED) {
        operations.get(count - 1).applyTo(state);
      }
      if (count >= promised && isShown(state, shown, visible)) {
        atLeast = atLeast < 0 ? count : atLeast;
        atMost = count;
      }
    }
    return atLeast < 0
        ? Optional.empty()
        : Optional.of(new Found(List.copyOf(operations), atLeast, atMost));
  }

  private static boolean isShown(
      Map<String, Integer> state, Map<String, Integer> shown, Predicate<String> visible) {
    var count = 0;
    for (var cell : state.entrySet()) {
      if (visible.test(cell.getKey())) {
        count++;
        if (!cell.getValue().equals(shown.get(cell.getKey()))) {
          return false;
        }
      }
    }
    return count == shown.size();
  }
}
