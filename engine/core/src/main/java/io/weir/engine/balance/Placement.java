package io.weir.engine.balance;

import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.MovableLoop;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which loop runs which shard. At first loop {@code i} of {@code n} runs the shards whose number
 * modulo {@code n} is {@code i}.
 *
 * <p>Any thread.
 */
public final class Placement {

  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);

  private final Loops loops;
  private final List<MovableLoop> shards;
  private final AtomicLong moves = new AtomicLong();

  /** Places the shards of a store that opens. */
  public Placement(Loops loops, int shards, LongSupplier nanoClock) {
    this.loops = loops;
    this.shards = IntStream.range(0, shards)
        .mapToObj(
            number -> new MovableLoop(loops.all().get(number % loops.all().size()), nanoClock))
        .toList();
  }

  /** Returns the number of shards. */
  public int shards() {
    return shards.size();
  }

  /** Returns the number of loops. */
  public int loops() {
    return loops.all().size();
  }

  /** Returns the loop of a shard. It stays the same object when the shard moves. */
  public MovableLoop ofShard(int shard) {
    return shards.get(shard);
  }

  /** Returns the number of the loop that runs a shard; a moment's view. */
  public int loopOf(int shard) {
    return loops.all().indexOf(shards.get(shard).host());
  }

  /** Returns the loop with a number. */
  Loop loop(int number) {
    return loops.all().get(number);
  }

  /**
   * Moves a shard to a loop. Returns at once; the shard's next turn runs there. No data moves.
   *
   * @throws IndexOutOfBoundsException if there is no such shard or loop
   */
  public void move(int shard, int loop) {
    shards.get(shard).moveTo(loops.all().get(loop));
    moves.incrementAndGet();
    LOG.info("moved a shard shard={} loop={}", shard, loop);
  }

  /** Returns the number of moves since the start. */
  public long moves() {
    return moves.get();
  }
}
