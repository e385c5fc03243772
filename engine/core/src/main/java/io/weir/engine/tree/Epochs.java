package io.weir.engine.tree;

/**
 * The published version of a tree, and who still reads which version.
 *
 * <p>{@link #pin}: any thread; never waits. {@link #publish} and {@link #oldestPinned}: the
 * writer's thread.
 *
 * <p>A reader has to say "I read version v" before it reads v, and v may have been replaced, and
 * its pages freed, between looking it up and saying so. So it says so first and looks again:
 *
 * <pre>
 * reader                              writer
 * R1  v = published.version           W1  published = w
 * R2  slot = v                        W2  scan all slots
 * R3  tree = published                W3  free pages retired by versions up to the smallest
 * </pre>
 *
 * <p>R2, R3, W1 and W2 are volatile accesses, so they stand in one order that all threads see. If
 * R2 comes before W2, the writer sees the slot, and frees only pages that version v and all later
 * ones do not reach; the tree read in R3 is v or later. If W2 comes before R2, then W1 comes before
 * R3, and the reader gets w or a later version, which does not reach any page that W3 frees.
 * Without the full fence between R2 and R3 both could miss each other. Nothing is ever repeated, so
 * neither side can hold the other up.
 *
 * <p>R3 also sees the pages of the tree complete: the writer wrote them before W1. And the writer
 * that finds a slot free, or with a later version, does so after the reader's last look at the
 * pages: the slot is set with release and scanned with acquire.
 *
 * <p>Slots come in {@link PinBlock}s. As many blocks are added as pins are ever held at once, so
 * each pin, however many there are, holds its own version and nothing else: many readers that come
 * and go without a gap do not keep old pages for ever.
 */
final class Epochs {

  private final PinBlock first = new PinBlock();
  private volatile Tree published;

  Epochs(Tree first) {
    published = first;
  }

  /** Holds the published version. Allocates only when more pins are held than ever before. */
  Pin pin() {
    return claim(published.version());
  }

  /** R2 and R3: says that a version is read, then gets the one that is published by now. */
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

  /** Makes a version the one that readers get. */
  void publish(Tree tree) {
    published = tree;
  }

  Tree published() {
    return published;
  }

  /** A version that no pin is older than; {@link Pin#FREE} when nothing is pinned. */
  long oldestPinned() {
    long oldest = Pin.FREE;
    for (PinBlock block = first; block != null; block = block.next()) {
      oldest = Math.min(oldest, block.oldest());
    }
    return oldest;
  }
}
