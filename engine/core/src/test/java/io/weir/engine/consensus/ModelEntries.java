package io.weir.engine.consensus;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The entries of a model cluster: the agreed ones in their order, and those in flight, whose
 * outcomes come early, late or not at all.
 */
final class ModelEntries {

  private static final int MOST_PENDING = 6;

  private final Random random;
  private final List<Agreed> agreed = new ArrayList<>();
  private final ArrayDeque<Proposal> pending = new ArrayDeque<>();
  private long nextIndex;
  private boolean isFull;

  /** An entry with its place. */
  record Agreed(Applied at, ByteBuffer entry) {}

  private record Proposal(long term, ByteBuffer entry, Outcome outcome) {}

  ModelEntries(Random random) {
    this.random = random;
  }

  /** Returns the number of agreed entries. */
  int agreed() {
    return agreed.size();
  }

  Agreed agreed(int number) {
    return agreed.get(number);
  }

  /** Returns the number of entries in flight. */
  int pending() {
    return pending.size();
  }

  /** Returns the last index that was taken; -1 before the first. */
  long lastIndex() {
    return nextIndex - 1;
  }

  /** Takes an index without an entry. */
  void takeIndex() {
    nextIndex++;
  }

  /** Sets whether there is no room for another entry. */
  void full(boolean now) {
    isFull = now;
  }

  /** Puts an entry in flight. Returns false if there are too many. */
  boolean offer(long term, ByteBuffer entry, Outcome outcome) {
    return !isFull
        && pending.size() < MOST_PENDING
        && pending.add(new Proposal(term, entry, outcome));
  }

  /** Agrees on the oldest entry in flight, and tells the leader that proposed it. */
  void agreeOnOldest() {
    agree(pending.element());
    pending.remove().outcome.kept();
  }

  /** Agrees on an entry that was not in flight. */
  void agreeOnForeign(long term, ByteBuffer entry) {
    agreed.add(new Agreed(new Applied(term, nextIndex++), entry));
  }

  /** Ends what is in flight, because the leader is lost: so many of the oldest survive. */
  void lose(int survivors) {
    for (var left = survivors; left > 0; left--) {
      agree(pending.element());
      tell(pending.remove().outcome, true);
    }
    pending.forEach(lost -> tell(lost.outcome, false));
    pending.clear();
  }

  private void agree(Proposal proposal) {
    agreeOnForeign(proposal.term, proposal.entry);
  }

  private void tell(Outcome outcome, boolean isKept) {
    switch (random.nextInt(3)) {
      case 0 -> outcome.unknown();
      case 1 -> {
        if (isKept) {
          outcome.kept();
        } else {
          outcome.refused("reason=lost");
        }
      }
      default -> {} // the node dies, or hears first that it follows
    }
  }
}
