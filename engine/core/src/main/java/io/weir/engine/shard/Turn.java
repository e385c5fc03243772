package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  private final List<Answer> answers = new ArrayList<>();
  private final List<ByteBuffer> records = new ArrayList<>();
  private final WriteGroup group = new WriteGroup();
  private List<ByteRange> removal = List.of();
  private int recordBytes;
  private long version;
  private boolean durable;
  private Runnable whenLost = () -> {};

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
    group.clear();
  }

  boolean isDurable() {
    return durable;
  }

  void becomeDurable() {
    durable = true;
  }

  void answer() {
    answers.forEach(Answer::send);
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
    answers.forEach(answer -> answer.reply.failed(failure));
  }
}
