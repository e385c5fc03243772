package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.engine.balance.Balancing;
import io.weir.engine.balance.Placement;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.observe.Observing;
import io.weir.engine.store.Membership;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreEnvironment;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine whose threads, clock and disk follow from one seed. It runs a store and chooses at
 * every step which thread continues.
 *
 * <p>All threads of the store share the test's thread: a loop runs one task, the log takes one
 * turn, a work thread carries out one task. While a thread waits for the disk or for another
 * thread, others run on top of it on the stack. No thread runs inside itself.
 */
final class SimulatedMachine {

  private static final int PATIENCE = 10_000;
  private static final int MOST_ON_STACK = 4;
  private static final int MOVE_EVERY = 50;
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  final Random random;
  final SimulatedDisk disk;
  private final StoreOptions options;

  private Folder life;
  private List<SimulatedLoop> loops = List.of();
  private SimulatedThreads workThreads = new SimulatedThreads();
  private SimulatedThreads feedThreads = new SimulatedThreads();
  private @Nullable IntSupplier log;
  private @Nullable Membership membership;
  private @Nullable Placement placement;
  private boolean logRuns;
  private Runnable client = () -> {};
  private int onStack;
  private int idlePauses;
  private long nanos;
  private boolean timeStandsStill;
  private Duration clockIsOff = Duration.ZERO;

  SimulatedMachine(long seed, StoreOptions options) {
    this.random = new Random(seed);
    this.disk = new SimulatedDisk(seed);
    this.options = options
        .withObserving(Observing.OFF) // what is sampled must not depend on anything but the seed
        .withBalancing(Balancing.OFF) // nor which loop runs a shard
        .withClock(((InstantSource) this::now).withZone(ZoneOffset.UTC));
    this.life = disk.root();
    disk.beforeEach(this::giveWay);
  }

  /** Begins a life: opens the store on the disk, or creates it. */
  Engine open() throws IOException {
    life = disk.root();
    log = null;
    placement = null;
    loops = Stream.generate(() -> new SimulatedLoop(this::nanos)).limit(2).toList();
    workThreads = new SimulatedThreads();
    var threads = workThreads;
    feedThreads = new SimulatedThreads();
    feedThreads.waitForSteps();
    var readers = feedThreads;
    var environment = new StoreEnvironment(
        disk,
        () -> threads,
        () -> readers,
        () -> threads,
        started -> start(started, threads),
        this::pause,
        this::nanos,
        membership);
    var store = Store.open(options, new Loops(List.<Loop>copyOf(loops)), environment);
    placement = store.placement();
    return Engine.over(store);
  }

  /** From now on threads run only when the test steps them. */
  private void start(FileLog started, SimulatedThreads threads) {
    log = started::runOnce;
    threads.waitForSteps();
  }

  /** Makes the machine a node of several from its next life on. */
  void joins(UUID storeId, Supplier<Consensus> consensus) {
    membership = new Membership(storeId, consensus, (replicated, replica) -> {
      log = replicated::runOnce;
      workThreads.waitForSteps();
      replicated.join(replica);
    });
  }

  /** Sets the next small action of the users, which runs at each of their turns. */
  void serve(Runnable users) {
    client = users;
  }

  /**
   * Returns whether the machine lost power or the process was killed since the store was opened.
   */
  boolean isDown() {
    return disk.isDead(life);
  }

  /** Ends a life: closes the store, if its failures allow that, and kills the process. */
  void end(Engine engine) throws IOException {
    serve(() -> {});
    try {
      engine.close();
    } catch (IOException e) {
      if (!isDown() && engine.health().writable()) {
        throw e;
      }
    }
    disk.killProcess();
  }

  /** Cuts the power, and releases what the store of this life held. */
  void crash(Engine engine) {
    disk.cutPower();
    try {
      engine.close();
    } catch (IOException e) {
      assertThat(isDown()).isTrue();
    }
  }

  /** From now on only {@link #letTimePass} moves the clock. */
  void stopClock() {
    timeStandsStill = true;
  }

  /** Sets the difference of the wall clock from the true time. */
  void setClockOff(Duration difference) {
    clockIsOff = difference;
  }

  long nanos() {
    return nanos;
  }

  /**
   * Lets a random thread continue, or moves a shard to a random loop. Returns whether a thread had
   * work.
   */
  boolean step() {
    if (placement != null && random.nextInt(MOVE_EVERY) == 0) {
      placement.move(random.nextInt(placement.shards()), random.nextInt(placement.loops()));
    }
    return switch (random.nextInt(8)) {
      case 0 -> runLog();
      case 1 -> runThreads();
      case 2 -> passTime();
      case 3, 4 -> runClient();
      default -> loops.get(random.nextInt(loops.size())).runOne();
    };
  }

  /** Runs the loops, and no other thread, until they have no work, as with a slow disk. */
  void runLoops() {
    for (var left = true; left; ) {
      left = false;
      for (var loop : loops) {
        left |= loop.runOne();
      }
    }
  }

  /** Runs all threads until none has work at the current time. */
  void settle() {
    for (var rounds = 0; rounds < 16; rounds++) {
      runLoops();
      var busy = runLog();
      busy |= workThreads.runOne(false);
      busy |= feedThreads.runOne(false);
      rounds = busy ? 0 : rounds;
    }
  }

  /** Moves the clock. Nothing happens before the next step. */
  void advance(Duration time) {
    nanos += time.toNanos();
  }

  void letTimePass(Duration time) {
    advance(time);
    settle();
  }

  private boolean runLog() {
    if (log == null || logRuns || workThreads.isPreparingSegment()) {
      return false;
    }
    logRuns = true;
    try {
      return log.getAsInt() > 0;
    } finally {
      logRuns = false;
    }
  }

  private boolean runThreads() {
    var worked = workThreads.runOne(logRuns);
    return feedThreads.runOne(false) || worked;
  }

  private boolean passTime() {
    if (!timeStandsStill) {
      nanos += random.nextInt(random.nextInt(8) == 0 ? 2_000_000_000 : 20_000_000);
    }
    return false;
  }

  private boolean runClient() {
    client.run();
    return false;
  }

  /** Called before a thread waits for the disk: other threads may run first. */
  private void giveWay() {
    if (onStack >= MOST_ON_STACK || random.nextInt(3) > 0) {
      return;
    }
    onStack++;
    try {
      for (var steps = random.nextInt(6); steps > 0; steps--) {
        step();
      }
    } finally {
      onStack--;
    }
  }

  /** Called while a thread waits for another one: runs a step. */
  private void pause() {
    onStack++;
    try {
      idlePauses = step() ? 0 : idlePauses + 1;
    } finally {
      onStack--;
    }
    if (idlePauses > PATIENCE) {
      throw new AssertionError("no thread makes progress");
    }
  }

  private Instant now() {
    return START.plusNanos(nanos).plus(clockIsOff);
  }
}
