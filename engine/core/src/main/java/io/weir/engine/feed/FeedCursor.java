package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.follow.Follower;
import io.weir.engine.follow.LogChunk;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The feed of one subscriber: a place in the log that moves with each item that is taken.
 *
 * <pre>
 * STARTING  waits for a round of the published log, so that the frontier is at the present
 * SEARCHING looks up a time in the log, on a reading thread
 * NAMING    learns the names of the account's tables as they were at the place
 * EXISTING  reads the entities that exist, if the feed starts at the beginning
 * LOG       reads the log
 * ENDED     after the drop of the feed's table
 * </pre>
 *
 * <p>{@link #advance} never waits. When it has nothing to do it returns {@link Step#WAIT}, and the task {@code wake} runs when that may have
 * changed. Belongs to one thread at a time. {@link #close}: the same thread, or a thread that knows that no other advances.
 */
public final class FeedCursor {

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
    SEARCHING,
    NAMING,
    EXISTING,
    LOG,
    ENDED
  }

  /** The contract promises a checkpoint in each second. */
  static final long CHECKPOINT_NANOS = 800_000_000;

  /** Most items between two checkpoints, not counting a batch. */
  static final int CHECKPOINT_ITEMS = 256;

  /** Bytes of items after which a checkpoint follows. */
  private static final long CHECKPOINT_BYTES = 1 << 20;

  private static final int OWN_CHUNK_BYTES = 256 << 10;
  private static final long NEVER = Long.MAX_VALUE;

  private final Store store;
  private final PublishedLog log;
  private final AccountName account;
  private final FeedScope scope;
  private final FeedStart start;
  private final Runnable wake;
  private final Follower follower;
  private final FeedTokens tokens;
  private final FeedFilter filter;
  private final ArrayDeque<FeedItem> items = new ArrayDeque<>();

  /** The result of a reading thread, for the next {@link #advance}. */
  private final AtomicReference<@Nullable Runnable> arrived = new AtomicReference<>();

  /** Whether the cursor has nothing to do. Written by its thread, read by the rounds: a cursor that is not asked for items is not woken. */
  private volatile boolean waiting;

  private Phase phase = Phase.STARTING;
  private long round;
  private boolean reading;
  private FeedPlace place;
  private TableNames names;
  private @Nullable RecordItems records;
  private @Nullable ExistingEntities existing;
  private @Nullable LogChunk chunk;
  private int nextInChunk;
  private long namesKnownUpTo;
  private long lastCheckpointNanos;
  private int itemsSinceCheckpoint;
  private long bytesSinceCheckpoint;

  /** The position at which the drop of a table that does not exist must have been read. */
  private long endOfDropped = NEVER;

  private @Nullable FeedItem item;

  /**
   * Makes a cursor that has not begun.
   *
   * <p>Fails with {@code TableNotFound}, with {@code InvalidInput} for a token that is not of this feed, and with {@code NotImplemented} for a
   * store without a log.
   *
   * @param wake must only hand over to another thread
   */
  public FeedCursor(
      Store store, AccountName account, FeedScope scope, FeedStart start, Runnable wake) {
    var published = store.published();
    if (published == null) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "reason=noLog");
    }
    this.store = store;
    this.log = published;
    this.account = account;
    this.scope = scope;
    this.start = start;
    this.wake = wake;
    this.follower = this::mayGoOn;
    this.tokens = new FeedTokens(store.identity().id(), account, scope.table());
    this.filter = new FeedFilter(scope.filter());
    this.place = start.dispatch(new Places());
    this.names = TableNames.ofAccount(account, List.of());
    this.lastCheckpointNanos = store.nanoClock().getAsLong();
  }

  /** Finds the place of a start; its position is -1 until the frontier is known. */
  private final class Places implements FeedStart.Handler<FeedPlace> {

    private static final long AT_FRONTIER = -1;

    @Override
    public FeedPlace now() {
      return new FeedPlace(tableId(), AT_FRONTIER, null);
    }

    @Override
    public FeedPlace beginning() {
      return new FeedPlace(tableId(), AT_FRONTIER, ExistingEntities.Place.BEGINNING);
    }

    @Override
    public FeedPlace after(FeedToken token) {
      return tokens.read(token);
    }

    @Override
    public FeedPlace since(Instant time) {
      return new FeedPlace(tableId(), AT_FRONTIER, null);
    }

    private int tableId() {
      return scope.table().map(this::idOf).orElse(FeedPlace.ALL_TABLES);
    }

    private int idOf(TableName name) {
      var table = store.catalog().find(account, name);
      if (table == null) {
        throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
      }
      return table.id();
    }
  }

  /** Begins to follow the log. Called once, before the first {@link #advance}. */
  public void open() {
    round = log.follow(follower);
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

  /** Does a piece of work: some tenths of a millisecond at most. Fails as the contract's feed does; the cursor has ended then. */
  public Step advance() {
    try {
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
    var result = arrived.getAndSet(null);
    if (result != null) {
      result.run();
    }
    item = items.poll();
    if (item != null) {
      return Step.ITEM;
    }
    if (phase != Phase.ENDED && log.isClosed()) {
      throw new ServiceBusyException("reason=closing");
    }
    return switch (phase) {
      case STARTING -> log.hasEnded(round) && log.frontier() >= 0 ? start() : Step.WAIT;
      case SEARCHING -> Step.WAIT;
      case NAMING -> name();
      case EXISTING -> readExisting();
      case LOG -> readLog();
      case ENDED -> Step.END;
    };
  }

  private Step start() {
    var frontier = log.frontier();
    if (place.position() > frontier) {
      throw FeedTokens.refused("ofLaterPlace");
    }
    if (start instanceof FeedStart.Since since) {
      phase = Phase.SEARCHING;
      read(slices -> {
        var position = FeedBegin.since(since.time(), slices, frontier);
        return () -> startAt(position);
      });
      return Step.WORK;
    }
    startAt(place.position() < 0 ? frontier : place.position());
    return Step.WORK;
  }

  private void startAt(long position) {
    place = new FeedPlace(place.tableId(), position, place.existing());
    var table = scope.table();
    if (table.isPresent()) {
      names = TableNames.ofTable(account, place.tableId(), table.get());
      endOfDropped = store.catalog().isLive(place.tableId())
          ? NEVER
          : Math.max(log.published(), log.frontier());
      begin();
    } else {
      // in this order: a table that is missing among the names was dropped below the position
      names = TableNames.ofAccount(account, store.catalog().tables(account).values());
      namesKnownUpTo = log.published();
      phase = Phase.NAMING;
    }
  }

  /** Waits until the log can be read up to the moment of the names, and adds the tables that were dropped up to then. */
  private Step name() {
    var known = log.frontier();
    if (reading || known < namesKnownUpTo) {
      return Step.WAIT;
    }
    var from = place.position();
    var incomplete = names;
    read(slices -> {
      FeedBegin.addDropped(incomplete, slices, from, Math.max(from, known));
      return this::begin;
    });
    return Step.WORK;
  }

  private void begin() {
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
    if (isCheckpointDue()) {
      addCheckpoint();
      return Step.WORK;
    }
    entities.read(items);
    place = entities.place();
    if (place.existing() == null) {
      existing = null;
      addCheckpoint();
    } else {
      passed(items.size(), entities.sliceBytes());
    }
    return Step.WORK;
  }

  private Step readLog() {
    if (isCheckpointDue()) {
      addCheckpoint();
      return Step.WORK;
    }
    var current = chunk;
    if (current != null && nextInChunk < current.records().size()) {
      take(current.records().get(nextInChunk++));
      return Step.WORK;
    }
    if (current != null) {
      moveTo(current.to());
      chunk = null;
    }
    if (itemsSinceCheckpoint > 0) {
      addCheckpoint();
      return Step.WORK;
    }
    if (place.position() >= endOfDropped) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "feedToken=ofDroppedTable");
    }
    return place.position() >= log.frontier() || reading ? Step.WAIT : nextChunk();
  }

  private Step nextChunk() {
    var shared = log.tailAt(place.position());
    if (shared != null) {
      use(shared);
      return Step.WORK;
    }
    reading = true;
    log.readAt(place.position(), OWN_CHUNK_BYTES, new PublishedLog.ChunkReader() {
      @Override
      public void read(LogChunk read) {
        arrive(() -> use(read));
      }

      @Override
      public void failed(IOException failure) {
        arrive(() -> fail(failure));
      }
    });
    return Step.WORK;
  }

  private void use(LogChunk next) {
    chunk = next;
    nextInChunk = 0;
    while (nextInChunk < next.records().size()
        && next.records().get(nextInChunk).from() < place.position()) {
      nextInChunk++;
    }
  }

  private void take(LogChunk.Entry entry) {
    var decoder = records;
    if (decoder == null) {
      throw new IllegalStateException("the feed has not begun");
    }
    var found = decoder.add(entry);
    moveTo(entry.to());
    passed(found > 1 ? CHECKPOINT_ITEMS : found, found == 0 ? 0 : entry.payload().length);
    if (items.peekLast() instanceof FeedItem.TableDropped && scope.table().isPresent()) {
      phase = Phase.ENDED;
    }
  }

  /** Counts items. They are followed by a checkpoint when there are enough of them. */
  private void passed(int number, long bytes) {
    itemsSinceCheckpoint += number;
    bytesSinceCheckpoint += bytes;
    if (itemsSinceCheckpoint >= CHECKPOINT_ITEMS || bytesSinceCheckpoint >= CHECKPOINT_BYTES) {
      addCheckpoint();
    }
  }

  private void moveTo(long position) {
    place = new FeedPlace(place.tableId(), position, null);
  }

  private boolean isCheckpointDue() {
    return store.nanoClock().getAsLong() - lastCheckpointNanos >= CHECKPOINT_NANOS;
  }

  private void addCheckpoint() {
    lastCheckpointNanos = store.nanoClock().getAsLong();
    itemsSinceCheckpoint = 0;
    bytesSinceCheckpoint = 0;
    items.add(new FeedItem.Checkpoint(tokens.of(place)));
  }

  /** A search on a reading thread. It returns what the cursor does with the result. */
  @FunctionalInterface
  private interface Search {
    Runnable in(LogSlices slices) throws IOException;
  }

  private void read(Search search) {
    reading = true;
    log.read(
        slices -> {
          Runnable result;
          try {
            result = search.in(slices);
          } catch (TableServiceException e) {
            result = () -> {
              throw e;
            };
          }
          arrive(result);
        },
        failure -> arrive(() -> fail(failure)));
  }

  private void arrive(Runnable result) {
    arrived.set(() -> {
      reading = false;
      result.run();
    });
    wake.run();
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
    chunk = null;
  }
}
