package io.weir.engine.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write of the users, or some that are carried out as one: what it does to the cells of its shard, and what was heard of it.
 *
 * <p>A cell is an entity, or a table's row in the catalog. All cells of an operation lie in one partition.
 */
final class Operation {

  /** What has to be so of a cell for the operation to be carried out. */
  enum Condition {
    NONE,
    ABSENT,
    PRESENT,
    NEVER
  }

  /**
   * What happens to a cell.
   *
   * @param value the new one; null where the cell is emptied
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

  /** How soon an outcome is heard. */
  enum Hearing {
    AT_ONCE,
    /** After those of lines before it, which may concern other shards. */
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

  /** Carries the operation out on a shard's cells, unless its conditions do not hold. */
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
   * Hears that it is on its way.
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

  /** Whether its outcome may be settled while nobody has heard of it. */
  boolean isUnheard() {
    return outcome == Outcome.PENDING && hearing == Hearing.IN_ORDER_OF_LINES;
  }

  int sentAt() {
    return sentAt;
  }

  /** What its Timestamp is above for certain. */
  long ticksBefore() {
    return ticksBefore;
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
    return "#" + number + " " + outcome + " " + hearing + " " + changes;
  }
}
