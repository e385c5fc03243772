package io.weir.engine.simulation;

import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.simulation.Operation.Change;
import io.weir.engine.simulation.Operation.Hearing;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the users of a store asked for, and what they heard, in its order. */
final class Ledger {

  final List<ShardModel> shards;
  private final boolean everyAnswerPromises;
  private final boolean crowded;
  private int operations;
  private int time;

  /**
   * Nothing was asked for yet.
   *
   * @param everyAnswerPromises whether what is acknowledged is durable
   * @param crowded whether shards have so little room that lines of a bulk write wait for it
   */
  Ledger(int shardCount, boolean everyAnswerPromises, boolean crowded) {
    this.shards =
        IntStream.range(0, shardCount).mapToObj(shard -> new ShardModel()).toList();
    this.everyAnswerPromises = everyAnswerPromises;
    this.crowded = crowded;
  }

  /** The number that the next operation gets. */
  int nextNumber() {
    return operations;
  }

  Operation operation(Hearing hearing, Map<String, Change> changes) {
    return new Operation(operations++, hearing, changes);
  }

  /** Operations whose outcome may be settled while nobody has heard of it. */
  long unheard() {
    return shards.stream().mapToLong(ShardModel::unheard).sum();
  }

  /** Whether a single write, which does not wait for room, might be carried out before lines that do. */
  boolean overtakes(int shard) {
    return crowded && shards.get(shard).unheard() > 0;
  }

  /** The same of another bulk write, at any shard. */
  boolean overtakes() {
    return crowded && unheard() > 0;
  }

  /** A bulk write was cancelled: lines that wait for room are sent no more, while what is at the shards goes on. */
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
    model.forgetUnknownBefore(operation); // whatever the shard lost before, it went on without
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
      throw new AssertionError("not of the contract", failure);
    }
  }
}
