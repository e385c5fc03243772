package io.weir.engine.shard;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.JointOperation;
import io.weir.engine.command.StalePlan;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.record.BeforeImages;
import io.weir.engine.record.LogRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A command that several shards carry out together, or none of them: one record of the log, one
 * force, one Timestamp.
 *
 * <pre>
 * begin     the sequencer offers a part to each shard's mailbox
 * park      each shard takes its part alone, names the Timestamp that would come next, and takes no other command;
 *           the last one makes the highest of these the joint Timestamp
 * evaluate  each shard checks its operations, commits its changes to its private tree, and votes; no room is a vote against,
 *           and the command is sent again when the page files have grown; a part that knows the token of one of its changes
 *           says that the command was carried out before, and all parts are rolled back; it is sent again if the log has lost
 *           that version before the part resumes
 * decide    the last voter gives one record with all changes to the log, if all agree and build on one generation of the log
 * resume    each shard goes on, and builds on its part; or it rolls its part back
 * arrive    when the record is durable, each shard publishes what comes before it, and waits
 * show      the last one shows all versions to readers at one moment ({@link JointPublications}) and answers
 * </pre>
 *
 * <p>Deadlock: one sequencer offers all joint commands, so any two of them are in the same order in
 * all mailboxes. A shard that has parked waits only for shards that have not. What holds those back
 * ends without another shard: earlier turns that wait for the log, or for page files to grow.
 * Source: the one order of all transactions of Calvin (Thomson et al., SIGMOD 2012).
 *
 * <p>Threads: {@link #send}: any thread; its task: the sequencer. The completion: log thread.
 * Everything else: loops of the parts' shards; the loop that counts last acts for all.
 */
public final class JointCommand {

  /** A part's vote against the command. */
  private record Refusal(JointPart part, TableServiceException failure) {

    private boolean isAfter(JointPart other, TableServiceException otherFailure) {
      if (StalePlan.is(failure) || StalePlan.is(otherFailure)) {
        return !StalePlan.is(failure); // the other refusals may follow from the stale plan
      }
      return part.lacksRoom() == other.lacksRoom()
          ? failure.failedOperation() > otherFailure.failedOperation()
          : part.lacksRoom();
    }
  }

  private enum State {
    VOTING,
    COMMITTED,
    ABORTED
  }

  /** The facts of a refusal by a full mailbox. */
  public static final String MAILBOX_FULL = "reason=mailboxFull";

  /**
   * How often a command is sent before it is refused because page files have no room, or because
   * the log fails again and again.
   */
  private static final int ATTEMPTS = 32;

  private final Map<Shard, List<JointOperation>> operations;
  private final List<JointPart> parts;
  private final Executor sequencer;
  private final CommitLog log;
  private final JointPublications publications;
  private final CommandReply reply;
  private final AtomicReference<State> state = new AtomicReference<>(State.VOTING);
  private final AtomicInteger unparked;
  private final AtomicInteger unvoted;

  /**
   * Parts with changes that have not arrived, or parts of a command without changes that have not
   * answered.
   */
  private final AtomicInteger unarrived = new AtomicInteger();

  /** Parts with changes that have not heard of the log's failure. */
  private final AtomicInteger unfailed = new AtomicInteger();

  /** The parts with changes. Written by the loop that decides, before its tasks for the others. */
  private List<JointPart> writers = List.of();

  /** Written by the loop that parks last, before its tasks for the others. */
  private long ticks;

  /**
   * The latest of the parts' presents, by which all parts judge what is expired. Written as
   * {@link #ticks}.
   */
  private long presentTicks;

  /** The refusal that its part answers. Written as {@link #writers}. */
  private @Nullable Refusal refused;

  /**
   * The part that answers, because the command was carried out before. No vote of another part
   * counts then. Written as {@link #writers}.
   */
  private @Nullable JointPart repeating;

  private volatile boolean shown;

  private final int attempt;

  /**
   * Makes a command.
   *
   * @param operations at least one for each shard
   * @param sequencer runs tasks one after another; the same for all joint commands of a store
   * @param reply receives the outcome, once, on the loop of one of the shards, or on the
   *     sequencer's
   */
  public JointCommand(
      Map<Shard, List<JointOperation>> operations,
      Executor sequencer,
      CommitLog log,
      JointPublications publications,
      CommandReply reply) {
    this(operations, sequencer, log, publications, reply, 1);
  }

  private JointCommand(
      Map<Shard, List<JointOperation>> operations,
      Executor sequencer,
      CommitLog log,
      JointPublications publications,
      CommandReply reply,
      int attempt) {
    this.operations = operations;
    this.sequencer = sequencer;
    this.attempt = attempt;
    this.parts = operations.entrySet().stream()
        .map(part -> new JointPart(this, part.getKey(), part.getValue()))
        .toList();
    this.log = log;
    this.publications = publications;
    this.reply = reply;
    this.unparked = new AtomicInteger(parts.size());
    this.unvoted = new AtomicInteger(parts.size());
  }

  /**
   * Sends the command to its shards, after all that were sent before. Any thread; returns at once.
   */
  public void send() {
    sequencer.execute(this::begin);
  }

  /** Offers each part to its shard. When a mailbox is full, all parts are cancelled. */
  private void begin() {
    for (var part : parts) {
      if (!part.offer()) {
        cancel(new ServiceBusyException(MAILBOX_FULL));
        return;
      }
    }
  }

  /**
   * Refuses the command before all shards have parked. Shards that have parked go on; others skip
   * their part.
   */
  void cancel(TableServiceException failure) {
    if (state.compareAndSet(State.VOTING, State.ABORTED)) {
      parts.forEach(JointPart::resume);
      Turn.fail(reply, failure);
    }
  }

  /** Whether the parts are to be skipped or rolled back. */
  boolean isAborted() {
    return state.get() == State.ABORTED;
  }

  /** Returns the operations of the client on entities, in their order. */
  List<EntityOperation> entityOperations() {
    return operations.values().stream()
        .flatMap(List::stream)
        .filter(EntityOperation.class::isInstance)
        .map(EntityOperation.class::cast)
        .sorted(Comparator.comparingInt(EntityOperation::position))
        .toList();
  }

  /** Returns the Timestamp of all writes, in ticks; known once all shards have parked. */
  long ticks() {
    return ticks;
  }

  /** Returns the present of the command, in ticks; known once all shards have parked. */
  long presentTicks() {
    return presentTicks;
  }

  void parked() {
    if (unparked.decrementAndGet() == 0) {
      presentTicks = parts.stream().mapToLong(JointPart::presentTicks).max().orElseThrow();
      ticks = parts.stream().mapToLong(JointPart::upcomingTicks).max().orElseThrow();
      parts.forEach(JointPart::evaluate);
    }
  }

  void voted(JointPart last) {
    if (unvoted.decrementAndGet() == 0) {
      decide(last);
    }
  }

  private void decide(JointPart last) {
    repeating = parts.stream().filter(JointPart::isRepeat).findFirst().orElse(null);
    if (repeating != null) {
      rollBack();
      return;
    }
    writers = parts.stream().filter(part -> !part.changes().isEmpty()).toList();
    unarrived.set(writers.isEmpty() ? parts.size() : writers.size());
    unfailed.set(writers.size());
    var against = firstRefusal();
    if (against != null && against.part().lacksRoom() && attempt < ATTEMPTS) {
      rollBack();
      against.part().postpone();
    } else if (against != null) {
      abort(against);
    } else if (!buildsOnOneGeneration() && attempt < ATTEMPTS) {
      rollBack();
      sendAgain();
    } else if (!buildsOnOneGeneration()) {
      abort(new Refusal(last, new ServiceBusyException("reason=logFailed")));
    } else if (writers.isEmpty()) {
      state.set(State.COMMITTED);
      parts.forEach(JointPart::resume);
    } else {
      offer(last);
    }
  }

  /**
   * Returns the refusal that is answered: a stale plan, or else of the first refused operation, or
   * else of a part that lacks room; null when all agree. A part that is not decided comes before
   * all of them, because it may have an earlier refusal.
   */
  private @Nullable Refusal firstRefusal() {
    Refusal first = null;
    for (var part : parts) {
      var failure = part.refusal();
      if (failure != null && part.isUndecided()) {
        return new Refusal(part, failure);
      }
      if (failure != null && (first == null || first.isAfter(part, failure))) {
        first = new Refusal(part, failure);
      }
    }
    return first;
  }

  /**
   * Whether all shards build on the same generation of the log. Otherwise one of them has not
   * learned yet that the log has lost its turns. The log would refuse the record, but not the later
   * turns of a shard that knows.
   */
  private boolean buildsOnOneGeneration() {
    return parts.stream().mapToLong(JointPart::generation).distinct().count() == 1;
  }

  /**
   * Whether the command is likely to be sent again when a part lacks something. The last attempts
   * wait for cold pages in place.
   */
  boolean hasManyAttempts() {
    return attempt < ATTEMPTS / 2;
  }

  /** Sends the command again, because its obstacle has passed. */
  void sendAgain() {
    new JointCommand(operations, sequencer, log, publications, reply, attempt + 1).send();
  }

  /** Whether the part answers, because it knows that the command was carried out before. */
  boolean isRepeatedBy(JointPart part) {
    return repeating == part;
  }

  /**
   * Asks the shards again whether the command was carried out, because the version that said so was
   * rolled back. Whether its record is in the log is not known here.
   */
  void repeatAgain() {
    if (attempt < ATTEMPTS) {
      sendAgain();
    } else {
      refuse(new ServiceFailedException(
          ErrorCode.INTERNAL_ERROR, "reason=logFailed outcome=unknown", null));
    }
  }

  /** Returns the receiver of the outcome. */
  CommandReply reply() {
    return reply;
  }

  /** Refuses a command that was rolled back and is not sent again. */
  void refuse(TableServiceException failure) {
    Turn.fail(reply, failure);
  }

  private void offer(JointPart last) {
    var changes = writers.stream().flatMap(part -> part.changes().stream()).toList();
    var length = LogRecord.lengthBytes(changes) - BeforeImages.lengthBytes(changes);
    var limit = BeforeImages.mostChangesBytes(log.maxPayloadBytes());
    if (length > limit) {
      abort(new Refusal(
          last,
          new InvalidRequestException(
              ErrorCode.REQUEST_BODY_TOO_LARGE, "bytesAfterMerge=" + length + " limit=" + limit)));
      return;
    }
    var fitting = BeforeImages.fitting(changes, log.maxPayloadBytes());
    var record = LogRecord.ofJoint(ticks, fitting);
    var generation = last.generation();
    state.set(State.COMMITTED); // before the offer: the log may answer at once
    if (log.offer(
        new LogBatch(List.of(record), new Completion(), generation), last.afterWaiting())) {
      parts.forEach(JointPart::resume);
    } else {
      abort(new Refusal(last, new ServiceBusyException("reason=logQueueFull")));
    }
  }

  private void abort(Refusal refusal) {
    refused = refusal;
    rollBack();
  }

  private void rollBack() {
    state.set(State.ABORTED);
    parts.forEach(JointPart::resume);
  }

  /**
   * Adds a part's share of the answer to an empty turn. The shard sends it when all its earlier
   * turns are durable, because the outcome may depend on them.
   */
  void answerIn(Turn turn, JointPart part) {
    var refusal = refused;
    if (repeating == part) {
      turn.answerLater(reply, part.repeatedTicks());
    } else if (refusal != null && refusal.part() == part) {
      turn.refuse(reply, refusal.failure());
    } else if (!isAborted() && writers.isEmpty()) {
      turn.answerLater(new Checked(), ticks);
    }
  }

  /** Whether all versions are visible to readers. */
  boolean isShown() {
    return shown;
  }

  void arrived() {
    if (unarrived.decrementAndGet() == 0) {
      publications.publish(() -> writers.forEach(JointPart::show));
      shown = true;
      writers.forEach(JointPart::publish);
      Turn.done(reply, ticks);
    }
  }

  /** Counts the shards that have undone their part after the log failed. The last one answers. */
  void undone(TableServiceException failure) {
    if (unfailed.decrementAndGet() == 0) {
      Turn.fail(reply, failure);
    }
  }

  /** Answers a command without changes once every shard has answered it. */
  private final class Checked implements CommandReply {

    @Override
    public void done(long timestampTicks) {
      if (unarrived.decrementAndGet() == 0) {
        reply.done(timestampTicks);
      }
    }

    @Override
    public void failed(TableServiceException failure) {
      if (unarrived.getAndSet(0) > 0) {
        reply.failed(failure);
      }
    }
  }

  private final class Completion implements LogBatch.Completion {

    @Override
    public void acknowledged(long endPosition) {
      writers.forEach(part -> part.durable(endPosition));
    }

    @Override
    public void failed(LogFailed cause) {
      writers.forEach(part -> part.logFailed(cause));
    }
  }
}
