package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.CheckpointedShard;
import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.checkpoint.DirectoryWriter;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.extent.Capture;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.Snapshots;
import io.weir.engine.store.LastCheckpoint.Known;
import io.weir.engine.store.checkpoint.LogRetention;
import io.weir.engine.store.checkpoint.ServingShards;
import io.weir.engine.tree.Tree;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes checkpoints of pages while a store serves, and a last one when it stops. {@link io.weir.engine.checkpoint} gives their files and the order of the steps.
 *
 * <p>A checkpoint is due when the log has grown by {@code mostLogBytes} since the last one, or when places that wait for the next one take half of the room of the
 * pages, or when page files cannot grow and places wait; the writes that need room wait for it then, or when the log has no room, because a checkpoint frees segments. It is
 * due at once after a rebuild of the store or of a shard.
 *
 * <p>Owner: a work thread; the lock {@code writing} admits one at a time. A loop checks once per second whether a checkpoint is due. Writers wait for one only when page files
 * cannot grow.
 */
final class PageCheckpoints implements AutoCloseable {

  /** Receives the failure of a force of a shard's page files, which must not be repeated. */
  @FunctionalInterface
  interface ForceFailure {
    void failed(int shard, IOException cause);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PageCheckpoints.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 3;
  private static final long LEAST_LIMBO_BYTES = 256L << 20;
  private static final int RELEASED_AT_ONCE = 1024;

  private final Folder files;
  private final UUID storeId;
  private final CommitLog log;
  private final ServingShards contents;
  private final List<Shard> shards;
  private final List<ShardTree> trees;
  private final Catalog catalog;
  private final Executor workThreads;
  private final LongSupplier nanoClock;
  private final LogRetention retention;
  private final long mostLogBytes;
  private final Snapshots snapshots;
  private final ReentrantLock writing = new ReentrantLock();

  /** When the last attempt ended. Written by the thread that writes, read by any thread. */
  private volatile long lastEndNanos;

  /** Called by the thread that writes. Set before the store serves. */
  private ForceFailure forceFailure = (shard, cause) -> {};

  /** Written by the thread that writes, read by the loop that checks. */
  private volatile LastCheckpoint last;

  /** Whether a checkpoint is due although the log has not grown: there is none that a start can use. */
  private volatile boolean overdue;

  private final AtomicInteger failedInARow = new AtomicInteger();
  private volatile boolean closed;

  /** By shard: why page files could not grow. Their writes wait for the next checkpoint. Any thread adds; the thread that writes removes. */
  private final Map<Integer, IOException> lackingRoom = new ConcurrentHashMap<>();

  /** Shards that lacked room before the checkpoint in progress. Guarded by {@code writing}. */
  private Set<Integer> lacking = Set.of();

  /** The highest number that a checkpoint may have used. Guarded by {@code writing}. */
  private long number;

  /** Whether a snapshot may be left, from which the store was rebuilt. Guarded by {@code writing}. */
  private boolean snapshotIsLeft = true;

  /**
   * A shard's pages as one checkpoint sees them.
   *
   * @param tree the published version
   */
  private record Captured(int shard, ShardTree owner, Tree tree, Capture pages) {}

  /**
   * @param last the checkpoint from which the store was opened
   * @param rebuilt whether the store was rebuilt, so that a checkpoint is due at once
   */
  PageCheckpoints(
      Folder files,
      UUID storeId,
      CommitLog log,
      ServingShards contents,
      List<ShardTree> trees,
      Catalog catalog,
      StoreEnvironment environment,
      Executor workThreads,
      LogRetention retention,
      long mostLogBytes,
      Snapshots snapshots,
      LastCheckpoint last,
      boolean rebuilt)
      throws IOException {
    this.files = files;
    this.storeId = storeId;
    this.log = log;
    this.contents = contents;
    this.shards = contents.shards();
    this.trees = trees;
    this.catalog = catalog;
    this.workThreads = workThreads;
    this.nanoClock = environment.nanoClock();
    this.retention = retention;
    this.mostLogBytes = mostLogBytes;
    this.snapshots = snapshots;
    this.last = last;
    this.overdue = rebuilt;
    this.number = Math.max(last.number(), highestNumber(files));
    this.lastEndNanos = nanoClock.getAsLong() - LOOK_EVERY.toNanos();
  }

  /** Returns the highest number of a file that a checkpoint has left, also one that failed. */
  private static long highestNumber(Folder files) throws IOException {
    var highest = 0L;
    for (var name : files.folder(CheckpointManifest.DIRECTORIES).list()) {
      highest = Math.max(highest, DirectoryWriter.numberOf(name));
    }
    return highest;
  }

  /** Sets the receiver of failed forces. Called before the store serves. */
  void whenForceFails(ForceFailure receiver) {
    forceFailure = receiver;
  }

  /** Checks now, and every second from now on, whether a checkpoint is due. Any thread; returns at once. */
  void watchOn(Loop loop) {
    if (closed) {
      return;
    }
    if (contents.isRefused()) {
      refuseLackingRoom(); // no checkpoint is written before a shard is rebuilt
    }
    if (!isDue()) {
      loop.schedule(LOOK_EVERY, () -> watchOn(loop));
      return;
    }
    try {
      workThreads.execute(() -> {
        writeWhenDue();
        loop.schedule(
            LOOK_EVERY.multipliedBy(1L << Math.min(failedInARow.get(), MOST_DOUBLINGS)),
            () -> watchOn(loop));
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before a checkpoint was written", e);
    }
  }

  /**
   * Writes a checkpoint before the store serves if the log is twice as long as a due checkpoint requires. Processes that end before their
   * checkpoint is complete leave such a log, and each of them would make the next start longer. Blocks. A failure is logged, and the store
   * serves nevertheless.
   */
  void catchUp() {
    if (log.durablePosition() - last.logPosition() <= 2 * mostLogBytes) {
      return;
    }
    try {
      write();
    } catch (IOException | RuntimeException e) {
      LOG.error("the overdue checkpoint could not be written before serving", e);
    }
  }

  private boolean isDue() {
    var position = log.durablePosition();
    return (!lackingRoom.isEmpty()
            || overdue && position > 0
            || position - last.logPosition() > mostLogBytes
            || position > last.logPosition() && contents.logLacksRoom()
            || limboIsFull())
        && !contents.isRefused();
  }

  private boolean limboIsFull() {
    var limbo = limboBytes();
    var used = trees.stream().mapToLong(tree -> tree.pages().stats().bytes()).sum();
    return limbo > Math.max(LEAST_LIMBO_BYTES, used / 2) || limbo > 0 && contents.lacksRoom();
  }

  /** Returns the bytes of the places that wait for a checkpoint. */
  private long limboBytes() {
    return trees.stream().mapToLong(tree -> tree.pages().limboBytes()).sum();
  }

  /**
   * Makes room for a shard whose page files cannot grow, from the places that wait for a checkpoint, or refuses its writes if none can be written. A checkpoint begins at once,
   * or a second after the last attempt. Returns false when the store is closed. Any thread; returns at once.
   */
  boolean roomWanted(int shard, IOException cause) {
    if (closed) {
      return false;
    }
    lackingRoom.put(shard, cause);
    if (nanoClock.getAsLong() - lastEndNanos < LOOK_EVERY.toNanos()) {
      shards.get(shard).schedule(LOOK_EVERY, () -> makeRoom(shard));
      return true;
    }
    return makeRoom(shard);
  }

  private boolean makeRoom(int shard) {
    try {
      workThreads.execute(this::writeWhenDue);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before it had room", e);
      return lackingRoom.remove(shard) == null;
    }
  }

  private void refuseLackingRoom() {
    for (var shard : List.copyOf(lackingRoom.keySet())) {
      var cause = lackingRoom.remove(shard);
      if (cause != null) {
        shards.get(shard).growthFailed(cause);
      }
    }
  }

  private void writeWhenDue() {
    if (!writing.tryLock()) {
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
          failedInARow.get(),
          e);
      refuseLackingRoom();
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
      failedInARow.set(0);
    } catch (IOException | RuntimeException | Error e) {
      failedInARow.incrementAndGet();
      throw e;
    } finally {
      lastEndNanos = nanoClock.getAsLong();
      writing.unlock();
    }
  }

  private void writeUnlessCurrent() throws IOException {
    if (closed) {
      return; // the log closes, and no position may be awaited any more
    }
    contents.awaitDurable();
    var position = log.durablePosition();
    if (position == last.logPosition() && !overdue && limboBytes() == 0) {
      refuseLackingRoom();
      return;
    }
    contents.requireSound();
    var ticks = contents.awaitPublished();
    lacking = Set.copyOf(lackingRoom.keySet());
    var captured = capture();
    write(captured, position, Math.max(position, contents.awaitDurable()), ticks, false);
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
        trees.forEach(ShardTree::stop);
        write(
            IntStream.range(0, trees.size()).mapToObj(this::capture).toList(),
            position,
            position,
            ticks,
            true);
      }
    } finally {
      writing.unlock();
    }
  }

  private List<Captured> capture() throws IOException {
    var all = IntStream.range(0, trees.size()).mapToObj(this::captured).toList();
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      contents.pause().run();
    }
    try {
      return all.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      abandon(all.stream()
          .filter(one -> !one.isCompletedExceptionally())
          .map(CompletableFuture::join)
          .toList());
      throw new IOException("no checkpoint can be written before a shard is rebuilt", e.getCause());
    }
  }

  private CompletableFuture<Captured> captured(int number) {
    var answer = new CompletableFuture<Captured>();
    var owner = trees.get(number);
    var shard = shards.get(number);
    shard.execute(() -> {
      try {
        requireServed(number, shard, owner);
        answer.complete(capture(number));
      } catch (IOException | RuntimeException | Error e) {
        answer.completeExceptionally(
            e); // deliberate: errors too; the thread that writes waits for an answer
      }
    });
    return answer;
  }

  private static void requireServed(int number, Shard shard, ShardTree owner) throws IOException {
    if (!serves(shard, owner)) {
      throw new IOException("the shard is refused shard=" + number);
    }
  }

  private static boolean serves(Shard shard, ShardTree owner) {
    return !shard.isRefused() && shard.tree() == owner.tree();
  }

  private Captured capture(int shard) {
    var owner = trees.get(shard);
    return new Captured(shard, owner, owner.tree().published(), owner.pages().capture());
  }

  /** @param stopped whether the shards have stopped, and the calling thread owns their trees */
  private void write(List<Captured> captured, long position, long seen, long ticks, boolean stopped)
      throws IOException {
    var startedNanos = nanoClock.getAsLong();
    var next = ++number;
    var folder = files.folder(CheckpointManifest.DIRECTORIES);
    var written = new ArrayList<Known>();
    try {
      force(captured);
      writeDirectories(folder, next, captured, written, stopped);
    } catch (IOException | RuntimeException | Error e) {
      if (!stopped) {
        abandon(captured);
      }
      throw e;
    }
    publish(next, position, seen, ticks, written);
    var before = last.shards();
    last = new LastCheckpoint(next, position, written);
    overdue = false;
    if (!stopped) {
      release(captured);
    }
    tidy(folder, position, before, stopped);
    LOG.info(
        "wrote a checkpoint number={} position={} millis={}",
        next,
        position,
        Duration.ofNanos(nanoClock.getAsLong() - startedNanos).toMillis());
  }

  /** Writes the directories and their names durably. No manifest names them yet. */
  private void writeDirectories(
      Folder folder, long next, List<Captured> captured, List<Known> written, boolean stopped)
      throws IOException {
    try (var directory = DirectoryWriter.create(folder, storeId, next)) {
      for (var shard = 0; shard < captured.size(); shard++) {
        var one = captured.get(shard);
        var known = known(shard, one);
        var changes = stopped ? LeafChanges.between(known, one.tree()) : changes(shard, one, known);
        var parts = new ShardDirectory(directory, folder, storeId, shard).write(known, changes);
        written.add(new Known(
            one.owner(),
            one.tree(),
            changes.leaves(),
            new CheckpointedShard(one.pages().files(), parts)));
      }
      directory.finish();
    } catch (IOException | RuntimeException | Error e) {
      deleteUnfinished(folder, DirectoryWriter.name(next), e);
      throw e;
    }
    folder.force();
  }

  /** Tells the shards that no manifest will name the pages of an attempt, so that their places are used again at once. */
  private void abandon(List<Captured> captured) {
    for (var one : captured) {
      var shard = shards.get(one.shard());
      shard.execute(() -> {
        if (serves(shard, one.owner())) {
          one.owner().pages().abandon(one.pages());
        }
      });
    }
  }

  /** Deletes what the durable checkpoint makes superfluous. The next one repeats what fails. */
  private void tidy(Folder folder, long position, List<Known> before, boolean stopped) {
    try {
      if (!stopped) {
        retention.needs(position);
      }
      deleteReplaced(before);
      deleteUnnamed(folder, last.shards());
      deleteSnapshot();
    } catch (IOException e) {
      LOG.warn("files before the last checkpoint could not be deleted", e);
    }
  }

  /** Deletes the file of a failed checkpoint, because a full disk needs its bytes. No manifest names it yet. */
  private static void deleteUnfinished(Folder folder, String name, Throwable failure) {
    try {
      folder.delete(name);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Makes the page files durable. A failure is reported once, because the force must not be repeated. */
  private void force(List<Captured> captured) throws IOException {
    for (var shard = 0; shard < captured.size(); shard++) {
      var owner = captured.get(shard).owner();
      try {
        owner.pages().force(captured.get(shard).pages());
      } catch (ForceFailed e) {
        forceFailure.failed(shard, e);
        throw e;
      }
      if (hasNewFiles(shard, captured.get(shard))) {
        owner.pages().forceNames();
      }
    }
  }

  private boolean hasNewFiles(int shard, Captured captured) {
    var known = known(shard, captured);
    var names = new HashSet<String>();
    if (known != null) {
      known.pages().files().forEach(file -> names.add(file.fileName()));
    }
    return captured.pages().files().stream().anyMatch(file -> !names.contains(file.fileName()));
  }

  /** Returns the shard in the last checkpoint; null when it was not in it, or was rebuilt since. */
  private @Nullable Known known(int shard, Captured captured) {
    var before = last.shards();
    return before.isEmpty() || before.get(shard).owner() != captured.owner()
        ? null
        : before.get(shard);
  }

  /** Reads the changes of a shard that serves. A pin keeps its pages in memory meanwhile. */
  private LeafChanges changes(int shard, Captured captured, @Nullable Known known)
      throws IOException {
    try (var pin = shards.get(shard).pin()) {
      requireServed(shard, shards.get(shard), captured.owner());
      return LeafChanges.between(known, captured.tree());
    } catch (ServiceBusyException e) {
      throw new IOException("no checkpoint can be written before a shard is rebuilt", e);
    }
  }

  private void publish(long next, long position, long seen, long ticks, List<Known> written)
      throws IOException {
    contents.requireSound(); // the checkpoint may name pages that a fault has damaged
    new CheckpointManifest(
            storeId,
            ShardPages.format(),
            next,
            position,
            seen,
            ticks,
            catalog.highestId(),
            written.stream().map(Known::pages).toList())
        .write(files);
  }

  /** Makes the places available that waited for this checkpoint, on the shards' loops and in slices. */
  private void release(List<Captured> captured) {
    for (var number = 0; number < captured.size(); number++) {
      var lacked = lacking.contains(number) && lackingRoom.remove(number) != null;
      release(shards.get(number), captured.get(number), lacked);
    }
  }

  /** @param lacked whether writes of the shard wait for the room */
  private void release(Shard shard, Captured captured, boolean lacked) {
    shard.execute(() -> {
      if (closed || !serves(shard, captured.owner())) {
        return;
      }
      if (captured.owner().pages().release(captured.pages(), RELEASED_AT_ONCE)) {
        release(shard, captured, lacked);
      } else if (lacked || shard.writeOutage() != null) {
        shard.roomGrew();
      }
    });
  }

  private static void deleteUnnamed(Folder folder, List<Known> written) throws IOException {
    var named = new HashSet<String>();
    written.forEach(known ->
        known.pages().leaves().forEach(part -> named.add(DirectoryWriter.name(part.file()))));
    for (var name : folder.list()) {
      if (!named.contains(name)) {
        folder.delete(name);
      }
    }
  }

  /** Deletes the page files of shards that were rebuilt since the checkpoint before. No checkpoint names them any more. */
  private void deleteReplaced(List<Known> before) throws IOException {
    for (var shard = 0; shard < before.size(); shard++) {
      var now = last.shards().get(shard);
      if (before.get(shard).owner() != now.owner()) {
        now.owner().pages().deleteFiles(names(before.get(shard)));
      }
    }
  }

  private static Set<String> names(Known known) {
    return known.pages().files().stream()
        .map(PersistedExtent::fileName)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Deletes the snapshot from which the store was rebuilt. No start needs it any more. */
  private void deleteSnapshot() throws IOException {
    if (snapshotIsLeft) {
      snapshots.delete();
      snapshotIsLeft = false;
    }
  }

  /**
   * Runs an action while no checkpoint is written, so that the files of the last one and the log after it stay in place. Blocks while a checkpoint is written, and
   * until the log is durable up to the writes that were acknowledged before the call. A failed log is not waited for.
   */
  <T> T holding(Held<T> action) throws IOException {
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

  /** An action of {@link #holding}. */
  @FunctionalInterface
  interface Held<T> {
    T run() throws IOException;
  }

  /** Returns a shard as the last checkpoint has it; null before the first. The caller holds the files. */
  @Nullable
  CheckpointedShard lastOf(int shard) {
    return last.shards().isEmpty() ? null : last.shards().get(shard).pages();
  }

  /** Learns that a shard was rebuilt. The next checkpoint is due at once, because the page files that it no longer needs take room until then. */
  void rebuilt() {
    overdue = true;
  }

  /** Returns the bytes of the leaf directories of the last checkpoint. Any thread. */
  long directoryBytes() {
    return last.shards().stream()
        .flatMap(known -> known.pages().leaves().stream())
        .mapToLong(DirectoryPart::bytes)
        .sum();
  }

  /** Returns how many checkpoints in a row could not be written. Any thread. */
  int failedInARow() {
    return failedInARow.get();
  }

  /** Returns the log position at which a start would begin to replay. Any thread. */
  long lastPosition() {
    return last.logPosition();
  }

  /** Waits for a checkpoint in progress and for places being released, and starts no further checkpoint, except the last. The loops must still run. */
  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
    awaitLoops();
  }

  /** Waits until every shard's loop has run the tasks that were sent to it before. */
  private void awaitLoops() {
    var passed = new CountDownLatch(shards.size());
    shards.forEach(shard -> shard.execute(passed::countDown));
    while (passed.getCount() > 0) {
      contents.pause().run();
    }
  }
}
