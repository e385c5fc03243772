package io.weir.search.table;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedItem.RangeRemoved;
import io.weir.api.FeedItem.TableDropped;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableService;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedCursor;
import io.weir.api.follow.Patience;
import io.weir.search.index.EntityIndex;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps an index up to date with the changes of its table.
 *
 * <p>Belongs to one worker. A change is applied when it arrives; a refresh follows within
 * {@link FollowerPace#refresh}, a commit at the first checkpoint after {@link FollowerPace#commit}.
 * The feed sends a checkpoint in each second. An index that is not complete is not refreshed: no
 * search sees it.
 */
final class IndexFollower {

  private static final Logger LOG = LoggerFactory.getLogger(IndexFollower.class);

  /** Items that wait for the worker. An item is an entity of up to 1 MiB. */
  private static final int MOST_WAITING = 16;

  private final EntityIndex index;
  private final TableService tables;
  private final FeedDistance distance;
  private final ConsumerPosition consumer;
  private final FollowerPace pace;
  private final Clock clock;
  private final Scheduler worker;
  private final FollowerListener listener;
  private final IndexLag lag;

  private Disposable following = Disposables.disposed();
  private FeedToken place;
  private boolean isComplete;
  private boolean isChanged;
  private boolean isShown = true;
  private boolean isRefreshDue;

  /**
   * A commit is due {@link FollowerPace#commit} after this time: that of the first change that is
   * not committed.
   */
  private long dueFromMillis;

  private long target = -1;
  private long targetMillis;
  private boolean hasEnded;

  /**
   * Makes a follower that does nothing yet.
   *
   * @param index belongs to the caller, who closes it after {@link #stop}
   * @param worker one thread at a time, which may block
   */
  IndexFollower(
      EntityIndex index,
      TableService tables,
      FeedDistance distance,
      ConsumerPosition consumer,
      FollowerPace pace,
      Clock clock,
      Scheduler worker,
      FollowerListener listener) {
    var last = index.lastCommit();
    this.index = index;
    this.tables = tables;
    this.distance = distance;
    this.consumer = consumer;
    this.pace = pace;
    this.clock = clock;
    this.worker = worker;
    this.listener = listener;
    this.place = last.token();
    this.isComplete = last.isComplete();
    this.dueFromMillis = clock.millis();
    this.lag = new IndexLag(
        distance::end, clock::millis, distance.position(last.token()), last.asOfMillis());
  }

  /** Begins to read the feed after the last item that was applied. Called once, on the worker. */
  void start() {
    following = FeedCursor.over(this::items, ChunkBoundary.ITEMS)
        .with(new Patience(pace.retry(), pace.retry(), () -> 0.5, worker, this::readOnLater))
        .follow(
            () -> Mono.fromCallable(() -> FeedStart.after(place)),
            item -> Mono.fromCallable(() -> apply(item.last())))
        .subscribe(applied -> {}, this::end, this::dropped);
  }

  private Flux<FeedItem> items(FeedStart from) {
    return tables.changes(FeedScope.of(distance.table()), from).publishOn(worker, MOST_WAITING);
  }

  /**
   * A service that is busy, or a log that cannot be read for the moment, does not concern the
   * index.
   */
  private void readOnLater(Throwable cause) {
    LOG.warn("the feed of a text index is read on after a pause table={}", distance.table(), cause);
  }

  /** Returns how long ago the index that searches see held everything. Any thread. */
  Duration lag() {
    return lag.time();
  }

  /** Returns the bytes of the log that searches do not see yet. Any thread. */
  long lagBytes() {
    return lag.bytes();
  }

  /** Shows and commits what was applied. The worker. */
  void commit() throws IOException {
    show();
    var last = index.lastCommit().at(place, lag.asOfMillis());
    index.commit(isComplete ? last.complete() : last);
    isChanged = false;
    consumer.advance(place);
  }

  /** Reads no further. What was applied is not committed. The worker. */
  void stop() {
    hasEnded = true;
    following.dispose();
  }

  private FeedToken apply(FeedItem item) throws IOException {
    if (item instanceof TableDropped) {
      dropped();
      return place;
    }
    item.dispatch(new Application()).run();
    place = item.token();
    if (item instanceof Checkpoint) {
      checkpoint();
    } else {
      change();
    }
    return place;
  }

  private void dropped() {
    if (!hasEnded) {
      stop();
      listener.dropped();
    }
  }

  private void change() {
    isShown = false;
    if (isComplete) {
      refreshLater();
    }
    if (!isChanged) {
      isChanged = true;
      dueFromMillis = clock.millis();
    }
  }

  private void refreshLater() {
    if (!isRefreshDue) {
      isRefreshDue = true;
      var unused = worker.schedule(this::refresh, pace.refresh().toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void refresh() {
    isRefreshDue = false;
    if (!hasEnded) {
      guarded(this::show);
    }
  }

  private void show() throws IOException {
    if (!isShown && isComplete) {
      index.refresh();
      isShown = true;
    }
    lag.reached(distance.position(place));
  }

  private void checkpoint() throws IOException {
    if (isShown || !isComplete) {
      lag.reached(distance.position(place));
    }
    if (!isComplete) {
      completeAtEnd();
    }
    var age = clock.millis() - dueFromMillis;
    if (isChanged
        ? age >= pace.commit().toMillis() || age < 0 // the clock was set back
        : distance.position(place) - distance.position(index.lastCommit().token())
            >= pace.idleBytes()) {
      commit();
    }
  }

  /**
   * The end is that of the moment at which the last existing entity was applied. Later changes are
   * followed like any others.
   */
  private void completeAtEnd() throws IOException {
    if (distance.isAmongExisting(place)) {
      return;
    }
    if (target < 0) {
      targetMillis = clock.millis(); // before the end: what is acknowledged by then lies below it
      target = distance.end();
    }
    if (distance.position(place) >= target) {
      isComplete = true;
      isShown = false;
      lag.heldAll(targetMillis);
      commit();
      listener.caughtUp();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Does work and ends the follower if it fails. */
  private void guarded(Work work) {
    try {
      work.run();
    } catch (IOException | RuntimeException e) { // Lucene's closed writer is unchecked
      end(e);
    }
  }

  /** Runs on the worker, except for the failure of a worker that takes no more tasks. */
  private void end(Throwable cause) {
    if (cause instanceof RejectedExecutionException) {
      LOG.warn(
          "a text index follows no more until the next start table={}", distance.table(), cause);
      return;
    }
    if (hasEnded) {
      return;
    }
    stop();
    LOG.debug("the follower of a text index has ended table={}", distance.table(), cause);
    if (cause instanceof NotFoundException) {
      listener.dropped();
    } else if (cause instanceof ChangesLostException || cause instanceof InvalidRequestException) {
      listener.lost(cause);
    } else {
      listener.failed(cause);
    }
  }

  /** Applies one item. */
  private final class Application implements FeedItem.Handler<Work> {

    @Override
    public Work change(Change item) {
      var key = item.key().encoded();
      return item.after().isPresent()
          ? () -> index.put(key, item.partitionGroup(), item.after().get())
          : () -> index.remove(key);
    }

    @Override
    public Work rangeRemoved(RangeRemoved item) {
      return () -> index.removeRange(
          item.from().toByteArray(), item.to().toByteArray(), item.partitionGroup());
    }

    @Override
    public Work tableDropped(TableDropped item) {
      return () -> {};
    }

    @Override
    public Work checkpoint(Checkpoint item) {
      return () -> {};
    }
  }
}
