package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a shard decided in one go: the changes, their log records, and the answers that wait until the turn is durable.
 *
 * <p>Owner: shard loop.
 */
final class Turn {

  private record Answer(Reply reply, long ticks, @Nullable TableServiceException refusal) {
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
  private final List<ByteBuffer> records = new ArrayList<>();
  private final WriteGroup group = new WriteGroup();
  private List<ByteRange> removal = List.of();
  private int recordBytes;
  private long version;
  private boolean durable;
  private Runnable whenLost = () -> {};

  /** Notes a command that is about to be decided. */
  void take(Command command) {
    taken.add(command);
  }

  /** The commands that were decided, for a turn that is given up to be decided again. */
  List<Command> taken() {
    return List.copyOf(taken);
  }

  void refuse(Reply reply, TableServiceException refusal) {
    answers.add(new Answer(reply, 0, refusal));
  }

  void accept(Reply reply, long ticks, List<Change> changes) {
    accept(reply, ticks, LogRecord.encode(ticks, changes));
    changes.forEach(change -> change.addTo(group));
  }

  /** Removes ranges of a shard; the turn takes no other command. */
  void acceptRemoval(Reply reply, long ticks, int shard, List<ByteRange> ranges) {
    accept(reply, ticks, LogRecord.encodeRemoval(ticks, shard, ranges));
    removal = ranges;
  }

  private void accept(Reply reply, long ticks, byte[] record) {
    answers.add(new Answer(reply, ticks, null));
    recordBytes += record.length;
    records.add(ByteBuffer.wrap(record));
  }

  /** Waits for this turn with the answers of a later one that changed nothing. */
  void adopt(Turn later) {
    answers.addAll(later.answers);
  }

  int commands() {
    return answers.size();
  }

  int recordBytes() {
    return recordBytes;
  }

  List<ByteBuffer> records() {
    return records;
  }

  /** Whether anything is to be changed. */
  boolean changesNothing() {
    return group.isEmpty() && removal.isEmpty();
  }

  /** Whether the tree can take the changes now; when not, it has begun to make room. */
  boolean hasRoomIn(VersionedTree tree) {
    return removal.isEmpty() ? tree.hasRoomFor(group) : tree.hasRoomToRemove(removal.size());
  }

  /** Makes a version of the tree that has the changes. */
  void commitTo(VersionedTree tree) {
    committedAs(removal.isEmpty() ? tree.commit(group) : tree.removeRanges(removal));
  }

  /** All changes of the turn, also what later commands of the turn see. */
  WriteGroup group() {
    return group;
  }

  /** The version of the tree that holds the changes. */
  long version() {
    return version;
  }

  void committedAs(long treeVersion) {
    version = treeVersion;
    taken.clear();
    group.clear();
  }

  boolean isDurable() {
    return durable;
  }

  void becomeDurable() {
    durable = true;
  }

  void answer() {
    tellAll(Answer::send);
  }

  /** Has something done, instead of answers, if the turn falls with one before it that the log lost. */
  void whenLost(Runnable again) {
    whenLost = again;
  }

  void lose(TableServiceException failure) {
    failAll(failure);
    whenLost.run();
  }

  void failAll(TableServiceException failure) {
    tellAll(answer -> answer.reply.failed(failure));
  }

  /** Fails a command that was taken and not decided yet: the last, when deciding it failed. */
  void failUndecided(TableServiceException failure) {
    if (taken.size() > answers.size()) {
      fail(taken.get(taken.size() - 1).reply(), failure);
    }
  }

  /** Tells a command that it failed. */
  static void fail(Reply reply, TableServiceException failure) {
    try {
      reply.failed(failure);
    } catch (RuntimeException e) {
      LOG.error("An answer could not be given.", e);
    }
  }

  /** Gives every answer, also where one cannot be given. An error is thrown once the others are told. */
  private void tellAll(Consumer<Answer> telling) {
    Error error = null;
    for (var answer : answers) {
      try {
        telling.accept(answer);
      } catch (RuntimeException e) {
        LOG.error("An answer could not be given.", e);
      } catch (Error e) { // deliberate: the shard hears of it after the other answers
        error = e;
      }
    }
    answers.clear();
    if (error != null) {
      throw error;
    }
  }
}
