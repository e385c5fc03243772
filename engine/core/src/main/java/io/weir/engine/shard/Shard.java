package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer of one partition group.
 *
 * <p>{@link #offer}, {@link #pin}, {@link #reclaimTable} and the counters: any thread. Everything else: shard loop.
 */
public final class Shard {

  private static final Logger LOG = LoggerFactory.getLogger(Shard.class);

  /** Says at DEBUG which thread does what for a write; the endpoint does the same for requests. */
  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  /** How long what would store something is refused after the page files could not grow, before it is tried again. */
  private static final Duration FULL_FOR = Duration.ofMillis(500);

  /** Commands in a turn while room is scarce: few enough for the pages that are kept for removals. */
  private static final int SCARCE_TURN_COMMANDS = 16;

  /** The reason of a shard that is short of room. */
  private static final String NO_SPACE = "noSpace";

  private final int number;
  private final Loop loop;
  private final Clock clock;
  private final ServedTree served;
  private final CommitLog log;
  private final Timestamps timestamps;
  private final ShardOptions options;
  private final Evaluator evaluator;
  private Reclaimer reclaimer;
  private DroppedTables droppedTables;
  private final Mailbox mailbox;
  private final AtomicBoolean awake = new AtomicBoolean();
  private final ArrayDeque<Turn> inFlight = new ArrayDeque<>();

  /** Added to by any thread, called by the shard's loop. */
  private final Queue<Runnable> patient = new ConcurrentLinkedQueue<>();

  /** Of the log, when nothing of this shard was on its way to it: what is built now rests on nothing that can be lost. */
  private long generation;

  private @Nullable Runnable whenQuiet;

  /** Called once nothing of a shard that is refused is on its way. */
  private @Nullable Runnable whenAtRest;

  private boolean stopped;

  /** Evaluated, and waiting for page files to grow; nothing else is evaluated meanwhile. */
  private @Nullable Turn waitingForRoom;

  /** Commands of a turn that found no room, to be decided again before those in the mailbox. */
  private final ArrayDeque<Command> again = new ArrayDeque<>();

  /** Being decided or committed; a task that fails leaves it here. */
  private @Nullable Turn inHand;

  /** What the tree goes back to when the turn in hand fails. */
  private long versionBefore;

  /** Whether the log may have the turn in hand. */
  private boolean offered;

  /** Whether the page files could not grow, and have not grown since. */
  private boolean scarce;

  /** Whether a timer is on its way that looks for room. */
  private boolean looking;

  /** Set before the shard serves; called on its loop. */
  private Consumer<Throwable> faultListener = cause -> {};

  /** Written by the shard's loop when a task fails, read before a snapshot is made of its pages and after. */
  private volatile boolean faulted;

  /** Written by the shard's loop, read by whoever asks for the store's health. */
  private volatile @Nullable ShardTrouble trouble;

  /** Written by the shard's loop, read by snapshots on a work thread. */
  private volatile long publishedPosition;

  /**
   * A shard over a recovered tree.
   *
   * @param lastTicks the highest Timestamp that the store ever gave
   * @param liveTables whether a table of an id exists; asked on the shard's loop
   */
  public Shard(
      int number,
      Loop loop,
      VersionedTree tree,
      CommitLog log,
      Clock clock,
      long lastTicks,
      IntPredicate liveTables,
      ShardOptions options) {
    this.number = number;
    this.loop = new GuardedLoop(loop, this::faulted);
    this.clock = clock;
    this.served = new ServedTree(tree);
    this.log = log;
    this.timestamps = new Timestamps(clock, lastTicks);
    this.options = options;
    this.evaluator = new Evaluator(number, served::tree, log, timestamps, liveTables);
    this.reclaimer = new Reclaimer(tree, this.loop);
    this.droppedTables = new DroppedTables(tree, this.loop, this::publishUnlogged);
    this.mailbox = new Mailbox(options.mailboxCommands(), options.mailboxBytes());
  }

  /** Takes a command, or answers false when the mailbox is full: then nothing happens and the reply is not called. */
  public boolean offer(Command command) {
    if (!mailbox.offer(command)) {
      return false;
    }
    wake();
    return true;
  }

  /**
   * Takes a command of somebody who rather waits than be refused; answers false while the mailbox is half full, so that those who do not
   * wait find room beside any number of those who do. See {@link #whenRoom}.
   */
  public boolean offerPatiently(Command command) {
    return mailbox.isHalfEmpty() && offer(command);
  }

  /**
   * Has a task run on the shard's loop, once, as soon as a command may be offered patiently again; first come, first called. Each who
   * waits asks once, and again when it finds that others were faster: so the tasks are as few as those who wait.
   */
  public void whenRoom(Runnable task) {
    patient.add(task);
    wake();
  }

  /** The tree that is served at present. Readers do not ask it, but {@link #pin}. */
  public VersionedTree tree() {
    return served.tree();
  }

  /** Pins the published version of the tree. Any thread; fails with {@code ServerBusy} while the shard is refused. */
  public Pin pin() {
    return served.pin();
  }

  /** Whether reads and writes are refused because the shard is to be rebuilt. Any thread. */
  public boolean isRefused() {
    return served.isRefused();
  }

  /** Commands that wait; a moment's view. */
  public int waiting() {
    return mailbox.size();
  }

  /**
   * Removes what the index still holds of a table that exists no longer: cuts it off at once, and frees its pages in slices between
   * which other work goes on.
   */
  public void reclaimTable(int tableId) {
    loop.execute(() -> droppedTables.cut(tableId));
  }

  /** Why writes are refused; null while they are not. Any thread; a moment's view. */
  public @Nullable ShardTrouble trouble() {
    return trouble;
  }

  /** Whether a task of the shard failed: its pages are not to be trusted. Any thread. */
  public boolean isFaulted() {
    return faulted;
  }

  /** How long writes have been refused. Any thread. */
  public Duration troubleFor(ShardTrouble of) {
    var passed = Duration.between(of.since(), clock.instant());
    return passed.isNegative() ? Duration.ZERO : passed;
  }

  /** Before the shard serves: who is told that a task of it failed. */
  public void whenFaulted(Consumer<Throwable> listener) {
    faultListener = listener;
  }

  /** Position in the log behind the last record whose changes are published. */
  public long publishedPosition() {
    return publishedPosition;
  }

  /** The highest Timestamp given so far. Shard loop. */
  public long lastTicks() {
    assert loop.isCurrent();
    return timestamps.last();
  }

  /** The highest Timestamp given, of a shard that has stopped. The thread that stopped it, once it was called back. */
  public long stoppedTicks() {
    assert stopped;
    return timestamps.last();
  }

  /** Answers all that was accepted, then refuses everything; calls back on the shard's loop when that is so. */
  public void stop(Runnable quiet) {
    loop.execute(() -> {
      whenQuiet = quiet;
      droppedTables.stop();
      run();
    });
  }

  /** The page files grew: what waits for room is tried again. Any thread. */
  public void roomGrew() {
    loop.execute(() -> {
      scarce = false;
      lookForRoom();
      run();
    });
  }

  /** The page files could not grow: what waits for room is refused. Any thread. */
  public void growthFailed(IOException cause) {
    loop.execute(() -> cannotGrow(cause));
  }

  /**
   * Refuses reads at once, and writes from the shard's next task on, as {@code ServerBusy}. Any thread.
   *
   * @param facts of the refusal, for clients to read
   * @param atRest called on the shard's loop when all that was logged is answered: from then on the loop leaves the tree alone
   */
  public void refuse(String facts, Runnable atRest) {
    served.refuse(facts);
    loop.execute(() -> {
      failWaiting(evaluator.refuseAll(facts));
      reclaimer.stop();
      droppedTables.stop();
      whenAtRest = atRest;
      run();
    });
  }

  /** Serves again, from a tree that was rebuilt, of which this shard's loop is the owner. Any thread; calls back when it is so. */
  public void serve(VersionedTree rebuilt, Runnable served) {
    loop.execute(() -> {
      reclaimer = new Reclaimer(rebuilt, loop);
      droppedTables = new DroppedTables(rebuilt, loop, this::publishUnlogged);
      if (whenQuiet != null) {
        droppedTables.stop();
      }
      evaluator.refuseNoMore();
      this.served.replace(rebuilt);
      served.run();
      run();
    });
  }

  /** An access to memory failed, perhaps to a page of this shard: it stops as if a task of its own had failed. Any thread. */
  public void memoryFailed(Throwable cause) {
    loop.execute(() -> {
      if (!faulted) {
        faulted(cause);
      }
    });
  }

  /** Has a task run on the shard's loop. */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /** Has a task run on the shard's loop after a delay. Any thread. */
  public void schedule(Duration delay, Runnable task) {
    loop.schedule(delay, task);
  }

  private void wake() {
    if (awake.compareAndSet(false, true)) {
      loop.execute(this::run);
    }
  }

  /** Takes turns while there are commands and the log is not too far behind. */
  private void run() {
    assert loop.isCurrent();
    awake.set(false);
    commitWaiting();
    while (waitingForRoom == null
        && nextCommand() != null
        && inFlight.size() < options.turnsInFlight()) {
      takeTurn();
    }
    callPatient();
    restWhenRefused();
    if (whenQuiet != null
        && !stopped
        && waitingForRoom == null
        && nextCommand() == null
        && inFlight.isEmpty()) {
      stopped = true;
      evaluator.close();
      reclaimer.stop();
      whenQuiet.run();
    }
  }

  private void restWhenRefused() {
    var atRest = whenAtRest;
    if (atRest != null && inFlight.isEmpty()) {
      whenAtRest = null;
      atRest.run();
    }
  }

  /** Each at most once, or who finds no room and asks again would be called for ever. */
  private void callPatient() {
    for (var left = patient.size(); left > 0 && mailbox.isHalfEmpty(); left--) {
      patient.remove().run();
    }
  }

  private @Nullable Command nextCommand() {
    return again.isEmpty() ? mailbox.peek() : again.peek();
  }

  private void dropNextCommand() {
    if (again.isEmpty()) {
      mailbox.poll();
    } else {
      again.remove();
    }
  }

  private void takeTurn() {
    var turn = new Turn();
    var inTurn = evaluator.in(turn);
    if (inFlight.isEmpty()) {
      generation = log.generation(); // what the turn builds on is kept
    }
    hold(turn);
    var most =
        scarce ? Math.min(SCARCE_TURN_COMMANDS, options.turnCommands()) : options.turnCommands();
    while (turn.commands() < most && turn.recordBytes() < options.turnBytes()) {
      var command = nextCommand();
      if (command == null || command instanceof RangeRemoval && turn.commands() > 0) {
        break;
      }
      dropNextCommand();
      turn.take(command);
      if (!evaluate(inTurn, command)) {
        inHand = null;
        turn.refuse(command.reply(), evaluator.pageDamaged());
        turn.failAll(evaluator.pageDamaged());
        return;
      }
      if (command instanceof RangeRemoval) {
        break;
      }
    }
    TRACE.debug(
        "evaluated shard={} commands={} logBytes={}", number, turn.commands(), turn.recordBytes());
    commit(turn);
  }

  /** Returns false when the command rests on a damaged page; the store has been told then. */
  private static boolean evaluate(Evaluator.InTurn inTurn, Command command) {
    try {
      inTurn.evaluate(command);
      return true;
    } catch (PageDamaged e) {
      return false;
    }
  }

  private void hold(Turn turn) {
    inHand = turn;
    versionBefore = served.tree().current().version();
    offered = false;
  }

  private void commit(Turn turn) {
    hold(turn);
    if (turn.changesNothing()) {
      inHand = null;
      answerInOrder(turn);
      return;
    }
    try {
      if (!commitIfRoom(turn)) {
        inHand = null;
        waitingForRoom = turn; // the page files have begun to grow; see roomGrew
        return;
      }
    } catch (PageDamaged e) {
      inHand = null;
      turn.failAll(evaluator.pageDamaged()); // the store has been told
      return;
    }
    offered = true;
    var taken = log.offer(new LogBatch(turn.records(), new Completion(turn), generation), loop);
    inHand = null;
    if (taken) {
      inFlight.add(turn);
    } else {
      served.tree().rollbackTo(versionBefore);
      turn.failAll(new ServiceBusyException("shard=" + number + " reason=logQueueFull"));
    }
  }

  /** False when there is no room; rarely, that shows only on the way, and the tree is as before then, too. */
  private boolean commitIfRoom(Turn turn) {
    try {
      if (!turn.hasRoomIn(served.tree())) {
        return false;
      }
      turn.commitTo(served.tree());
      return true;
    } catch (PagesExhausted e) {
      LOG.debug("A turn cannot be committed now. shard={}", number, e);
      return false;
    }
  }

  private void commitWaiting() {
    var turn = waitingForRoom;
    if (turn != null) {
      waitingForRoom = null;
      commit(turn);
    }
  }

  /** Has what waits for room decided again: removals may go on without, and what stores is refused. */
  private void cannotGrow(IOException cause) {
    scarce = true;
    if (evaluator.isFull()) {
      failWaiting(evaluator.noSpace());
    } else {
      LOG.error(
          "The page files cannot grow; make room on the disk, or remove entities. Writes that need room are refused. shard={}",
          number,
          cause);
      evaluator.full(true);
      setTrouble(NO_SPACE, false);
      decideAgain();
      if (!looking) {
        looking = true;
        loop.schedule(FULL_FOR, this::stayFull);
      }
    }
    run();
  }

  private void decideAgain() {
    var turn = waitingForRoom;
    waitingForRoom = null;
    if (turn != null) {
      again.addAll(turn.taken());
    }
  }

  /** Tries again and again, whether or not there are writes. */
  private void stayFull() {
    lookForRoom();
    looking = evaluator.isFull() && !stopped;
    if (looking) {
      loop.schedule(FULL_FOR, this::stayFull);
    }
    run();
  }

  private void lookForRoom() {
    // deliberate: the page files of a refused shard may be closed already
    if (evaluator.isFull() && !served.isRefused() && served.tree().hasRoomAgain()) {
      evaluator.full(false);
      var known = trouble;
      if (known != null && !known.lasting()) {
        trouble = null;
        LOG.info("There is room for pages again. shard={}", number);
      }
    }
  }

  private void setTrouble(String reason, boolean lasting) {
    var known = trouble;
    if (known == null || lasting && !known.lasting()) {
      trouble = new ShardTrouble(reason, lasting, clock.instant());
    }
  }

  /**
   * A task of the shard failed: what it held is answered, what readers see stays as it is, and writes are
   * refused from now on. Which memory, if any, is wrong nobody knows.
   */
  private void faulted(Throwable cause) {
    var refusal = evaluator.refuseFaulted();
    if (!faulted) {
      faulted = true;
      LOG.error(
          "A task of a shard failed; its writes are refused. Stop the service and start it again: that rebuilds the shard from snapshot and log. shard={}",
          number,
          cause);
    }
    setTrouble("shardFault cause=" + cause.getClass().getSimpleName() + " shard=" + number, true);
    giveUp(cause, refusal);
    failWaiting(refusal);
    refuseAll(refusal);
    faultListener.accept(cause);
  }

  /** Rolls back the turn in hand, or, where there is none, all that was on its way to be published. */
  private void giveUp(Throwable cause, TableServiceException refusal) {
    var held = inHand;
    inHand = null;
    var lost = held == null || offered ? List.copyOf(inFlight) : List.<Turn>of();
    try {
      if (held == null || offered) {
        inFlight.clear();
        served.tree().rollbackTo(served.tree().published().version());
      } else {
        served.tree().rollbackTo(versionBefore);
      }
    } catch (RuntimeException | Error e) {
      LOG.error("What a shard had not published could not be undone. shard={}", number, e);
    }
    lost.forEach(turn -> turn.failAll(evaluator.faulted(cause)));
    if (held != null) {
      held.failAll(offered ? evaluator.faulted(cause) : refusal);
      held.failUndecided(refusal);
    }
  }

  private void refuseAll(TableServiceException refusal) {
    for (var command = nextCommand(); command != null; command = nextCommand()) {
      dropNextCommand();
      Turn.fail(command.reply(), refusal);
    }
    callPatient();
  }

  private void failWaiting(TableServiceException failure) {
    var turn = waitingForRoom;
    waitingForRoom = null;
    if (turn != null) {
      turn.failAll(failure);
    }
  }

  /** Answers a turn that changed nothing, once everything it may rest on is durable. */
  private void answerInOrder(Turn turn) {
    var last = inFlight.peekLast();
    if (last == null) {
      turn.answer();
    } else {
      last.adopt(turn);
    }
  }

  private void durable(Turn turn, long endPosition) {
    assert loop.isCurrent();
    // Told before the changes can be seen: a snapshot that holds them waits for this position.
    publishedPosition = endPosition;
    turn.becomeDurable();
    publishDurable();
    run();
  }

  private void publishDurable() {
    var tree = served.tree();
    var retired = tree.retiredPages();
    for (var turn = inFlight.peek(); turn != null && turn.isDurable(); turn = inFlight.peek()) {
      tree.publish(turn.version());
      inFlight.remove();
      TRACE.debug("published shard={} version={}", number, turn.version());
      turn.answer();
    }
    reclaimer.reclaim(tree.retiredPages() - retired);
  }

  /**
   * Goes back to what is published, and fails every turn behind it: they rest on each other. The log takes batches again that are
   * built on that.
   */
  private void logFailed(Turn lost, LogFailed cause) {
    assert loop.isCurrent();
    if (!inFlight.contains(lost)) {
      return; // it fell with an earlier one
    }
    LOG.warn("The log lost what is not published yet. shard={} turns={}", number, inFlight.size());
    served.tree().rollbackTo(served.tree().published().version());
    failWaiting(LogFailure.notDone(cause));
    var failed = List.copyOf(inFlight);
    inFlight.clear();
    failed.forEach(turn -> turn.lose(LogFailure.of(cause)));
    run();
  }

  /** deliberate: reclaiming is not logged. What it removes is known to be garbage from the catalog alone. */
  private void publishUnlogged(long version, Runnable again) {
    var turn = new Turn();
    turn.whenLost(again);
    turn.committedAs(version);
    turn.becomeDurable();
    inFlight.add(turn);
    publishDurable();
  }

  private final class Completion implements LogBatch.Completion {

    private final Turn turn;

    Completion(Turn turn) {
      this.turn = turn;
    }

    @Override
    public void acknowledged(long endPosition) {
      TRACE.debug("durable shard={} position={}", number, endPosition);
      loop.execute(() -> durable(turn, endPosition));
    }

    @Override
    public void failed(LogFailed cause) {
      loop.execute(() -> logFailed(turn, cause));
    }
  }
}
