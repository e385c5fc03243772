package io.weir.engine.shard;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.PendingTree;
import io.weir.engine.command.StalePlan;
import io.weir.engine.index.LiveTables;
import io.weir.engine.log.CommitLog;
import io.weir.engine.record.BeforeImages;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.WriteGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the commands of a turn: each is added to the turn with its changes, or with its
 * refusal.
 *
 * <p>An evaluation that comes to a cold page throws {@link io.weir.engine.tree.ColdPage} and leaves
 * the turn unchanged; it is repeated. A joint command is sent again when a part comes to one.
 *
 * <p>Owner: shard loop. A command sees the changes of the turn's earlier commands, and the tree's
 * current version below them.
 */
final class Evaluator {

  private final int shard;
  private final ColdPageWait cold;
  private final CommitLog log;
  private final Timestamps timestamps;
  private final LiveTables liveTables;

  private final IndexUpkeep indexes;
  private final IntPredicate keepsImages;

  /**
   * Whether the page files have no room. Removals continue, because pages are reserved for them.
   */
  private boolean full;

  private boolean closed;

  /** The refusal of every command until the shard is rebuilt. */
  private @Nullable TableServiceException refusal;

  /** The refusal of every write after a task of the shard failed. */
  private @Nullable TableServiceException fault;

  Evaluator(
      int shard, ColdPageWait cold, CommitLog log, Timestamps timestamps, LiveTables liveTables) {
    this.shard = shard;
    this.cold = cold;
    this.log = log;
    this.timestamps = timestamps;
    this.liveTables = liveTables;
    this.indexes = new IndexUpkeep(shard, liveTables);
    this.keepsImages = liveTables::keepsBeforeImages;
  }

  /** Starts or stops the refusal of writes that store something. */
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

  /** Ends the refusal that {@link #refuseAll} began. */
  void endRefusal() {
    refusal = null;
  }

  /** Returns the refusal of a command that reads a damaged page. */
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

  /** Refuses every command from now on, because the shard has stopped; returns the refusal. */
  TableServiceException close() {
    closed = true;
    return closing();
  }

  private static ServiceBusyException closing() {
    return new ServiceBusyException("reason=closing");
  }

  /** Returns the vote of a part that needs a page which must be read first. */
  ServiceBusyException coldPage() {
    return new ServiceBusyException("shard=" + shard + " reason=coldPage outcome=notDone");
  }

  /** Returns the vote of a part for which the shard waited while another node led. */
  ServiceBusyException elsewhere() {
    return new ServiceBusyException("shard=" + shard + " reason=notLeader outcome=notDone");
  }

  /** Returns the refusal of a write that the page files have no room for. */
  ServiceBusyException noSpace() {
    return new ServiceBusyException("shard=" + shard + " reason=noSpace");
  }

  /** Returns a handler that evaluates commands into a turn. */
  InTurn in(Turn turn) {
    return new InTurn(turn);
  }

  /** Evaluates commands into one turn. */
  final class InTurn implements Command.Handler {

    private final Turn turn;

    private InTurn(Turn turn) {
      this.turn = turn;
    }

    void evaluate(Command command) {
      var logFailure = log.outage();
      if (logFailure != null) {
        turn.refuse(command.reply(), LogFailure.notDone(logFailure.cause()));
      } else if (fault != null) {
        turn.refuse(command.reply(), fault);
      } else if (refusal != null) {
        turn.refuse(command.reply(), refusal);
      } else if (closed) {
        turn.refuse(command.reply(), closing());
      } else if (!(command instanceof JointPart) && !liveTables.isLive(command.tableId())) {
        turn.refuse(command.reply(), new NotFoundException(ErrorCode.TABLE_NOT_FOUND, ""));
      } else {
        dispatch(command);
      }
    }

    /**
     * A command that comes to a cold page is evaluated again. It gets the Timestamp then that it
     * would have got now.
     */
    private void dispatch(Command command) {
      var last = timestamps.last();
      try {
        command.dispatch(this);
      } catch (ColdPage e) {
        timestamps.takeBack(last);
        throw e;
      }
    }

    @Override
    public void write(WriteCommand command) {
      var ticks = timestamps.next();
      Evaluation.StoredForms before = key -> stored(key, turn.group());
      var tokens = ChangeTokens.of(command);
      if (isAnswered(tokens, command.reply(), before, ticks)) {
        return;
      }
      if (full && command.stores()) {
        turn.refuse(command.reply(), noSpace());
        return;
      }
      var evaluation = evaluation(before, ticks, timestamps.present(), command.reply());
      var reason = evaluation.evaluate(command);
      if (liveTables.keepsClaims(command.tableId()) && !isAsPlanned(command, evaluation, before)) {
        turn.refuse(command.reply(), StalePlan.REFUSAL);
        return;
      }
      if (reason.isPresent()) {
        turn.refuse(command.reply(), reason.get());
        return;
      }
      var changes = tokens.with(
          indexes.withEntries(evaluation.changes(), before), shard, ticks, evaluation.images());
      if (LogRecord.lengthBytes(changes) > BeforeImages.mostChangesBytes(log.maxPayloadBytes())) {
        turn.refuse(command.reply(), tooLong(changes));
      } else {
        turn.accept(command.reply(), ticks, withImages(changes, before));
      }
    }

    /** Whether a command needs no evaluation, because its tokens are known. */
    private boolean isAnswered(
        ChangeTokens tokens, CommandReply reply, Evaluation.StoredForms before, long ticks) {
      try {
        var answered = tokens.answered(before, shard, ticks);
        if (answered == null) {
          return false;
        }
        reply.changed(answered.images());
        turn.answerLater(reply, answered.ticks());
      } catch (ConflictException reused) {
        turn.refuse(reply, reused);
      }
      return true;
    }

    private boolean isAsPlanned(
        WriteCommand command, Evaluation evaluation, Evaluation.StoredForms before) {
      return command.planned()
          && evaluation.changes().stream()
              .allMatch(change -> indexes.moves(change, before).isEmpty());
    }

    @Override
    public void decide(DecisionCommand command) {
      if (full && command.stores()) {
        turn.refuse(command.reply(), noSpace());
        return;
      }
      var ticks = timestamps.next();
      var entries = new PendingTree(cold.tree(), turn.group());
      var made = new SliceChanges();
      var reason = command.decision().decide(new Decision.View(entries, ticks, full), made);
      if (reason != null) {
        turn.refuse(command.reply(), reason);
      } else if (made.changes.isEmpty()) {
        turn.answerLater(command.reply(), ticks);
      } else if (LogRecord.lengthBytes(made.changes)
          > BeforeImages.mostChangesBytes(log.maxPayloadBytes())) {
        turn.refuse(command.reply(), tooLong(made.changes));
      } else {
        turn.accept(command.reply(), ticks, made.changes);
      }
    }

    @Override
    public void upkeep(UpkeepCommand command) {
      if (full && command.stores()) {
        turn.refuse(command.reply(), noSpace());
        return;
      }
      timestamps.upcoming(); // decides the present
      var current = cold.tree();
      var slice = new SliceChanges();
      command.slice().evaluate(new UpkeepCommand.View(current, timestamps.present(), full), slice);
      if (slice.changes.isEmpty()) {
        turn.answerLater(command.reply(), 0);
      } else {
        slice.changes.addAll(indexes.sweepsDue(slice.changes, current::find));
        var changes = indexes.withEntries(slice.changes, current::find);
        turn.accept(command.reply(), timestamps.next(), withImages(changes, current::find));
      }
    }

    @Override
    public void joint(JointPart part) {
      Evaluation.StoredForms before = cold.tree()::find;
      var joint = part.joint();
      var tokens = ChangeTokens.of(part);
      if (isAnswered(tokens, part, before)) {
        return;
      }
      if (full && part.stores()) {
        turn.refuse(part.reply(), noSpace());
        return;
      }
      var evaluation = evaluation(before, joint.ticks(), joint.presentTicks(), joint.reply());
      var refusal = evaluation.evaluate(part.operations()).orElse(null);
      var claims = new ClaimEvaluation(
          before, indexes, liveTables, part.joint().presentTicks(), evaluation.changes());
      if (!claims.isAsPlanned(part.operations())) {
        turn.refuse(part.reply(), StalePlan.REFUSAL);
        return;
      }
      var made = new SliceChanges();
      var first = earlier(earlier(refusal, claims.evaluate(part.claims())), decideAll(part, made));
      if (first != null) {
        turn.refuse(part.reply(), first);
      } else {
        var changes = tokens.with(claims.changes(), shard, joint.ticks(), evaluation.images());
        made.changes.addAll(0, withImages(changes, before));
        turn.acceptPart(made.changes);
      }
    }

    /**
     * Whether a part needs no evaluation, because its tokens are known. The part then makes its
     * whole command answer as it was answered before.
     */
    private boolean isAnswered(ChangeTokens tokens, JointPart part, Evaluation.StoredForms before) {
      try {
        var answered = tokens.answered(before, shard, part.joint().ticks());
        if (answered == null) {
          return false;
        }
        part.joint().reply().changed(answered.images());
        part.repeats(answered.ticks());
        turn.refuse(part.reply(), JointPart.REPEATED);
      } catch (ConflictException reused) {
        turn.refuse(part.reply(), reused);
      }
      return true;
    }

    /**
     * Returns the refusal that is answered: a stale plan, or that of the earlier operation, or that
     * of an entity before a claim.
     */
    private @Nullable TableServiceException earlier(
        @Nullable TableServiceException one, @Nullable TableServiceException other) {
      return one == null
              || other != null
                  && (StalePlan.is(other) || other.failedOperation() < one.failedOperation())
          ? other
          : one;
    }

    /**
     * Returns the refusal of the decisions of a part, which names the operation; null when all are
     * carried out.
     */
    private @Nullable TableServiceException decideAll(JointPart part, SliceChanges made) {
      var entries = new PendingTree(cold.tree(), new WriteGroup());
      var view = new Decision.View(entries, part.joint().ticks(), full);
      for (var operation : part.decisions()) {
        var refused = liveTables.isLive(operation.id())
            ? operation.decision().decide(view, made)
            : new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "");
        if (refused != null) {
          return refused.atOperation(operation.position());
        }
      }
      return null;
    }

    @Override
    public void removeRanges(RangeRemovalCommand command) {
      var orders = full ? List.<Change>of() : indexes.sweepsOfRemoval(command.tableId());
      turn.acceptRemoval(command.reply(), timestamps.next(), shard, command.ranges(), orders);
    }
  }

  private static final class SliceChanges implements Changes {

    private final List<Change> changes = new ArrayList<>();

    @Override
    public void put(byte[] key, byte[] value) {
      changes.add(Change.put(key, value));
    }

    @Override
    public void remove(byte[] key) {
      changes.add(Change.remove(key));
    }

    @Override
    public void expire(byte[] key) {
      changes.add(Change.expire(key));
    }
  }

  private Evaluation evaluation(
      Evaluation.StoredForms stored, long ticks, long presentTicks, CommandReply reply) {
    return new Evaluation(stored, ticks, liveTables, presentTicks, reply);
  }

  /** Returns the changes with the entities that they replace, for tables that keep them. */
  private List<Change> withImages(List<Change> changes, Evaluation.StoredForms before) {
    return BeforeImages.addedTo(changes, keepsImages, before::find, log.maxPayloadBytes());
  }

  private byte @Nullable [] stored(byte[] key, WriteGroup earlier) {
    var change = earlier.get(key);
    return change == null ? cold.tree().find(key) : change.value();
  }

  /**
   * Returns the refusal of a batch whose log record is too long. The record holds whole entities,
   * so short merges can make a long one.
   */
  private InvalidRequestException tooLong(List<Change> changes) {
    return new InvalidRequestException(
        ErrorCode.REQUEST_BODY_TOO_LARGE,
        "bytesAfterMerge=" + LogRecord.lengthBytes(changes) + " limit="
            + BeforeImages.mostChangesBytes(log.maxPayloadBytes()));
  }
}
