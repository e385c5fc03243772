package io.weir.engine.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write of the users, or several that are carried out as one: its effect on the cells of its
 * shard, and its outcome as far as the users know it.
 *
 * <p>A cell is an entity, or a table's row in the catalog. All cells of an operation lie in one
 * partition.
 */
final class Operation {

  /** The state of a cell that the operation requires. */
  enum Condition {
    NONE,
    ABSENT,
    PRESENT,
    NEVER
  }

  /**
   * The change of a cell.
   *
   * @param value the new value; null when the cell is emptied
   */
  record Change(Condition condition, @Nullable Integer value) {

    private boolean isAllowed(boolean present) {
      return switch (condition) {
        case NONE -> true;
        case ABSENT -> !present;
        case PRESENT -> present;
        case NEVER -> false;
      };
    }
  }

  /** The time at which the user receives the outcome. */
  enum Hearing {
    AT_ONCE,
    /** After the outcomes of earlier lines, which may concern other shards. */
    IN_ORDER_OF_LINES
  }

  enum Outcome {
    PENDING,
    DONE,
    REFUSED,
    UNKNOWN
  }

  final int number;
  final Hearing hearing;
  private final Map<String, Change> changes;

  private Outcome outcome = Outcome.PENDING;
  private int sentAt;
  private long ticksBefore;
  private int doneAt;
  private long ticks;

  Operation(int number, Hearing hearing, Map<String, Change> changes) {
    this.number = number;
    this.hearing = hearing;
    this.changes = new LinkedHashMap<>(changes);
  }

  /** Applies the operation to a shard's cells if its conditions hold. */
  void applyTo(Map<String, Integer> cells) {
    for (var cell : changes.entrySet()) {
      if (!cell.getValue().isAllowed(cells.containsKey(cell.getKey()))) {
        return;
      }
    }
    changes.forEach((cell, change) -> {
      if (change.value() == null) {
        cells.remove(cell);
      } else {
        cells.put(cell, change.value());
      }
    });
  }

  /**
   * Records that the operation was sent.
   *
   * @param highestTicks the highest Timestamp that its shard has answered
   */
  void sent(int at, long highestTicks) {
    sentAt = at;
    ticksBefore = highestTicks;
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

  /** Returns whether the outcome may be settled before the user receives it. */
  boolean isUnheard() {
    return outcome == Outcome.PENDING && hearing == Hearing.IN_ORDER_OF_LINES;
  }

  int sentAt() {
    return sentAt;
  }

  /** Returns a certain lower bound of the operation's Timestamp. */
  long ticksBefore() {
    return ticksBefore;
  }

  /** Returns the time of the acknowledgement. */
  int doneAt() {
    return doneAt;
  }

  /** Returns the answered Timestamp; 0 when there is none. */
  long ticks() {
    return ticks;
  }

  @Override
  public String toString() {
    return "#" + number + " " + outcome + " " + hearing + " " + changes;
  }
}
