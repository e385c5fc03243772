package io.weir.engine.tree;

/**
 * The published version of a tree, and the versions that readers hold.
 *
 * <p>{@link #pin}: any thread; never waits. {@link #oldestPinned}: the writer's thread.
 * {@link #publish}: the writer's thread, or a thread that acts for it while it publishes nothing.
 *
 * <p>A reader must announce "I read version v" before it reads v. Between its look-up of v and its
 * announcement, v may have been replaced and its pages freed. The reader therefore announces first
 * and looks again:
 *
 * <pre>
 * reader                              writer
 * R1  v = published.version           W1  published = w
 * R2  slot = v                        W2  scan all slots
 * R3  tree = published                W3  free pages retired by versions up to the smallest
 * </pre>
 *
 * <p>R2, R3, W1 and W2 are volatile accesses, so all threads see them in one order. If R2 comes
 * before W2, the writer sees the slot, and frees only pages that version v and all later ones do
 * not reach; the tree read in R3 is v or later. If W2 comes before R2, then W1 comes before R3, and
 * the reader gets w or a later version, which does not reach any page that W3 frees. Without the
 * full fence between R2 and R3 both could miss each other. No step is ever repeated, so neither
 * side can delay the other.
 *
 * <p>R3 also sees the complete pages of the tree, because the writer wrote them before W1. A writer
 * that finds a slot free, or with a later version, does so after the reader's last access to the
 * pages, because the slot is set with release and scanned with acquire.
 *
 * <p>Slots come in {@link PinBlock}s. Blocks are added until there is a slot for every pin held at
 * once, so each pin holds its own version and no other. Many readers that overlap without a gap
 * therefore do not keep old pages forever.
 */
final class Epochs {

  private final PinBlock first = new PinBlock();
  private volatile Tree published;

  Epochs(Tree first) {
    published = first;
  }

  /** Pins the published version. Allocates only if more pins are held than ever before. */
  Pin pin() {
    return claim(published.version());
  }

  /** Carries out R2 and R3: announces a version, then reads the version published by now. */
  Pin claim(long version) {
    Pin slot = claimSlot(version);
    slot.hold(published);
    return slot;
  }

  private Pin claimSlot(long version) {
    PinBlock block = first;
    while (true) {
      Pin slot = block.claim(version);
      if (slot != null) {
        return slot;
      }
      block = block.nextOrNew();
    }
  }

  /** Publishes a version: later pins hold it. */
  void publish(Tree tree) {
    published = tree;
  }

  Tree published() {
    return published;
  }

  /** Returns a version that no pin is older than; {@link Pin#FREE} if there are no pins. */
  long oldestPinned() {
    long oldest = Pin.FREE;
    for (PinBlock block = first; block != null; block = block.next()) {
      oldest = Math.min(oldest, block.oldest());
    }
    return oldest;
  }
}
