package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.log.CommitLog;
import io.weir.engine.store.recovery.LogRetention;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes checkpoints of pages while a store serves, and a last one when it stops.
 * {@link io.weir.engine.checkpoint} gives their files and the order of the steps.
 *
 * <p>A checkpoint is due when
 *
 * <ul>
 *   <li>log or page files are worth one, see {@link CheckpointNeed};
 *   <li>page files cannot grow and places wait. The writes that need room wait for it then;
 *   <li>the store or a shard was rebuilt.
 * </ul>
 *
 * <p>A shard that stays refused is left out: the checkpoint has its pages as the last one had them,
 * and sets aside what the log has for it. While a shard is being rebuilt, or before the first
 * checkpoint, none is written. A node of several leaves no shard out, because other nodes log
 * changes of it.
 *
 * <p>Owner: a work thread; the lock {@code writing} admits one at a time. {@link CheckpointWatch}
 * looks whether a checkpoint is due.
 */
final class PageCheckpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PageCheckpoints.class);

  private final CheckpointFiles files;
  private final ShardCaptures captures;
  private final CheckpointPins pins;
  private final CommitLog log;
  private final ServingShards contents;
  private final List<ShardTree> trees;
  private final Catalog catalog;
  private final Executor workThreads;
  private final LongSupplier nanoClock;
  private final LogRetention retention;
  private final LeftOutShards leftOut = new LeftOutShards();
  private final CheckpointNeed need;
  private final ReentrantLock writing = new ReentrantLock();

  /** Written by the thread that writes, read by the loop that checks. */
  private volatile LastCheckpoint last;

  /**
   * Whether the manifest may name a later checkpoint than {@link #last}, because its publication
   * has failed. Nothing is deleted then. Guarded by {@link #writing}.
   */
  private boolean uncertain;

  /**
   * Whether a checkpoint is due although the log has not grown: there is none that a start can use.
   */
  private volatile boolean overdue;

  private final CheckpointAttempts attempts;
  private final LackingRoom lackingRoom;

  /** Whether the files are held, so that no checkpoint can be written. */
  private volatile boolean held;

  private volatile boolean closed;

  /**
   * @param last the checkpoint from which the store was opened
   * @param rebuilt whether the store was rebuilt, so that a checkpoint is due at once
   */
  PageCheckpoints(
      CheckpointFiles files,
      StoreFolder folder,
      CommitLog log,
      ServingShards contents,
      List<ShardTree> trees,
      Catalog catalog,
      StoreEnvironment environment,
      Executor workThreads,
      LogRetention retention,
      long mostLogBytes,
      LastCheckpoint last,
      boolean rebuilt) {
    this.files = files;
    this.captures = new ShardCaptures(contents, trees);
    this.pins = new CheckpointPins(folder, captures, retention);
    this.lackingRoom = new LackingRoom(contents.shards());
    this.log = log;
    this.contents = contents;
    this.trees = trees;
    this.catalog = catalog;
    this.workThreads = workThreads;
    this.nanoClock = environment.nanoClock();
    this.retention = retention;
    this.need = new CheckpointNeed(log, contents, trees, leftOut, mostLogBytes, nanoClock);
    this.last = last;
    this.overdue = rebuilt;
    this.attempts = new CheckpointAttempts(nanoClock);
  }

  /**
   * Writes a checkpoint before the store serves if the log is twice as long as a due checkpoint
   * requires. Processes that end before their checkpoint is complete leave such a log, and each of
   * them would make the next start longer. Blocks. A failure is logged, and the store serves
   * nevertheless.
   */
  void catchUp() {
    if (!need.isOverdue(last.logPosition()) || isHindered()) {
      return;
    }
    try {
      write();
    } catch (IOException | RuntimeException e) {
      LOG.error("the overdue checkpoint could not be written before serving", e);
    }
  }

  /** Whether a checkpoint is wanted, and can be written. Any thread; a moment's view. */
  boolean isDue() {
    return (!lackingRoom.isEmpty()
            || overdue && log.durablePosition() > 0
            || need.isThere(last.logPosition(), attempts.lastEndNanos()))
        && !isHindered();
  }

  /** Whether a shard is refused that a checkpoint can neither capture nor leave out. Any thread. */
  boolean isHindered() {
    return contents.isRefused(last.shards().isEmpty() ? shard -> false : leftOut::contains);
  }

  /**
   * Leaves a shard out of checkpoints from now on. It is at rest, and stays refused until the store
   * is opened again. Any thread.
   *
   * @param end the position after everything that it has logged, which is durable
   */
  void leaveOut(int shard, long end) {
    leftOut.add(shard, end);
    var unused = lackingRoom.remove(shard);
  }

  /** Returns what looks for the need of checkpoints. One for each store. */
  CheckpointWatch watch() {
    return new CheckpointWatch(
        this, need, lackingRoom, leftOut, pins, contents, trees, workThreads);
  }

  /** Writes a checkpoint if one is due and none is being written. A failure is logged. Blocks. */
  void writeWhenDue() {
    if (!writing.tryLock()) {
      if (held) {
        lackingRoom.refuse(); // the rebuild of a shard may take a long time
      }
      return;
    }
    try {
      if (isDue()) {
        write();
      }
    } catch (IOException | RuntimeException | Error e) {
      // deliberate: errors too; after an uncaught one no check would follow
      LOG.error(
          "a checkpoint could not be written; the log since the last one grows failedInARow={}",
          attempts.failedInARow(),
          e);
      lackingRoom.refuse();
    } finally {
      writing.unlock();
    }
  }

  /** Writes a checkpoint of all acknowledged writes. Blocks until it is durable. */
  void write() throws IOException {
    writing.lock();
    try {
      if (writing.getHoldCount()
          <= 2) { // a work thread that waits for the disk may be asked to write again
        writeUnlessCurrent();
      }
      attempts.succeeded();
    } catch (IOException | RuntimeException | Error e) {
      attempts.failed();
      throw e;
    } finally {
      writing.unlock();
    }
  }

  /** Whether writes wait for places that a pin has kept. */
  private boolean isPinnedRoomWanted() {
    return !lackingRoom.isEmpty() && need.hasPinnedPlaces();
  }

  /** Whether a checkpoint at a position of the log would change nothing. */
  private boolean isUseless(long position) {
    return position == last.logPosition()
        && !overdue
        && need.limboBytes() == 0
        && !isPinnedRoomWanted();
  }

  private void writeUnlessCurrent() throws IOException {
    if (closed) {
      return; // the log closes, and no position may be awaited any more
    }
    contents.awaitDurable();
    var durable = log.durablePosition();
    if (isUseless(durable)) {
      lackingRoom.refuse();
      return;
    }
    contents.requireSound();
    var published = contents.awaitPublished(durable);
    var position = Math.max(published.position(), last.logPosition());
    if (position < durable && isUseless(position)) {
      lackingRoom.refuse(); // a shard has not applied what another node has logged
      return;
    }
    writeAt(position, published.highestTicks());
  }

  private void writeAt(long position, long ticks) throws IOException {
    var startedNanos = nanoClock.getAsLong();
    var waiting = lackingRoom.now();
    var without = without();
    var captured = captures.ofServing(without.keySet());
    LastCheckpoint next;
    long seen;
    try {
      seen = Math.max(position, contents.awaitDurable());
      next = prepared(captured, without, position, captures::changes);
    } catch (IOException | RuntimeException | Error e) {
      captures.abandon(captured);
      throw e;
    }
    publish(next, seen, ticks, startedNanos);
    captures.release(captured, shard -> waiting.contains(shard) && lackingRoom.remove(shard));
    tidy(() -> retention.needs(position));
    if (pins.isEmpty()) {
      tidy(() -> files.tidy(next));
    }
  }

  /**
   * Writes the checkpoint of a stopped store, whose log is closed and whose pages are not pinned.
   *
   * @param position the end of the log
   */
  void writeLast(long position, long ticks) throws IOException {
    writing.lock();
    try {
      if (position > 0 && (position != last.logPosition() || overdue)) {
        var startedNanos = nanoClock.getAsLong();
        var without = without();
        var next = prepared(
            captures.ofStopped(without.keySet()),
            without,
            position,
            (captured, known) -> LeafChanges.between(known, captured));
        publish(next, position, ticks, startedNanos);
        tidy(() -> files.tidy(next));
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Returns the shards that the next checkpoint leaves out; none if the last one does not have
   * them.
   */
  private Map<Integer, Long> without() {
    return last.shards().isEmpty() ? Map.of() : leftOut.now();
  }

  /** Makes everything durable that the next manifest will name. */
  private LastCheckpoint prepared(
      List<Captured> captured,
      Map<Integer, Long> without,
      long position,
      CheckpointFiles.Changes changes)
      throws IOException {
    var number = files.nextNumber();
    var next = new LastCheckpoint(
        number, position, files.prepare(number, captured, without, last, changes));
    contents.requireSound(); // the checkpoint may name pages that a fault has damaged
    return next;
  }

  private void publish(LastCheckpoint next, long seen, long ticks, long startedNanos)
      throws IOException {
    log.prepareCheckpoint(next.logPosition());
    uncertain = true;
    files.publish(next, seen, ticks, catalog.highestId());
    uncertain = false;
    last = next;
    overdue = false;
    LOG.info(
        "wrote a checkpoint number={} position={} leftOut={} millis={}",
        next.number(),
        next.logPosition(),
        leftOut.now().keySet(),
        Duration.ofNanos(nanoClock.getAsLong() - startedNanos).toMillis());
  }

  /** Deletes what the durable checkpoint makes superfluous. The next one repeats what fails. */
  private static void tidy(Tidying deletion) {
    try {
      deletion.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn("files before the last checkpoint could not be deleted", e);
    }
  }

  @FunctionalInterface
  private interface Tidying {
    void run() throws IOException;
  }

  /**
   * Runs an action while no checkpoint is written, so that the files of the last one and the log
   * after it stay in place. Blocks while a checkpoint is written, and until the log is durable up
   * to the writes that were acknowledged before the call. A failed log is not waited for.
   */
  <T> T holding(Held<T> action) throws IOException {
    return locked(() -> {
      held = true;
      try {
        return action.run();
      } finally {
        held = false;
      }
    });
  }

  private <T> T locked(Held<T> action) throws IOException {
    writing.lock();
    try {
      if (closed) {
        throw new IOException("the store is being closed");
      }
      if (!log.isFailed()) {
        contents.awaitDurable();
      }
      return action.run();
    } finally {
      writing.unlock();
    }
  }

  /**
   * Keeps the last checkpoint and the log after it while later ones are written. Blocks while a
   * checkpoint is written, and until the log is durable up to the writes that were acknowledged
   * before the call. A failed log is not waited for.
   *
   * @param reader the folder that the reader writes, for people
   */
  CheckpointPin pin(String reader) throws IOException {
    return locked(
        () -> pins.take(reader, last, retention.needed(), log.durablePosition(), this::unpinned));
  }

  /** Deletes what stayed for a pin, unless there is another. */
  private void unpinned() {
    writing.lock();
    try {
      if (!closed && !uncertain && pins.isEmpty() && !last.shards().isEmpty()) {
        var now = last;
        tidy(() -> files.tidy(now));
      }
    } finally {
      writing.unlock();
    }
  }

  /** An action of {@link #holding}. */
  @FunctionalInterface
  interface Held<T> {
    T run() throws IOException;
  }

  /** Returns the last durable checkpoint, from which a start would go on. Any thread. */
  LastCheckpoint last() {
    return last;
  }

  /**
   * Learns that a shard was rebuilt. The next checkpoint is due at once, because the page files
   * that it no longer needs take room until then.
   */
  void rebuilt() {
    overdue = true;
  }

  /** Returns how the attempts to write checkpoints ended. Any thread. */
  CheckpointAttempts attempts() {
    return attempts;
  }

  /** Whether no further checkpoint is begun. Any thread. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Waits for a checkpoint in progress and for places being released, and for ten seconds for the
   * readers of pinned checkpoints. Starts no further checkpoint, except the last. The loops must
   * still run.
   */
  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
    pins.giveUp("The store is being closed.");
    pins.awaitReaders(nanoClock, contents.pause());
    captures.close();
  }
}
