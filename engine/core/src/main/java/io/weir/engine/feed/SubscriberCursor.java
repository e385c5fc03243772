package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.engine.follow.Follower;
import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.follow.LogChunk;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The feed of one subscriber: a place in the log that moves with each item that is taken.
 *
 * <pre>
 * STARTING  finds where it begins, and the names of the tables there: {@code CursorStart}
 * EXISTING  reads the entities that exist, if the feed starts at the beginning
 * LOG       reads the log
 * ENDED     after the drop of the feed's table
 * </pre>
 *
 * <p>{@link #advance} never waits. When it has nothing to do it returns {@link Step#WAIT}, and the
 * task {@code wake} runs when that may have changed. Belongs to one thread at a time.
 * {@link #close}: the same thread, or a thread that knows that no other advances.
 */
public final class SubscriberCursor {

  /** What an {@link #advance} did. */
  public enum Step {
    /** There is an item: {@link #item}. */
    ITEM,
    /** Some work without an item. */
    WORK,
    /** Nothing; {@code wake} will be called. */
    WAIT,
    /** There will be no more items. */
    END
  }

  private enum Phase {
    STARTING,
    EXISTING,
    LOG,
    ENDED
  }

  /**
   * Leaves at which the reading of existing entities looks ahead from a cold one: about those of a
   * slice.
   */
  private static final int LEAVES_AHEAD = 16;

  private final Store store;
  private final PublishedLog log;
  private final FeedScope scope;
  private final Runnable wake;
  private final Follower follower;
  private final FeedTokens tokens;
  private final FeedFilter filter;
  private final ArrayDeque<FeedItem> items = new ArrayDeque<>();

  private final LogReading reading;
  private final FollowerMemory.Share memory;
  private final CursorChunks chunks;
  private final CursorStart beginning;

  /**
   * Whether the cursor has nothing to do. Written by its thread, read by the rounds: a cursor that
   * is not asked for items is not woken.
   */
  private volatile boolean waiting;

  private Phase phase = Phase.STARTING;
  private FeedPosition place;
  private TableNames names;
  private @Nullable RecordItems records;
  private @Nullable ExistingEntities existing;
  private boolean resting;

  /** The changes that were read last and are not all taken. */
  private UntakenItems untaken = UntakenItems.NONE;

  /** Changes of the next record that were taken before the record was given up. */
  private int skipped;

  private final CheckpointPace pace;

  /** The position at which the drop of a table that does not exist must have been read. */
  private long endOfDropped = CursorStart.NEVER;

  private @Nullable FeedItem item;

  /**
   * Makes a cursor that has not begun.
   *
   * <p>Fails with {@code ServerBusy} while another node leads, with {@code TableNotFound}, with
   * {@code InvalidInput} for a token that is not of this feed, and with {@code NotImplemented} for
   * a store without a log.
   *
   * @param wake must only hand over to another thread
   */
  public SubscriberCursor(
      Store store, AccountName account, FeedScope scope, FeedStart start, Runnable wake) {
    var published = store.published();
    if (published == null) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "reason=noLog");
    }
    store.role().requireLeading();
    this.store = store;
    this.log = published;
    this.scope = scope;
    this.wake = wake;
    this.follower = this::mayGoOn;
    this.reading = new LogReading(published, wake, this::fail);
    this.memory = published.memory().share(wake);
    this.chunks = new CursorChunks(published, reading, memory);
    this.tokens = new FeedTokens(store.identity().id(), account, scope.table());
    this.filter = new FeedFilter(scope);
    this.beginning = new CursorStart(store, published, account, scope, start, tokens, reading);
    this.place = beginning.place();
    this.names = TableNames.ofAccount(account, List.of());
    this.pace = new CheckpointPace(store.nanoClock());
  }

  /** Begins to follow the log. Called once, before the first {@link #advance}. */
  public void open() {
    beginning.open(log.follow(follower));
  }

  /** Returns the item that the last {@link #advance} found. */
  public FeedItem item() {
    var found = item;
    if (found == null) {
      throw new NoSuchElementException();
    }
    return found;
  }

  private void mayGoOn() {
    if (waiting) {
      wake.run();
    }
  }

  /**
   * Does a piece of work: some tenths of a millisecond at most. Fails as the contract's feed does;
   * the cursor has ended then.
   */
  public Step advance() {
    try {
      resume();
      waiting = false;
      var step = step();
      if (step == Step.WAIT) {
        waiting = true; // before the second look: what changes after it is told
        step = step();
        waiting = step == Step.WAIT;
      }
      return step;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private Step step() {
    reading.finish();
    item = items.poll();
    if (item != null) {
      taken(item);
      return Step.ITEM;
    }
    if (phase != Phase.ENDED && log.isClosed()) {
      throw new ServiceBusyException("reason=closing");
    }
    return switch (phase) {
      case STARTING -> find();
      case EXISTING -> readExisting();
      case LOG -> readLog();
      case ENDED -> Step.END;
    };
  }

  private Step find() {
    var step = beginning.advance();
    place = beginning.place();
    if (beginning.isFound()) {
      begin();
      return Step.WORK;
    }
    return step;
  }

  private void begin() {
    names = beginning.names();
    endOfDropped = beginning.endOfDropped();
    records = new RecordItems(place.tableId(), names, filter, tokens, store.groups(), items);
    existing =
        place.existing() == null ? null : new ExistingEntities(store, names, filter, tokens, place);
    phase = existing == null ? Phase.LOG : Phase.EXISTING;
    addCheckpoint();
  }

  private Step readExisting() {
    var entities = existing;
    if (entities == null) {
      phase = Phase.LOG;
      return Step.WORK;
    }
    if (pace.isDue()) {
      addCheckpoint();
      return Step.WORK;
    }
    if (!memory.mayRead(wake)) {
      return Step.WAIT;
    }
    var before = place;
    var cold = entities.read(items);
    place = entities.place();
    if (cold != null) {
      store.coldReads().readAhead(cold, LEAVES_AHEAD, Runnable::run, wake);
    }
    if (cold != null && items.isEmpty()) {
      return Step.WAIT;
    }
    hold(new UntakenItems(before, items.size(), items.size(), entities.sliceBytes(), true));
    if (place.existing() == null) {
      existing = null;
      addCheckpoint();
    } else {
      pace.passed(items.size(), entities.sliceBytes());
      addCheckpointIfFull();
    }
    return Step.WORK;
  }

  private Step readLog() {
    if (skipped == 0 && pace.isDue()) {
      addCheckpoint();
      return Step.WORK;
    }
    var entry = chunks.next();
    if (entry != null) {
      take(entry);
      return Step.WORK;
    }
    if (chunks.isOpen()) {
      moveTo(chunks.leave());
    }
    if (skipped == 0 && pace.items() > 0) {
      addCheckpoint();
      return Step.WORK;
    }
    if (place.position() >= endOfDropped) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "feedToken=ofDroppedTable");
    }
    if (place.position() >= log.frontier() || reading.isBusy()) {
      return Step.WAIT;
    }
    chunks.open(place.position());
    return Step.WORK;
  }

  private void take(LogChunk.Entry entry) {
    var decoder = records;
    if (decoder == null) {
      throw new IllegalStateException("the feed has not begun");
    }
    var found = decoder.add(entry);
    var before = place.at(entry.from());
    moveTo(entry.to());
    for (; skipped > 0; skipped--) {
      items.poll();
    }
    hold(new UntakenItems(
        before, found, items.size(), entry.payload().length, !decoder.hasChangedNames()));
    pace.passed(
        found > 1 ? CheckpointPace.MOST_ITEMS : found, found == 0 ? 0 : entry.payload().length);
    addCheckpointIfFull();
    if (items.peekLast() instanceof FeedItem.TableDropped && scope.table().isPresent()) {
      phase = Phase.ENDED;
    }
  }

  private void moveTo(long position) {
    place = place.at(position);
  }

  private void hold(UntakenItems read) {
    if (read.left() > 0) {
      untaken = read;
    }
    memory.hold(untaken.bytes());
  }

  private void taken(FeedItem next) {
    if (untaken.left() == 0) {
      return;
    }
    untaken = untaken.without(next);
    if (untaken.left() == 0) {
      memory.release(untaken.bytes());
      untaken = UntakenItems.NONE;
    }
  }

  private void resume() {
    if (resting) {
      resting = false;
      memory.resume();
    }
  }

  /**
   * Lets go of shared memory, and of own memory if all followers have too much. Called when the
   * cursor waits for its turn.
   */
  public void pause() {
    chunks.leaveOldTail();
    if (memory.isExceeded()) {
      giveUp();
    }
  }

  /**
   * Lets go of shared memory, and of own memory if another follower needs it. Called when no item
   * is wanted for now.
   */
  public void rest() {
    reading.finishChunk();
    chunks.leaveTail();
    resting = true;
    if (memory.rest()) {
      giveUp();
    }
  }

  /** Releases what can be read again, and goes back to where it was read. */
  private void giveUp() {
    chunks.giveUp();
    if (untaken.left() == 0 || !untaken.isRepeatable()) {
      return;
    }
    items.clear();
    if (phase == Phase.EXISTING) {
      var last = untaken.last();
      place = last == null ? untaken.before() : tokens.read(last);
      existing = new ExistingEntities(store, names, filter, tokens, place);
    } else {
      place = untaken.before();
      skipped = untaken.count() - untaken.left();
    }
    memory.release(untaken.bytes());
    untaken = UntakenItems.NONE;
  }

  private void addCheckpointIfFull() {
    if (pace.isFull()) {
      addCheckpoint();
    }
  }

  private void addCheckpoint() {
    pace.begin();
    items.add(new FeedItem.Checkpoint(tokens.of(place)));
  }

  private void fail(IOException failure) {
    if (failure instanceof PositionTruncated) {
      throw new ChangesLostException("position=" + place.position());
    }
    if (log.isClosed()) {
      throw new ServiceBusyException("reason=closing");
    }
    throw new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "reason=logUnreadable", failure);
  }

  /** Leaves the log and releases what the cursor holds. */
  public void close() {
    log.leave(follower);
    phase = Phase.ENDED;
    items.clear();
    chunks.giveUp();
    memory.end();
  }
}
