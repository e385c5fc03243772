package io.weir.engine.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write of the users: what it does to the cells of its shard, and what was heard of it.
 *
 * <p>A cell is an entity, or a table's row in the catalog. All cells of an operation lie in one partition.
 */
final class Operation {

  /** What has to be so for the operation to be carried out. */
  enum Condition {
    NONE,
    ALL_ABSENT,
    REMOVED_PRESENT
  }

  enum Outcome {
    PENDING,
    DONE,
    REFUSED,
    UNKNOWN
  }

  final int number;
  final int submittedAt;
  private final Condition condition;

  /** New values by cell; null where the cell is emptied. */
  private final Map<String, @Nullable Integer> values;

  private Outcome outcome = Outcome.PENDING;
  private int doneAt;
  private long ticks;

  Operation(
      int number, int submittedAt, Condition condition, Map<String, @Nullable Integer> values) {
    this.number = number;
    this.submittedAt = submittedAt;
    this.condition = condition;
    this.values = new LinkedHashMap<>(values);
  }

  /** Carries the operation out on a shard's cells, unless its condition does not hold. */
  void applyTo(Map<String, Integer> cells) {
    for (var cell : values.entrySet()) {
      var present = cells.containsKey(cell.getKey());
      if (condition == Condition.ALL_ABSENT && present
          || condition == Condition.REMOVED_PRESENT && cell.getValue() == null && !present) {
        return;
      }
    }
    values.forEach((cell, value) -> {
      if (value == null) {
        cells.remove(cell);
      } else {
        cells.put(cell, value);
      }
    });
  }

  void done(int at, long timestampTicks) {
    outcome = Outcome.DONE;
    doneAt = at;
    ticks = timestampTicks;
  }

  void refused() {
    outcome = Outcome.REFUSED;
  }

  void lostSight() {
    outcome = Outcome.UNKNOWN;
  }

  Outcome outcome() {
    return outcome;
  }

  /** When it was acknowledged. */
  int doneAt() {
    return doneAt;
  }

  /** The Timestamp that was answered; 0 when none was. */
  long ticks() {
    return ticks;
  }

  @Override
  public String toString() {
    return "#" + number + " " + outcome + " " + values;
  }
}
