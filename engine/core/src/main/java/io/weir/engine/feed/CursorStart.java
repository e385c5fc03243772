package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.engine.feed.SubscriberCursor.Step;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.store.Store;
import java.time.Instant;
import java.util.List;

/**
 * Finds where the feed of a cursor begins, and the names of its tables there.
 *
 * <pre>
 * WAITING   waits until the frontier is at the present
 * SEARCHING looks up a time in the log, on a reading thread
 * NAMING    learns the names of the account's tables as they were at the place
 * FOUND     the place and the names are known
 * </pre>
 *
 * <p>Belongs to the cursor's thread.
 */
final class CursorStart {

  static final long NEVER = Long.MAX_VALUE;

  private static final PublishedLog.Begin UNOPENED = new PublishedLog.Begin(Long.MAX_VALUE, 0);

  private enum Phase {
    WAITING,
    SEARCHING,
    NAMING,
    FOUND
  }

  private final Store store;
  private final PublishedLog log;
  private final AccountName account;
  private final FeedScope scope;
  private final FeedStart start;
  private final LogReading reading;

  private Phase phase = Phase.WAITING;
  private PublishedLog.Begin begin = UNOPENED;
  private FeedPosition place;
  private TableNames names;
  private long namesKnownUpTo;
  private long endOfDropped = NEVER;

  /** Fails as the cursor does, for a table that does not exist or a token of another feed. */
  CursorStart(
      Store store,
      PublishedLog log,
      AccountName account,
      FeedScope scope,
      FeedStart start,
      FeedTokens tokens,
      LogReading reading) {
    this.store = store;
    this.log = log;
    this.account = account;
    this.scope = scope;
    this.start = start;
    this.place = start.dispatch(new StartPlace(store.catalog(), account, scope, tokens));
    this.reading = reading;
    this.names = TableNames.ofAccount(account, List.of());
  }

  /** Notes when the cursor may begin. Called once, before the first {@link #advance}. */
  void open(PublishedLog.Begin from) {
    begin = from;
  }

  boolean isFound() {
    return phase == Phase.FOUND;
  }

  FeedPosition place() {
    return place;
  }

  TableNames names() {
    return names;
  }

  /**
   * Returns the position at which the drop of the feed's table must have been read if the table
   * does not exist; {@link #NEVER} if it does.
   */
  long endOfDropped() {
    return endOfDropped;
  }

  /** Does a piece of work. Fails as the feed does. */
  Step advance() {
    return switch (phase) {
      case WAITING -> log.hasReached(begin) ? find() : Step.WAIT;
      case SEARCHING -> Step.WAIT;
      case NAMING -> name();
      case FOUND -> Step.WORK;
    };
  }

  private Step find() {
    var frontier = log.frontier();
    if (place.position() > frontier) {
      if (place.position() <= log.published()) {
        return Step.WAIT; // the token is of another node, which has forced more of the log
      }
      throw FeedTokens.refused("ofLaterPlace");
    }
    if (start instanceof FeedStart.Since since) {
      search(since.time(), frontier);
    } else {
      startAt(place.position() < 0 ? frontier : place.position());
    }
    return Step.WORK;
  }

  private void search(Instant time, long end) {
    phase = Phase.SEARCHING;
    reading.begin(slices -> {
      var position = FeedBegin.since(time, slices, end);
      return () -> startAt(position);
    });
  }

  private void startAt(long position) {
    store.role().requireLeading(); // the names are those of the catalog
    place = new FeedPosition(place.tableId(), position, place.existing());
    scope.table().ifPresentOrElse(this::nameTable, this::nameAccount);
  }

  private void nameTable(TableName table) {
    names = TableNames.ofTable(account, place.tableId(), table);
    endOfDropped =
        store.catalog().isLive(place.tableId()) ? NEVER : Math.max(log.published(), log.frontier());
    phase = Phase.FOUND;
  }

  private void nameAccount() {
    // in this order: a table that is missing among the names was dropped below the position
    names = TableNames.ofAccount(account, store.catalog().tables(account).values());
    namesKnownUpTo = log.published();
    phase = Phase.NAMING;
  }

  /**
   * Waits until the log can be read up to the moment of the names, and adds the tables that were
   * dropped up to then.
   */
  private Step name() {
    var known = log.frontier();
    if (reading.isBusy() || known < namesKnownUpTo) {
      return Step.WAIT;
    }
    var from = place.position();
    var incomplete = names;
    reading.begin(slices -> {
      FeedBegin.addDropped(incomplete, slices, from, Math.max(from, known));
      return () -> phase = Phase.FOUND;
    });
    return Step.WORK;
  }
}
