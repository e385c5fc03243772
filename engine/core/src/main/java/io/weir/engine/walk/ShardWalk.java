package io.weir.engine.walk;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.ColdPage;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work on one shard, in slices: one stretch after another, in one pass or in passes with
 * pauses between them. The package documentation has the invariants.
 *
 * <p>Owner: shard loop. {@link #once}, {@link #repeat}, {@link #done}, {@link #failed} and
 * {@link #changed}: any thread. A walk is started once.
 */
public final class ShardWalk implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(ShardWalk.class);

  /** The pause before a refused slice of a single pass is sent again. */
  private static final Duration RETRY = Duration.ofMillis(200);

  /**
   * The pause after a slice that changed nothing. It bounds the share of the loop that an idle pass
   * takes.
   */
  private static final Duration SLICE_PAUSE = Duration.ofMillis(5);

  /**
   * The rest of the loop after a slice that changed something: about the time of two slices. Slices
   * without rest keep every core busy, and a foreground command then waits for a core. With it, a
   * loop removes about 170,000 entities a second.
   */
  private static final Duration REST = Duration.ofNanos(400_000);

  /**
   * Most pages that a walk waits for before it looks at a stretch. A pass over more of them does
   * without the stretch: the memory for pages may be too small for it.
   */
  private static final int MOST_WAITS = 64;

  /** Stretches that one task of the loop looks at. */
  private static final int LOOKS_A_TASK = 100;

  private final Shard shard;
  private final SliceTurn turn;
  private final BooleanSupplier isClosing;
  private final AtomicLong changed = new AtomicLong();

  private Supplier<? extends Iterator<? extends Stretch>> passes = Collections::emptyIterator;
  private Duration passPause = Duration.ZERO;

  /**
   * Whether there are passes without end, which take their time. Somebody waits for the end of a
   * single pass, so it does not rest.
   */
  private boolean repeats;

  private Iterator<? extends Stretch> left = Collections.emptyIterator();
  private Stretch stretch = walk -> true;

  /** Waits for pages before a look at the stretch. */
  private int waits;

  /** What the slice came to that was evaluated last. It counts once the slice is durable. */
  private Sliced sliced = Sliced.NOTHING_LEFT;

  /**
   * Prepares a walk.
   *
   * @param turn among the background work of the shard's loop
   * @param isClosing whether the store closes; no further slice is sent then
   */
  public ShardWalk(Shard shard, SliceTurn turn, BooleanSupplier isClosing) {
    this.shard = shard;
    this.turn = turn;
    this.isClosing = isClosing;
  }

  /** Walks over one stretch once. A slice that is refused is sent again after 200 ms. */
  public void once(Stretch only) {
    shard.execute(() -> {
      left = List.of(only).iterator();
      next();
    });
  }

  /**
   * Walks again and again. A slice that is refused ends its pass.
   *
   * @param pause the time before the first pass, and between two passes
   * @param stretches returns the stretches of a pass when it begins
   */
  public void repeat(Duration pause, Supplier<? extends Iterator<? extends Stretch>> stretches) {
    shard.execute(() -> {
      repeats = true;
      passPause = pause;
      passes = stretches;
      rest();
    });
  }

  /** Returns how much the slices changed that have become durable since the start. */
  public long changed() {
    return changed.get();
  }

  private void rest() {
    if (repeats && !isClosing.getAsBoolean()) {
      shard.schedule(passPause, this::pass);
    }
  }

  private void pass() {
    left = passes.get();
    next();
  }

  /** Goes on to the next stretch that may have work. */
  private void next() {
    for (var looks = 0; looks < LOOKS_A_TASK; looks++) {
      if (isClosing.getAsBoolean() || !left.hasNext()) {
        rest();
        return;
      }
      stretch = left.next();
      waits = 0;
      if (!look()) {
        return;
      }
    }
    shard.execute(this::next);
  }

  /**
   * Looks at the stretch, and sends a slice if it is due. Returns whether the walk goes on at once,
   * because the stretch has nothing to do.
   */
  private boolean look() {
    try {
      if (!stretch.isDue()) {
        return true;
      }
      send();
      return false;
    } catch (ColdPage e) {
      return waits++ == MOST_WAITS || !awaits(e);
    }
  }

  /** Has a page read before the next look. Returns false if too many reads wait. */
  private boolean awaits(ColdPage page) {
    try {
      shard.readPage(page, this::lookAgain);
      return true;
    } catch (ServiceBusyException e) {
      LOG.debug("background work passes over a page that cannot be read stretch={}", stretch, e);
      return false;
    }
  }

  private void lookAgain() {
    if (isClosing.getAsBoolean() || look()) {
      next();
    }
  }

  private void send() {
    turn.take(this::sendInTurn);
  }

  private void sendInTurn() {
    if (isClosing.getAsBoolean()) {
      turn.end();
    } else if (!stretch.send(this)) {
      turn.end();
      shard.whenRoom(this::send);
    }
  }

  /** Offers the command of a slice to the shard, unless its mailbox is half full. */
  public boolean offer(Command command) {
    return shard.offerPatiently(command);
  }

  /** Hears what a slice comes to if it becomes durable, and ends its turn. */
  public void evaluated(Sliced slice) {
    sliced = slice;
    if (repeats && slice.changed() > 0) {
      turn.endAfter(REST);
    } else {
      turn.end();
    }
  }

  /** Goes on after a slice that is durable. */
  @Override
  public void done(long timestampTicks) {
    shard.execute(this::advance);
  }

  private void advance() {
    changed.addAndGet(sliced.changed());
    stretch.advance(sliced);
    if (sliced.isLast()) {
      stretch.left(true);
    }
    Runnable onward = sliced.isLast() ? this::next : this::send;
    if (repeats && sliced.changed() == 0) {
      shard.schedule(SLICE_PAUSE, onward);
    } else {
      onward.run();
    }
  }

  /** Goes on after a slice that was not carried out. */
  @Override
  public void failed(TableServiceException failure) {
    shard.execute(() -> refused(failure));
  }

  private void refused(TableServiceException failure) {
    turn.end();
    switch (stretch.refused(failure)) {
      case AGAIN -> send();
      case LATER -> later(failure);
      case OVER -> {
        stretch.left(false);
        next();
      }
    }
  }

  private void later(TableServiceException failure) {
    LOG.debug("a slice of background work is refused stretch={}", stretch, failure);
    if (isClosing.getAsBoolean()) {
      return;
    }
    if (repeats) {
      stretch.left(false);
      rest();
    } else {
      shard.schedule(RETRY, this::send);
    }
  }
}
