package io.weir.engine.shard;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.log.CommitLog;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides, command by command, what a turn changes and what it refuses.
 *
 * <p>Shard loop. A command sees what the turn's earlier commands did, and under that the tree's current version.
 */
final class Evaluator {

  private final int shard;
  private final Supplier<VersionedTree> tree;
  private final CommitLog log;
  private final Timestamps timestamps;
  private final IntPredicate liveTables;

  /** Whether the page files could not grow a moment ago. Removals go on: room is kept for them. */
  private boolean full;

  private boolean closed;

  /** The refusal of every command while the shard is to be rebuilt. */
  private @Nullable TableServiceException refusal;

  /** The refusal of every write after a task of the shard failed. */
  private @Nullable TableServiceException fault;

  Evaluator(
      int shard,
      Supplier<VersionedTree> tree,
      CommitLog log,
      Timestamps timestamps,
      IntPredicate liveTables) {
    this.shard = shard;
    this.tree = tree;
    this.log = log;
    this.timestamps = timestamps;
    this.liveTables = liveTables;
  }

  /** From now on, or no longer, what would store something is refused. */
  void full(boolean isFull) {
    full = isFull;
  }

  boolean isFull() {
    return full;
  }

  /** Refuses every command from now on; returns the refusal. */
  TableServiceException refuseAll(String facts) {
    var busy = new ServiceBusyException(facts + " outcome=notDone");
    refusal = busy;
    return busy;
  }

  /** Ends what {@link #refuseAll} began. */
  void refuseNoMore() {
    refusal = null;
  }

  /** Returns the refusal of a command that rests on a damaged page. */
  ServiceBusyException pageDamaged() {
    return new ServiceBusyException("shard=" + shard + " reason=pageDamaged outcome=notDone");
  }

  /** Refuses every write from now on, because a task of the shard failed; returns the refusal. */
  TableServiceException refuseFaulted() {
    if (fault == null) {
      fault = new ServiceFailedException(
          ErrorCode.INTERNAL_ERROR, "shard=" + shard + " reason=shardFault outcome=notDone", null);
    }
    return fault;
  }

  /** Returns the failure of a write whose outcome is unknown because a task of the shard failed. */
  ServiceFailedException faulted(Throwable cause) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "shard=" + shard + " reason=shardFault outcome=unknown", cause);
  }

  /** From now on everything is refused. */
  void close() {
    closed = true;
  }

  /** What a write is refused with that there is no room for. */
  ServiceBusyException noSpace() {
    return new ServiceBusyException("shard=" + shard + " reason=noSpace");
  }

  /** Begins a turn. */
  InTurn in(Turn turn) {
    return new InTurn(turn);
  }

  /** Adds commands to a turn. */
  final class InTurn implements Command.Handler {

    private final Turn turn;

    private InTurn(Turn turn) {
      this.turn = turn;
    }

    void evaluate(Command command) {
      var trouble = log.outage();
      if (trouble != null) {
        turn.refuse(command.reply(), LogFailure.notDone(trouble.cause()));
      } else if (fault != null) {
        turn.refuse(command.reply(), fault);
      } else if (refusal != null) {
        turn.refuse(command.reply(), refusal);
      } else if (closed) {
        turn.refuse(command.reply(), new ServiceBusyException("reason=closing"));
      } else if (!liveTables.test(command.tableId())) {
        turn.refuse(command.reply(), new NotFoundException(ErrorCode.TABLE_NOT_FOUND, ""));
      } else {
        command.dispatch(this);
      }
    }

    @Override
    public void write(WriteCommand command) {
      if (full && command.stores()) {
        turn.refuse(command.reply(), noSpace());
        return;
      }
      var ticks = timestamps.next();
      var evaluation = new Evaluation(key -> stored(key, turn.group()), ticks);
      var reason = evaluation.evaluate(command);
      if (reason.isPresent()) {
        turn.refuse(command.reply(), reason.get());
      } else if (LogRecord.lengthBytes(evaluation.changes()) > log.maxPayloadBytes()) {
        turn.refuse(command.reply(), tooLong(evaluation.changes()));
      } else {
        turn.accept(command.reply(), ticks, evaluation.changes());
      }
    }

    @Override
    public void removeRanges(RangeRemoval command) {
      turn.acceptRemoval(command.reply(), timestamps.next(), shard, command.ranges());
    }
  }

  private byte @Nullable [] stored(byte[] key, WriteGroup earlier) {
    var change = earlier.get(key);
    return change == null ? tree.get().current().find(key) : change.value();
  }

  /** A batch of merges is short, and what it makes of large entities may not be: the log keeps these whole. */
  private InvalidRequestException tooLong(List<Change> changes) {
    return new InvalidRequestException(
        ErrorCode.REQUEST_BODY_TOO_LARGE,
        "bytesAfterMerge=" + LogRecord.lengthBytes(changes) + " limit=" + log.maxPayloadBytes());
  }
}
