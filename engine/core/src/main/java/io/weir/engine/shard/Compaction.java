package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.LeafRewrite;
import io.weir.engine.tree.VersionedTree;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives disk room back after entities were removed: fills pages, and moves pages out of sparse
 * files. {@link io.weir.engine.page.extent} describes how.
 *
 * <p>deliberate: this is not a walk of {@link io.weir.engine.walk}. It changes no entry, so nothing
 * is logged, answered or refused. It takes the turns of background work nevertheless.
 *
 * <p>Owner: shard loop. One slice is under way at any time. A tree that takes the place of the
 * present one is compacted from the next look on.
 */
final class Compaction {

  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

  /** The pause between two looks whether there is anything to do. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /**
   * The rest of the loop after a slice, which writes 128 KiB: at most 64 MB a second on each loop.
   */
  private static final Duration REST = Duration.ofMillis(2);

  /** The pause before the next attempt while a joint commit is decided. */
  private static final Duration RETRY = Duration.ofMillis(5);

  /** Pages are filled after the bytes in them have shrunk to this part. */
  private static final double SHRUNK = 0.75;

  private final int shard;
  private final Loop loop;
  private final ServedTree served;
  private final BooleanSupplier isHeld;
  private final BooleanSupplier isFaulted;
  private final VersionPublisher publisher;
  private final SliceTurn turn;
  private final PassedPageReads reads;

  private VersionedTree tree;
  private LeafRewrite pass = LeafRewrite.moving();

  /** Whether the pass fills pages. */
  private boolean fills;

  /** The most bytes in pages since pages were filled. */
  private long mostBytes;

  private boolean stopped;

  /**
   * Prepares the compaction of a shard.
   *
   * @param isHeld as for {@link DroppedTables}
   * @param reads reads cold pages and leaves them cold
   */
  Compaction(
      int shard,
      Loop loop,
      ServedTree served,
      BooleanSupplier isHeld,
      BooleanSupplier isFaulted,
      VersionPublisher publisher,
      SliceTurn turn,
      PassedPageReads reads) {
    this.shard = shard;
    this.loop = loop;
    this.served = served;
    this.isHeld = isHeld;
    this.isFaulted = isFaulted;
    this.publisher = publisher;
    this.turn = turn;
    this.reads = reads;
    this.tree = served.tree();
  }

  /** Looks from now on, again and again, whether there is anything to do. */
  void start() {
    loop.schedule(LOOK_EVERY, this::look);
  }

  /** Ends before the next slice. */
  void stop() {
    stopped = true;
  }

  private void look() {
    if (hasEnded()) {
      return;
    }
    if (served.isRefused() || !mayBegin()) {
      start();
    } else {
      LOG.debug("a compaction begins shard={} fills={}", shard, fills);
      next();
    }
  }

  private boolean mayBegin() {
    if (tree != served.tree()) {
      tree = served.tree();
      mostBytes = 0;
    }
    var bytes = tree.pages().stats().bytes();
    mostBytes = Math.max(mostBytes, bytes);
    fills = bytes < mostBytes * SHRUNK;
    pass = fills ? LeafRewrite.filling() : LeafRewrite.moving();
    return fills || tree.pages().moves().areWanted();
  }

  private void next() {
    turn.take(() -> loop.execute(this::slice));
  }

  /** A shard whose task has failed does not trust its pages. */
  private boolean hasEnded() {
    return stopped || isFaulted.getAsBoolean();
  }

  private void slice() {
    assert loop.isCurrent();
    if (hasEnded() || served.isRefused() || tree != served.tree()) {
      turn.end();
      end();
    } else if (isHeld.getAsBoolean()) {
      turn.end();
      loop.schedule(RETRY, this::next);
    } else {
      step();
    }
  }

  private void step() {
    try {
      goOn(outcome());
    } catch (PageDamaged e) { // the read has reported the page to the store
      LOG.debug("a compaction ends at a damaged page shard={}", shard, e);
      giveUp();
    }
  }

  private LeafRewrite.Outcome outcome() {
    var ended = false;
    try {
      var outcome = pass.step(tree);
      ended = outcome == LeafRewrite.Outcome.COMMITTED;
      return outcome;
    } finally {
      if (ended) {
        turn.endAfter(REST);
      } else {
        turn.end();
      }
    }
  }

  private void goOn(LeafRewrite.Outcome outcome) {
    switch (outcome) {
      case COMMITTED -> publisher.publishUnchanged(pass.version(), () -> loop.execute(this::next));
      case COLD -> read(pass.cold());
      case NOTHING -> next();
      case NO_ROOM -> waitForRoom();
      case ENDED -> ended();
    }
  }

  /**
   * Ends a pass at a page that cannot be read. The pages are not filled again before as many have
   * been removed once more.
   */
  private void giveUp() {
    tree.pages().moves().giveUp();
    ended();
  }

  private void read(List<byte[]> keys) {
    try {
      reads.readAll(
          keys.stream().map(key -> new ColdPage(shard, key)).toList(), loop, this::afterRead);
    } catch (ServiceBusyException e) {
      LOG.debug("cold pages are not compacted now shard={}", shard, e);
      end();
    }
  }

  /** Lets the next look begin another pass, for which the leaves that were written are done. */
  private void waitForRoom() {
    tree.pages().moves().giveUp();
    end();
  }

  /** A page that the disk does not return is left to who needs it. */
  private void afterRead(boolean all) {
    if (all) {
      next();
    } else {
      giveUp();
    }
  }

  private void ended() {
    LOG.debug("a compaction ends shard={} leaves={}", shard, pass.written());
    if (fills) {
      mostBytes = tree.pages().stats().bytes();
    }
    end();
  }

  private void end() {
    if (!hasEnded()) {
      start();
    }
  }
}
