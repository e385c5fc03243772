package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.balance.WriteTimes;
import io.weir.engine.log.LogPayload;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands that a shard decides together: their changes, their log records, and the answers
 * that wait until the turn is durable.
 *
 * <p>Owner: shard loop.
 */
final class Turn {

  private record Answer(
      CommandReply reply, long ticks, @Nullable TableServiceException refusal) {
    void send() {
      if (refusal == null) {
        reply.done(ticks);
      } else {
        reply.failed(refusal);
      }
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

  private final List<Command> taken = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final List<LogPayload> records = new ArrayList<>();
  private final WriteGroup group = new WriteGroup();

  /** When the writes of a committed turn arrived. */
  private long[] arrivals = {};

  private List<ByteRange> removal = List.of();
  private int recordBytes;
  private long version;
  private boolean durable;
  private Runnable whenLost = () -> {};
  private List<Change> changes = List.of();

  /** What the turn's version becomes visible with; null if it does so alone. */
  private @Nullable JointVersion part;

  /** Adds a command that is about to be decided. */
  void take(Command command) {
    taken.add(command);
  }

  /** Gives the command back that was taken last and is not decided. */
  void untake() {
    taken.remove(taken.size() - 1);
  }

  /** Returns the commands of this turn, so that they can be decided again in a later turn. */
  List<Command> taken() {
    return List.copyOf(taken);
  }

  void refuse(CommandReply reply, TableServiceException refusal) {
    answers.add(new Answer(reply, 0, refusal));
  }

  void accept(CommandReply reply, long ticks, List<Change> changes) {
    accept(reply, ticks, LogRecord.of(ticks, changes));
    addToGroup(changes);
  }

  /** Takes over the changes of a part of a joint command, which logs and answers them. */
  void acceptPart(List<Change> made) {
    changes = made;
    addToGroup(made);
  }

  private void addToGroup(List<Change> made) {
    for (var change : made) {
      change.addTo(group);
    }
  }

  /** Returns the changes of the part. */
  List<Change> changes() {
    return changes;
  }

  /** Makes the turn's version visible together with others. */
  void joins(JointVersion jointPart) {
    part = jointPart;
    changes = List.of();
  }

  /**
   * Returns the part of a joint commit that must be shown before later turns are published; null
   * when there is none.
   */
  @Nullable
  JointVersion unshownPart() {
    return part == null || part.isShown() ? null : part;
  }

  /** Adds a change that another node has evaluated. */
  void apply(Change change) {
    change.addTo(group);
  }

  /** Adds the removal of a range that another node has evaluated. */
  void applyRemoval(ByteRange range) {
    var ranges = new ArrayList<>(removal);
    ranges.add(range);
    removal = ranges;
  }

  /** Whether a range is removed, which no later change may precede. */
  boolean removesRanges() {
    return !removal.isEmpty();
  }

  /** Adds an answer that is sent with the turn's other answers. */
  void answerLater(CommandReply reply, long ticks) {
    answers.add(new Answer(reply, ticks, null));
  }

  /** Removes and returns the refusal of the turn's only command; null when it was accepted. */
  @Nullable
  TableServiceException removeRefusal() {
    var refusal = answers.isEmpty() ? null : answers.get(0).refusal();
    answers.clear();
    return refusal;
  }

  /**
   * Accepts the removal of a shard's ranges; the turn takes no other command.
   *
   * @param before changes of keys outside the ranges. They are in the same version of the tree.
   *     Their record is before that of the removal, so a crash keeps the removal only with them.
   */
  void acceptRemoval(
      CommandReply reply, long ticks, int shard, List<ByteRange> ranges, List<Change> before) {
    if (!before.isEmpty()) {
      add(LogRecord.of(ticks, before));
      addToGroup(before);
    }
    accept(reply, ticks, LogRecord.ofRemoval(ticks, shard, ranges));
    removal = ranges;
  }

  private void accept(CommandReply reply, long ticks, LogPayload record) {
    answers.add(new Answer(reply, ticks, null));
    add(record);
  }

  private void add(LogPayload record) {
    recordBytes += record.lengthBytes();
    records.add(record);
  }

  /**
   * Takes over the answers of a later turn without changes; they are sent together with this turn's
   * answers.
   */
  void adopt(Turn later) {
    answers.addAll(later.answers);
  }

  int commands() {
    return answers.size();
  }

  int recordBytes() {
    return recordBytes;
  }

  List<LogPayload> records() {
    return records;
  }

  /** Whether the turn has no changes. */
  boolean changesNothing() {
    return group.isEmpty() && removal.isEmpty();
  }

  /** Whether the tree has room for the changes. If it has none, it starts to make room. */
  boolean hasRoomIn(VersionedTree tree) {
    return tree.hasRoomFor(group, removal.size());
  }

  /**
   * Makes a version of the tree that contains the changes, unless it needs a cold page: see
   * {@link VersionedTree#commitResident}.
   */
  void commitResidentTo(VersionedTree tree, int shard) {
    committedAs(tree.commitResident(group, removal, shard));
  }

  /** Returns the keys of the changes. */
  List<byte[]> keys() {
    return group.keys();
  }

  /** Makes a version of the tree that contains the changes. */
  void commitTo(VersionedTree tree) {
    committedAs(tree.commit(group, removal));
  }

  /** Returns all changes of the turn so far; later commands of the turn see them. */
  WriteGroup group() {
    return group;
  }

  /** Returns the version of the tree that contains the changes. */
  long version() {
    return version;
  }

  /** Whether a version of the tree contains the changes. */
  boolean isCommitted() {
    return version > 0;
  }

  void committedAs(long treeVersion) {
    version = treeVersion;
    arrivals = arrivals();
    taken.clear();
    group.clear();
  }

  private long[] arrivals() {
    var nanos = new long[taken.size()];
    var writes = 0;
    for (var command : taken) {
      if (command instanceof WriteCommand write) {
        nanos[writes++] = write.arrivedNanos();
      }
    }
    return writes == nanos.length ? nanos : Arrays.copyOf(nanos, writes);
  }

  boolean isDurable() {
    return durable;
  }

  void becomeDurable() {
    durable = true;
  }

  void answer() {
    sendAll(Answer::send);
  }

  /** Sends the answers of a turn that has changes, and notes how long its writes took. */
  void answer(WriteTimes times) {
    answer();
    var now = System.nanoTime();
    for (var arrivedNanos : arrivals) {
      times.answered(arrivedNanos, now);
    }
  }

  /** Sets a task that runs if the turn is lost together with an earlier turn that the log lost. */
  void whenLost(Runnable task) {
    whenLost = task;
  }

  /** Fails all answers and runs the task of {@link #whenLost}. */
  void lose(TableServiceException failure) {
    failAll(failure);
    whenLost.run();
  }

  void failAll(TableServiceException failure) {
    sendAll(answer -> answer.reply.failed(failure));
  }

  /** Fails the command that was taken last, if its decision failed and it has no answer yet. */
  void failUndecided(TableServiceException failure) {
    if (taken.size() > answers.size()) {
      fail(taken.get(taken.size() - 1).reply(), failure);
    }
  }

  /** Acknowledges a command; a reply that throws is logged. */
  static void done(CommandReply reply, long ticks) {
    try {
      reply.done(ticks);
    } catch (RuntimeException e) {
      LOG.error("a reply to a command failed", e);
    }
  }

  /** Fails a command; a reply that throws is logged. */
  static void fail(CommandReply reply, TableServiceException failure) {
    try {
      reply.failed(failure);
    } catch (RuntimeException e) {
      LOG.error("a reply to a command failed", e);
    }
  }

  /**
   * Sends every answer, also after one that cannot be sent. An error is thrown after the last
   * answer.
   */
  private void sendAll(Consumer<Answer> sending) {
    Error error = null;
    for (var answer : answers) {
      try {
        sending.accept(answer);
      } catch (RuntimeException e) {
        LOG.error("a reply to a command failed", e);
      } catch (Error e) { // deliberate: the shard handles it after the other answers
        error = e;
      }
    }
    answers.clear();
    if (error != null) {
      throw error;
    }
  }
}
