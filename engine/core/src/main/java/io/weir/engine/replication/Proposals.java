package io.weir.engine.replication;

import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.Outcome;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.append.BatchQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches of this node's shards that are not committed: those that wait, and those in the entry
 * in flight.
 *
 * <p>The batches that wait become one entry when none is in flight, so the entry grows while the
 * disks of the majority are busy with the one before. More in flight would make entries smaller and
 * not faster: each costs every node a force and a dozen changes of threads, whatever its length,
 * and a follower is sent one call at a time. A batch that is longer than an entry goes on in the
 * next one.
 *
 * <p>Owner: log thread.
 */
final class Proposals {

  private final BatchQueue queue;
  private final Consensus consensus;
  private final Inbox inbox;
  private final int mostEntryBytes;
  private final ClosedTime closed;

  /**
   * Batches that were taken from the queue, oldest first. The first may have been proposed in part.
   */
  private final ArrayDeque<LogBatch> waiting = new ArrayDeque<>();

  /** How many records of the first waiting batch were proposed. */
  private int proposedOfFirst;

  /** The entry that was proposed and whose outcome is open; null if there is none. */
  private @Nullable ProposedEntry inFlight;

  /** The next entry, which the consensus had no room for; null if there is none. */
  private @Nullable ProposedEntry unsent;

  private long term;
  private long nextPosition;

  Proposals(
      BatchQueue queue, Consensus consensus, Inbox inbox, int mostEntryBytes, ClosedTime closed) {
    this.queue = queue;
    this.consensus = consensus;
    this.inbox = inbox;
    this.mostEntryBytes = mostEntryBytes;
    this.closed = closed;
  }

  /**
   * Begins a term at a position of the log, at which its first entry will begin. Nothing is in
   * flight.
   */
  void begin(long leadingTerm, long position) {
    term = leadingTerm;
    nextPosition = position;
  }

  /**
   * Notes a time that all shards have closed: what they offered up to then is in the queue, or was
   * taken from it.
   */
  void close(long ticks) {
    drain();
    closed.waits(ticks, waiting.peekLast());
  }

  /** Proposes what waits if nothing is in flight. Returns the number of entries, 0 or 1. */
  int propose() {
    drain();
    if (inFlight != null || !hasNext()) {
      return 0;
    }
    var entry = unsent == null ? next() : unsent;
    unsent = null;
    inFlight = entry; // before the proposal, whose outcome may come at once
    if (!consensus.propose(term, entry.bytes(), new Sent(term))) {
      inFlight = null;
      unsent = entry;
      return 0;
    }
    return 1;
  }

  private boolean hasNext() {
    return unsent != null || !waiting.isEmpty() || closed.isOverdue();
  }

  /** Whether no batch waits and no entry is in flight. */
  boolean isEmpty() {
    return queue.isEmpty() && waiting.isEmpty() && inFlight == null && unsent == null;
  }

  /** Whether the outcome of an entry is open. */
  boolean isInFlight() {
    return inFlight != null;
  }

  /** Whether the consensus had no room for an entry. */
  boolean isHeldBack() {
    return unsent != null;
  }

  /** Takes the batches of this term from the queue, and refuses those of another. */
  private void drain() {
    for (var batch : queue.drain()) {
      if (batch.generation() == term) {
        waiting.add(batch);
      } else {
        batch.completion().failed(LogFailed.notLeader(null));
      }
    }
  }

  private ProposedEntry next() {
    var records = new ArrayList<LogPayload>();
    var endings = new ArrayList<ProposedEntry.Ending>();
    var bytes = EntryForm.HEAD_BYTES + EntryForm.CLOSED_BYTES;
    var position = nextPosition;
    while (!waiting.isEmpty()) {
      var batch = waiting.element();
      var record = batch.payloads().get(proposedOfFirst);
      bytes += EntryForm.LENGTH_BYTES + record.lengthBytes();
      if (bytes > mostEntryBytes && !records.isEmpty()) {
        break;
      }
      records.add(record);
      position += LogFrame.bytes(record.lengthBytes());
      if (++proposedOfFirst == batch.payloads().size()) {
        proposedOfFirst = 0;
        endings.add(new ProposedEntry.Ending(batch.completion(), position));
        closed.proposed(waiting.remove());
      }
    }
    return entry(records, endings, position + EntryForm.MARK_FRAME_BYTES);
  }

  private ProposedEntry entry(
      List<LogPayload> records, List<ProposedEntry.Ending> endings, long end) {
    var begin = nextPosition;
    nextPosition = end;
    var bytes = EntryForm.encode(term, begin, records, closed.take());
    return new ProposedEntry(term, begin, end, bytes, endings);
  }

  /** Takes the entry in flight if it begins at a position. Returns null if it does not. */
  @Nullable
  ProposedEntry take(long position) {
    var first = inFlight;
    if (first == null || first.position() != position) {
      return null;
    }
    inFlight = null;
    return first;
  }

  /** Fails all batches, in their order. Those in entries may be kept; of the others nothing is. */
  void failAll(LogFailed unknown, LogFailed refusal) {
    var sent = inFlight;
    inFlight = null;
    if (sent != null) {
      sent.fail(unknown);
    }
    var next = unsent;
    unsent = null;
    if (next != null) {
      next.fail(unknown); // an earlier entry may hold the first records of its first batch
    }
    for (var batch : waiting) {
      batch.completion().failed(proposedOfFirst > 0 ? unknown : refusal);
      proposedOfFirst = 0;
    }
    waiting.clear();
    queue.drain().forEach(batch -> batch.completion().failed(refusal));
  }

  /** Hears of the outcome of a proposal. An entry that is kept is delivered. */
  private final class Sent implements Outcome {

    private final long proposedFor;

    Sent(long proposedFor) {
      this.proposedFor = proposedFor;
    }

    @Override
    public void kept() {}

    @Override
    public void refused(String reason) {
      inbox.add(new Event.Lost(proposedFor, reason));
    }

    @Override
    public void unknown() {
      inbox.add(new Event.Lost(proposedFor, "outcome=unknown"));
    }
  }
}
