package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.record.LogRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * The committed entries on their way into this node's own log, in their order. Those for which the
 * log has no room wait, and nothing overtakes them.
 *
 * <p>Owner: log thread, which also runs the turns of the file log.
 */
final class EntryAppends {

  /** Hears what became of an entry, in the order of the log. */
  interface Listener {

    /** The entry is in the log. */
    void kept(Appending entry);

    /**
     * The log had no room for the entry, which waits from now on.
     *
     * @param isFirst whether no other entry waits
     */
    void stalled(Appending entry, boolean isFirst, LogFailed failure);
  }

  /** The file log is run by this thread and never woken. */
  private static final Executor NO_STARTER = task -> {};

  private final FileLog file;
  private final Listener listener;

  /** Entries that were offered to the file log, oldest first. */
  private final ArrayDeque<Appending> appending = new ArrayDeque<>();

  /**
   * Entries that the file log had no room for, oldest first. Nothing else is appended before them.
   */
  private final ArrayDeque<Appending> stalled = new ArrayDeque<>();

  /** Where the log is once everything that was offered to it is appended. */
  private Place end;

  /**
   * Where the log ended at the start. It may have the first records of the entry after the last
   * mark.
   */
  private final long startPosition;

  private boolean abandoned;

  /** @param start the last place in the log */
  EntryAppends(FileLog file, Place start, Listener listener) {
    this.file = file;
    this.end = start;
    this.startPosition = file.durablePosition();
    this.listener = listener;
  }

  /** Returns where the log is once everything that was offered to it is appended. */
  Place end() {
    return end;
  }

  /** Whether entries wait for room. */
  boolean isStalled() {
    return !stalled.isEmpty();
  }

  /** Whether the file log has written, or refused, what it was offered. */
  boolean isSettled() {
    return appending.isEmpty();
  }

  /** Appends the next entry. */
  void append(Appending next) {
    end = next.place();
    offer(next);
  }

  /**
   * Returns the records of the next entry that the log lacks, and the mark. A crash may have kept
   * the first records of the first entry after the start. Fails if the entry does not begin where
   * this log ends.
   */
  List<LogPayload> missing(Applied at, EntryForm entry) {
    requireNext(at, entry);
    var missing = new ArrayList<LogPayload>(entry.records().size() + 1);
    var position = entry.position();
    for (var record : entry.records()) {
      var after = position + LogFrame.bytes(record.remaining());
      if (position >= startPosition) {
        missing.add(LogPayload.of(record));
      } else if (after > startPosition) {
        throw new IllegalStateException(
            "the log of this node ends inside a record of the leader, and the node cannot go on; start it again with --cluster-fetch-copy index="
                + at.index());
      }
      position = after;
    }
    missing.add(LogRecord.ofMark(entry.highestTicks(), at));
    return missing;
  }

  private void requireNext(Applied at, EntryForm entry) {
    if (entry.position() != end.endPosition()) {
      throw new IllegalStateException(
          "the log of this node differs from the leader's, and the node cannot go on; start it again with --cluster-fetch-copy index="
              + at.index() + " position=" + end.endPosition() + " leaders=" + entry.position());
    }
  }

  /**
   * Offers an entry to the file log, unless an earlier one was refused: it would be appended in the
   * other's place.
   */
  private void offer(Appending entry) {
    if (isStalled()) {
      stalled.add(entry);
      return;
    }
    appending.add(entry);
    var batch = entry.batch(new Written(entry), file.generation());
    while (!file.offer(batch, NO_STARTER)) {
      file.runOnce();
    }
  }

  /**
   * Appends the entries again that wait for room, and returns how many were tried; 0 while some are
   * under way.
   */
  int retry() {
    if (!isSettled()) {
      return 0;
    }
    var again = List.copyOf(stalled);
    stalled.clear();
    again.forEach(this::offer);
    settle();
    return again.size();
  }

  /** Waits until the file log has written, or refused, what it was offered. */
  void settle() {
    while (!isSettled()) {
      file.runOnce();
    }
  }

  /**
   * Gives up what waits for room. What is under way is still appended, as entries that the shards
   * do not hold. Returns those of them that this node proposed.
   */
  List<ProposedEntry> abandon() {
    abandoned = true;
    stalled.clear();
    return appending.stream().map(Appending::disown).filter(Objects::nonNull).toList();
  }

  private final class Written implements LogBatch.Completion {

    private final Appending entry;

    Written(Appending entry) {
      this.entry = entry;
    }

    @Override
    public void acknowledged(long endPosition) {
      appending.remove(entry);
      listener.kept(entry);
    }

    @Override
    public void failed(LogFailed failure) {
      appending.remove(entry);
      if (!abandoned) {
        stalled.add(entry);
        listener.stalled(entry, stalled.size() == 1, failure);
      }
    }
  }
}
