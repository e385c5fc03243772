package io.weir.engine.simulation;

import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.simulation.Operation.Change;
import io.weir.engine.simulation.Operation.Hearing;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The requests of a store's users and their outcomes, in order. */
final class Ledger {

  final List<ShardModel> shards;
  private final boolean everyAnswerPromises;
  private final boolean crowded;
  private int operations;
  private int time;

  /**
   * Creates a ledger without requests.
   *
   * @param everyAnswerPromises whether acknowledged operations are durable
   * @param crowded whether mailboxes are so small that lines of a bulk write wait for room
   */
  Ledger(int shardCount, boolean everyAnswerPromises, boolean crowded) {
    this.shards =
        IntStream.range(0, shardCount).mapToObj(shard -> new ShardModel()).toList();
    this.everyAnswerPromises = everyAnswerPromises;
    this.crowded = crowded;
  }

  /** Returns the number of the next operation. */
  int nextNumber() {
    return operations;
  }

  Operation operation(Hearing hearing, Map<String, Change> changes) {
    return new Operation(operations++, hearing, changes);
  }

  /** Returns the number of operations whose outcome may be settled before the user receives it. */
  long unheard() {
    return shards.stream().mapToLong(ShardModel::unheard).sum();
  }

  /**
   * Returns whether a single write, which does not wait for room, might be carried out before
   * waiting lines.
   */
  boolean overtakes(int shard) {
    return crowded && shards.get(shard).unheard() > 0;
  }

  /** Returns whether another bulk write might overtake waiting lines, at any shard. */
  boolean overtakes() {
    return crowded && unheard() > 0;
  }

  /**
   * Records the cancellation of a bulk write: lines that wait for room are dropped, and lines at
   * the shards are carried out.
   */
  void cancelled() {
    if (crowded) {
      shards.forEach(ShardModel::disturbed);
    }
  }

  void sent(Operation operation, int shard) {
    shards.get(shard).sent(operation, time++);
  }

  void done(Operation operation, int shard, long ticks) {
    var model = shards.get(shard);
    model.forgetUnknownBefore(operation); // the shard continued without its lost operations
    operation.done(time++, ticks);
    if (ticks > 0) {
      model.answered(operation);
    }
    if (everyAnswerPromises) {
      model.promise();
    }
  }

  void failed(Operation operation, Throwable failure) {
    if (failure instanceof ServiceFailedException failed
        && !failed.facts().contains("outcome=notDone")) {
      operation.lostSight();
    } else if (failure instanceof TableServiceException) {
      operation.refused();
    } else {
      throw new AssertionError("failure outside the contract", failure);
    }
  }
}
