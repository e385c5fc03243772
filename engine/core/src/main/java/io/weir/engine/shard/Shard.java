package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.balance.ShardTraffic;
import io.weir.engine.balance.WriteTimes;
import io.weir.engine.index.LiveTables;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.GuardedLoop;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The single writer of one partition group.
 *
 * <p>On its loop the shard takes commands in turns. {@link TurnAssembly} evaluates the commands of
 * a turn, {@link TurnCommits} commits each turn to the private tree and hands it to the log,
 * {@link VersionPublisher} publishes it when it is durable and frees pages, {@link PageRoom}
 * decides what happens when page files cannot grow, {@link ShardFaults} what happens when a task
 * fails, and {@link ShardReplica} what other nodes have a part in.
 *
 * <p>{@link #offer}, {@link #pin}, {@link #reclaimTable} and the counters: any thread. Everything
 * else: shard loop.
 */
public final class Shard {

  private final int number;
  private final Loop loop;
  private final ServedTree served;
  private final Timestamps timestamps;
  private final ShardOptions options;
  private final Evaluator evaluator;
  private final ColdPageWait cold;
  private final Mailbox mailbox;
  private final ShardHealth health;
  private final UnpublishedTurns turns;
  private final PageRoom room;
  private final ShardFaults faults;
  private final VersionPublisher publisher;
  private final TurnAssembly assembly;
  private final TurnCommits commits;
  private final JointTurns joints;
  private final AppliedTurns applied;
  private final ShardReplica replica;

  /** Null in a shard that gives no room back. Set before the shard serves. */
  private @Nullable Compaction compaction;

  /** Whether a task that takes turns is scheduled. */
  private final AtomicBoolean awake = new AtomicBoolean();

  private final Quiescence quiescence = new Quiescence();
  private final ShardTraffic traffic = new ShardTraffic();
  private final WriteTimes writeTimes = new WriteTimes(System.nanoTime());

  /**
   * Makes a shard over a recovered tree.
   *
   * @param lastTicks the highest Timestamp that the store ever assigned
   * @param liveTables the tables and indexes that exist
   */
  public Shard(
      int number,
      Loop loop,
      VersionedTree tree,
      CommitLog log,
      Clock clock,
      long lastTicks,
      LiveTables liveTables,
      ShardOptions options) {
    this.number = number;
    this.loop = new GuardedLoop(loop, this::taskFailed);
    this.served = new ServedTree(tree);
    this.timestamps = new Timestamps(clock, lastTicks);
    this.options = options;
    this.cold = new ColdPageWait(number, this.loop, served, this::run);
    this.evaluator = new Evaluator(number, cold, log, timestamps, liveTables);
    this.mailbox = new Mailbox(options.mailboxCommands(), options.mailboxBytes());
    this.health = new ShardHealth(number, clock);
    this.turns = new UnpublishedTurns(number, served);
    this.room = new PageRoom(health, this.loop, served, evaluator, mailbox, cold, this::run);
    this.faults = new ShardFaults(health, evaluator, turns, room, mailbox);
    this.publisher =
        new VersionPublisher(number, this.loop, served, turns, this::isParked, writeTimes, cold);
    this.assembly = new TurnAssembly(
        number, log, mailbox, evaluator, turns, cold, served, room, traffic, options);
    this.commits =
        new TurnCommits(number, this.loop, log, evaluator, turns, room, publisher, this::run);
    this.joints = new JointTurns(
        served, log, timestamps, evaluator, turns, publisher, commits::undoFrom, cold, this::run);
    this.applied =
        new AppliedTurns(number, served, turns, publisher, cold, timestamps, evaluator::isFull);
    this.replica =
        new ShardReplica(this.loop, log, mailbox, room, timestamps, joints, applied, this::wake);
    this.commits.whenUndone(joints::rolledBack);
    this.faults.whenAbandoned(this::abandoned);
  }

  /**
   * Accepts a command. Returns false when the mailbox is full; then nothing happens and the reply
   * is not called.
   */
  public boolean offer(Command command) {
    if (!mailbox.offer(command)) {
      return false;
    }
    wake();
    return true;
  }

  /**
   * Accepts a command. A full mailbox fails its reply as {@code ServerBusy} at once, a crowded one
   * those of the partition that crowds it.
   */
  public void send(Command command) {
    if (!offer(command)) {
      command.reply().failed(new ServiceBusyException(mailbox.refusalOf(command)));
    }
  }

  /**
   * Accepts a command of a producer that can wait. Returns false when the mailbox is half full, so
   * that producers that cannot wait always find room. See {@link #whenRoom}.
   */
  public boolean offerPatiently(Command command) {
    return mailbox.isHalfEmpty() && offer(command);
  }

  /**
   * Runs a task once on the shard's loop, as soon as a command may be offered patiently again.
   * Tasks run in the order of their registration. A producer registers one task at a time, and
   * registers again when its offer fails again; so there are at most as many tasks as producers.
   */
  public void whenRoom(Runnable task) {
    mailbox.whenRoom(task);
    wake();
  }

  /**
   * Makes others read cold pages, so that the loop never waits for the disk. Called before the
   * shard serves.
   */
  public void readColdPagesBy(PageReads reads) {
    cold.readBy(reads);
  }

  /**
   * Lets disk room be given back after entities were removed. Called before the shard serves.
   *
   * @param turn among the background work of the shard's loop
   * @param reads reads cold pages and leaves them cold
   */
  public void compact(SliceTurn turn, PassedPageReads reads) {
    compaction = new Compaction(
        number, loop, served, this::isParked, this::isFaulted, publisher, turn, reads);
    compaction.start();
  }

  /** Returns the tree that is served at present. Readers use {@link #pin} instead. */
  public VersionedTree tree() {
    return served.tree();
  }

  /**
   * Pins the published version of the tree. Any thread. Fails with {@code ServerBusy} while the
   * shard refuses reads.
   */
  public Pin pin() {
    traffic.read();
    return served.pin();
  }

  /** Pins as {@link #pin} for work of the store itself, which does not count as traffic. */
  public Pin pinUncounted() {
    return served.pin();
  }

  /**
   * Returns a pinned version of this shard for a task of a loop: a read of a page that is not in
   * memory throws {@link ColdPage}. See {@link #readPage}.
   */
  public Tree residentTree(Pin pin) {
    return pin.tree().residentOnly(number);
  }

  /**
   * Has a page read that is not in memory, then runs a task on the shard's loop. Shard loop. Fails
   * with {@code ServerBusy} when too many reads wait; the task does not run then.
   */
  public void readPage(ColdPage page, Runnable task) {
    cold.read(page, task);
  }

  /** Whether reads and writes are refused because the shard will be rebuilt. Any thread. */
  public boolean isRefused() {
    return served.isRefused();
  }

  /** Returns what requests have done to the shard. Any thread. */
  public ShardTraffic traffic() {
    return traffic;
  }

  /**
   * Returns how long the writes of the last ten seconds that ended took. A window without later
   * writes ends because of a look at it, and is seen by the next one. Any thread.
   */
  public WriteTimes.Summary writeTimes() {
    if (writeTimes.isDue(System.nanoTime())) {
      loop.execute(() -> writeTimes.endWindow(System.nanoTime()));
    }
    return writeTimes.last();
  }

  /** Returns the number of commands that wait; a moment's view. */
  public int waiting() {
    return mailbox.size();
  }

  /**
   * Removes the entries of a dropped table from the tree at once, and frees its pages in slices
   * between other work.
   */
  public void reclaimTable(int tableId) {
    loop.execute(() -> publisher.removeTable(tableId));
  }

  /** Returns why writes are refused; null while they are accepted. Any thread; a moment's view. */
  public ShardHealth.@Nullable Outage writeOutage() {
    return health.outage();
  }

  /** Returns how long a write outage has lasted. Any thread. */
  public Duration lengthOf(ShardHealth.Outage outage) {
    return health.lengthOf(outage);
  }

  /** Whether a task of the shard failed; its pages are not trusted then. Any thread. */
  public boolean isFaulted() {
    return faults.isFaulted();
  }

  /** Sets the listener that receives each failure of a task. Called before the shard serves. */
  public void whenFaulted(Consumer<Throwable> listener) {
    faults.listen(listener);
  }

  /** Returns the log position after the last record whose changes are published. */
  public long publishedPosition() {
    return publisher.position();
  }

  /** Returns the highest Timestamp assigned so far. Shard loop. */
  public long lastTicks() {
    assert loop.isCurrent();
    return timestamps.last();
  }

  /**
   * Returns the highest Timestamp that a stopped shard assigned. Runs on: the thread that stopped
   * it, after the callback.
   */
  public long stoppedTicks() {
    assert quiescence.isStopped();
    return timestamps.last();
  }

  /**
   * Answers all accepted commands, then refuses all others. Calls back on the shard's loop when the
   * accepted ones are answered.
   */
  public void stop(Runnable quiet) {
    loop.execute(() -> {
      quiescence.stop(quiet);
      publisher.stopRemovingTables();
      if (compaction != null) {
        compaction.stop();
      }
      run();
    });
  }

  /** Commits the turn that waits for room, because the page files have grown. Any thread. */
  public void roomGrew() {
    loop.execute(() -> {
      room.grew();
      applied.roomGrew();
      joints.roomDecided(null);
      run();
    });
  }

  /** Refuses the writes that wait for room, because the page files could not grow. Any thread. */
  public void growthFailed(IOException cause) {
    loop.execute(() -> {
      room.growthFailed(cause);
      joints.roomDecided(evaluator.noSpace());
      run();
    });
  }

  /**
   * Refuses reads at once, and writes from the shard's next task on, as {@code ServerBusy}. Any
   * thread.
   *
   * @param facts of the refusal, for clients
   * @param atRest called on the shard's loop when all logged commands are answered; the loop does
   *     not use the tree after that
   */
  public void refuse(String facts, Runnable atRest) {
    served.refuse(facts);
    loop.execute(() -> {
      var refusal = evaluator.refuseAll(facts);
      room.failWaiting(refusal);
      joints.roomDecided(refusal);
      publisher.stop();
      quiescence.rest(atRest);
      run();
    });
  }

  /**
   * Serves again, from a rebuilt tree that this shard's loop owns from now on. Any thread. Calls
   * back once the shard serves.
   */
  public void serve(VersionedTree rebuilt, Runnable whenServing) {
    loop.execute(() -> {
      evaluator.endRefusal();
      publisher.continueWith(rebuilt);
      if (quiescence.isStopping()) {
        publisher.stopRemovingTables();
      }
      whenServing.run();
      run();
    });
  }

  /**
   * Stops the writes as if a task of this shard had failed, because an access to memory failed
   * somewhere. Any thread.
   */
  public void memoryFailed(Throwable cause) {
    loop.execute(() -> {
      if (!faults.isFaulted()) {
        faults.handle(cause);
      }
    });
  }

  /**
   * Runs a task on the shard's loop once all changes that are durable now are published, and all
   * records that were given to {@link ShardReplica#apply}. Any thread.
   */
  public void whenPublished(Runnable task) {
    loop.execute(() -> applied.whenApplied(() -> turns.whenPublished(task)));
  }

  /**
   * Finds out up to where the shard has published the log. Calls back on the shard's loop, once all
   * own changes that are durable now are published. Any thread.
   *
   * @param answer is given {@link Long#MAX_VALUE} if everything is published that was given to
   *     {@link ShardReplica#apply}, and otherwise a position before which all of it is
   */
  public void whenOwnPublished(LongConsumer answer) {
    loop.execute(() -> {
      var seen = applied.seenPosition();
      if (seen < Long.MAX_VALUE) {
        answer.accept(seen);
      } else {
        turns.whenPublished(() -> answer.accept(seen));
      }
    });
  }

  /** Returns the shard's part in what several nodes agree on. Any thread. */
  public ShardReplica replica() {
    return replica;
  }

  private boolean isParked() {
    return joints.isParked();
  }

  private void abandoned(TableServiceException refusal) {
    joints.abandoned(refusal);
    applied.abandon();
  }

  JointTurns joints() {
    return joints;
  }

  /** Runs a task on the shard's loop. Any thread. */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /**
   * Runs tasks on the thread of the shard's loop after all tasks that wait there now, those of
   * other shards too. The log starts in this way, so that one force serves all shards that took a
   * turn. Any thread.
   */
  Executor afterWaiting() {
    return loop.host();
  }

  /** Runs a task on the shard's loop after a delay. Any thread. */
  public void schedule(Duration delay, Runnable task) {
    loop.schedule(delay, task);
  }

  private void taskFailed(Throwable cause) {
    faults.handle(cause);
  }

  private void wake() {
    if (awake.compareAndSet(false, true)) {
      loop.execute(this::run);
    }
  }

  /** Takes turns while there are commands and fewer turns in flight than the options allow. */
  private void run() {
    assert loop.isCurrent();
    awake.set(false);
    replica.refuseElsewhere();
    replica.applyRecords();
    var waiting = cold.isOn() ? null : room.removeWaiting();
    if (waiting != null) {
      commits.commit(waiting);
    }
    replica.closeTime();
    while (!room.isAwaited()
        && !cold.isOn()
        && !joints.isParked()
        && mailbox.peek() != null
        && turns.inFlight() < options.turnsInFlight()) {
      if (mailbox.peek() instanceof JointPart part) {
        if (cold.awaits(part.keys())) {
          break;
        }
        cold.progressed();
        mailbox.poll();
        traffic.wrote(1, 0); // its record belongs to all parts together
        joints.park(part);
      } else {
        var turn = assembly.next();
        if (turn != null) {
          commits.commit(turn);
        }
      }
    }
    mailbox.callWaiting();
    restWhenRefused();
    stopWhenQuiet();
  }

  private void restWhenRefused() {
    if (turns.inFlight() == 0 && !joints.isParked()) {
      quiescence.rested();
    }
  }

  private void stopWhenQuiet() {
    if (quiescence.isStopping()
        && !quiescence.isStopped()
        && !room.isAwaited()
        && !joints.isParked()
        && mailbox.peek() == null
        && turns.inFlight() == 0) {
      joints.roomDecided(evaluator.close());
      room.stop();
      publisher.stop();
      quiescence.stopped();
    }
  }
}
