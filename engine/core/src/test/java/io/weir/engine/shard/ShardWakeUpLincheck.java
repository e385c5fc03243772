package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.GuardedLoop;
import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import io.weir.testkit.Interleavings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Producers that wake a shard while its loop finishes a turn. No accepted command and no waiting
 * producer is forgotten.
 *
 * <p>The commands are for a table that does not exist, so a turn refuses them without its tree and
 * log.
 */
public final class ShardWakeUpLincheck {

  private static final String LOOP = "shard loop";

  /** The classes that take part in a wake-up. */
  private static final Set<Class<?>> STEPS =
      Set.of(Shard.class, GuardedLoop.class, Mailbox.class, ShardWakeUpLincheck.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PoisonPageStore pages = new PoisonPageStore(512);
  private final AtomicInteger expected = new AtomicInteger();
  private final AtomicInteger reported = new AtomicInteger();
  private final Shard shard = new Shard(
      0,
      new TaskLoop(),
      new VersionedTree(pages, () -> true),
      new ScriptedLog(),
      Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
      0,
      table -> false,
      ShardOptions.DEFAULT.withMailbox(2, 1 << 20));

  @Test
  void noInterleavingForgetsACommandOrAProducer() {
    Interleavings.explore(ShardWakeUpLincheck.class, STEPS);
  }

  @Operation
  public void offer() {
    var ranges = List.of(new ByteRange(new byte[] {0}, new byte[] {1}));
    if (shard.offer(new RangeRemovalCommand(1, ranges, new Counted()))) {
      expected.incrementAndGet();
    }
  }

  @Operation
  public void waitForRoom() {
    expected.incrementAndGet();
    shard.whenRoom(reported::incrementAndGet);
  }

  @Operation(nonParallelGroup = LOOP)
  public void runTask() {
    var task = tasks.poll();
    if (task != null) {
      task.run();
    }
  }

  @Validate
  public void theLoopReportsToAll() {
    while (!tasks.isEmpty()) {
      runTask();
    }
    pages.close();
    if (expected.get() != reported.get()) {
      throw new IllegalStateException("expected=" + expected + " reported=" + reported);
    }
  }

  private final class Counted implements CommandReply {

    @Override
    public void done(long timestampTicks) {
      throw new IllegalStateException("carried out without its table");
    }

    @Override
    public void failed(TableServiceException failure) {
      reported.incrementAndGet();
    }
  }

  /** A loop whose thread is the thread that runs {@link #runTask}. */
  private final class TaskLoop implements Loop {

    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException("nothing waits here");
    }

    @Override
    public LongWork longWork() {
      throw new UnsupportedOperationException("a shard does no work in turns");
    }
  }
}
