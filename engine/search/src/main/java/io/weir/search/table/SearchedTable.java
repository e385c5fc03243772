package io.weir.search.table;

import io.weir.api.error.ChangesLostException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.engine.disk.DiskFailure;
import io.weir.search.follow.FollowerListener;
import io.weir.search.index.EntityIndex;
import io.weir.search.index.IndexDamaged;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Keeps the index of one table, and builds the next one when that is necessary.
 *
 * <p>{@link #view} and {@link #id}: any thread. {@link #start}, {@link #define}, {@link #rebuild}, {@link #drop} and {@link #close} hand over to the
 * worker, on which everything else runs.
 */
public final class SearchedTable {

  private static final Logger LOG = LoggerFactory.getLogger(SearchedTable.class);

  private final BuildContext context;
  private final Consumer<SearchedTable> onDropped;
  private SearchDefinition definition;
  private @Nullable IndexBuild current;
  private @Nullable IndexBuild next;

  /** Whether a consumer for the next index is being created. */
  private boolean isBeginning;

  private boolean isCurrentLost;
  private boolean isRetrying;
  private boolean isClosed;
  private int lastNumber;
  private String failure = "";

  /** Written by the worker; searches read it. */
  private volatile SearchView view;

  /**
   * Makes the search of a table; {@link #start} begins it.
   *
   * @param onDropped called on the worker when the table was dropped, after which this does nothing more
   */
  public SearchedTable(
      BuildContext context, SearchDefinition definition, Consumer<SearchedTable> onDropped) {
    this.context = context;
    this.definition = definition;
    this.onDropped = onDropped;
    this.view =
        new SearchView(definition, SearchState.BUILDING, Optional.empty(), Optional.empty(), "");
  }

  /** Returns the id of the declaration. */
  public String id() {
    return context.id();
  }

  /** Returns what searches see at present. */
  public SearchView view() {
    return view;
  }

  /** Opens what the folder holds, and follows the feed. */
  public void start() {
    onWorker(this::open);
  }

  /** Takes another definition. Builds a new index for it unless only weights differ. */
  public void define(SearchDefinition other) {
    onWorker(() -> {
      definition = other;
      discardUnfitNext();
      buildIfNecessary();
    });
  }

  /** Begins to build a new index, unless one is being built. */
  public void rebuild() {
    onWorker(this::buildNext);
  }

  /** Closes and deletes the indexes and their consumers. */
  public void drop() {
    onWorker(this::dropAll);
  }

  /** Commits and closes the indexes, then runs a task. The task runs also when that fails. */
  public void close(Runnable then) {
    Runnable closing = () -> {
      try {
        if (!isClosed) {
          closeAll();
          show();
        }
      } finally {
        then.run();
      }
    };
    if (!schedule(closing)) {
      then.run();
    }
  }

  /** Closes the indexes as they were at their last commits, as a crash leaves them, then runs a task. For tests. */
  public void abandon(Runnable then) {
    Runnable closing = () -> {
      isClosed = true;
      for (var build : new IndexBuild[] {current, next}) {
        if (build != null) {
          discardChanges(build);
        }
      }
      current = null;
      next = null;
      then.run();
    };
    if (!schedule(closing)) {
      then.run();
    }
  }

  private static void discardChanges(IndexBuild build) {
    try {
      build.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("a text index did not close number={}", build.number(), e);
    }
  }

  private void onWorker(Runnable task) {
    var unused = schedule(() -> {
      if (!isClosed) {
        try {
          task.run();
        } catch (RuntimeException e) { // a fault must not end the worker's care for this table
          fail(e);
        }
        show();
      }
    });
  }

  private boolean schedule(Runnable task) {
    try {
      var unused = context.worker().schedule(task);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug(
          "the threads of searches are closed table={}", context.distance().table(), e);
      return false;
    }
  }

  private void open() {
    try {
      for (var number : context.folder().numbers()) {
        lastNumber = Math.max(lastNumber, number);
        if (!isHeld(number) && (isSuperseded(number) || !openBuild(number))) {
          discard(number);
        }
      }
      failure = "";
    } catch (IOException | TableServiceException e) {
      fail(e);
      return;
    }
    discardUnfitNext();
    buildIfNecessary();
  }

  private boolean isHeld(int number) {
    var held = current;
    var building = next;
    return held != null && held.number() == number
        || building != null && building.number() == number;
  }

  private boolean isSuperseded(int number) {
    var held = current;
    return held != null && held.number() > number;
  }

  /** Opens an index and follows the feed for it. Returns false when it is of no use. */
  private boolean openBuild(int number) throws IOException {
    EntityIndex index;
    try {
      index = context.open(number);
    } catch (IndexDamaged e) {
      LOG.warn(
          "a text index is damaged and is built again table={} number={}",
          context.distance().table(),
          number,
          e);
      return false;
    }
    var isComplete = index.lastCommit().isComplete();
    if (!isComplete && next != null) {
      index.close();
      return false;
    }
    try {
      var build = follow(number, index);
      if (isComplete) {
        var earlier = current;
        current = build;
        isCurrentLost = false;
        if (earlier != null) {
          discard(earlier);
        }
      } else {
        next = build;
      }
      return true;
    } catch (InvalidRequestException e) { // the place is of another store, which was restored
      index.close();
      return false;
    }
  }

  private IndexBuild follow(int number, EntityIndex index) {
    var consumer = context.consumer(number);
    var events = new Events();
    var build = context.build(number, index, consumer, events);
    events.build = build;
    var unused = consumer
        .claim(index.lastCommit().token())
        .publishOn(context.worker())
        .subscribe(none -> {}, cause -> events.end(cause), () -> {
          if (isOpen(build)) {
            build.follower().start();
          }
        });
    return build;
  }

  private boolean isOpen(IndexBuild build) {
    return !isClosed && (build == current || build == next);
  }

  private void discardUnfitNext() {
    var building = next;
    if (building != null && !building.index().definition().isIndexedAs(definition)) {
      next = null;
      discard(building);
    }
  }

  private void buildIfNecessary() {
    var held = current;
    if (held == null || isCurrentLost || !held.index().definition().isIndexedAs(definition)) {
      buildNext();
    }
  }

  private void buildNext() {
    if (next != null || isBeginning) {
      return;
    }
    isBeginning = true;
    var number = ++lastNumber;
    var wanted = definition;
    var consumer = context.consumer(number);
    var unused = consumer
        .begin()
        .publishOn(context.worker())
        .subscribe(
            beginning -> {
              isBeginning = false;
              if (isClosed) {
                discard(number);
                return;
              }
              try {
                next = follow(number, context.create(number, wanted, beginning));
                failure = "";
                discardUnfitNext();
                buildIfNecessary();
              } catch (IOException | RuntimeException e) {
                fail(e);
              }
              show();
            },
            cause -> {
              isBeginning = false;
              if (cause instanceof NotFoundException) {
                tableDropped();
              } else if (!isClosed) {
                fail(cause);
                show();
              }
            });
  }

  /** Notes a failure and tries again after a pause. */
  private void fail(Throwable cause) {
    failure = DiskFailure.told(cause); // no folder of the server; the log has the path
    LOG.warn(
        "a text index has failed and is tried again table={} seconds={}",
        context.distance().table(),
        context.retry().toSeconds(),
        cause);
    if (!isRetrying) {
      isRetrying = true;
      var unused = context
          .worker()
          .schedule(
              () -> {
                isRetrying = false;
                if (!isClosed) {
                  open();
                  show();
                }
              },
              context.retry().toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  private void switchTo(IndexBuild complete) {
    var earlier = current;
    current = complete;
    next = null;
    isCurrentLost = false;
    show();
    LOG.info(
        "a text index answers table={} number={}", context.distance().table(), complete.number());
    if (earlier != null) {
      discard(earlier);
    }
    buildIfNecessary(); // the definition may have changed again
  }

  private void discard(IndexBuild build) {
    discardChanges(build);
    discard(build.number());
  }

  private void discard(int number) {
    try {
      context.folder().delete(number);
    } catch (IOException e) {
      LOG.warn(
          "a discarded text index was not deleted; the next start tries again folder={}",
          context.folder().of(number),
          e);
    }
    var unused = deleted(number).subscribe();
  }

  private Mono<Void> deleted(int number) {
    return context.consumer(number).delete().onErrorResume(failed -> {
      LOG.debug("the consumer of a discarded text index was not deleted number={}", number, failed);
      return Mono.empty();
    });
  }

  private void dropAll() {
    isClosed = true;
    var held = current;
    var building = next;
    current = null;
    next = null;
    if (held != null) {
      discard(held);
    }
    if (building != null) {
      discard(building);
    }
    try {
      BuildFolder.delete(context.folder().path());
    } catch (IOException e) {
      LOG.warn(
          "a dropped text index was not deleted; the next start tries again folder={}",
          context.folder().path(),
          e);
    }
    show();
  }

  private void tableDropped() {
    if (!isClosed) {
      dropAll();
      onDropped.accept(this);
    }
  }

  private void closeAll() {
    isClosed = true;
    closeCommitted(current);
    closeCommitted(next);
    current = null;
    next = null;
  }

  private void closeCommitted(@Nullable IndexBuild build) {
    if (build != null) {
      try {
        build.closeCommitted();
      } catch (IOException | RuntimeException e) {
        LOG.warn(
            "a text index was not committed at the stop; it follows from its last commit table={}",
            context.distance().table(),
            e);
      }
    }
  }

  private void show() {
    view = new SearchView(
        definition, state(), Optional.ofNullable(current), Optional.ofNullable(next), failure);
  }

  private SearchState state() {
    if (current != null) {
      return isCurrentLost ? SearchState.LOST : SearchState.READY;
    }
    return failure.isEmpty() ? SearchState.BUILDING : SearchState.FAILED;
  }

  /** What becomes of the follower of one index. */
  private final class Events implements FollowerListener {

    private @Nullable IndexBuild build;

    @Override
    public void caughtUp() {
      var complete = build;
      if (complete != null && complete == next) {
        switchTo(complete);
        show();
      }
    }

    @Override
    public void dropped() {
      if (isOurs()) {
        tableDropped();
      }
    }

    @Override
    public void lost(Throwable cause) {
      var ended = build;
      if (ended == null || !isOurs()) {
        return;
      }
      LOG.warn(
          "a text index has lost its place in the changes and is built again table={}",
          context.distance().table(),
          cause);
      if (ended == current) {
        isCurrentLost = true;
      } else {
        next = null;
        discard(ended);
        fail(cause); // after a pause: the feed may be faster than the build
        show();
        return;
      }
      buildIfNecessary();
      show();
    }

    @Override
    public void failed(Throwable cause) {
      var ended = build;
      if (ended == null || !isOurs()) {
        return;
      }
      if (ended == current) {
        current = null;
      } else {
        next = null;
      }
      discardChanges(ended);
      fail(cause);
      show();
    }

    void end(Throwable cause) {
      if (cause instanceof NotFoundException) {
        dropped();
      } else if (cause instanceof ChangesLostException
          || cause instanceof InvalidRequestException) {
        lost(cause);
      } else {
        failed(cause);
      }
    }

    private boolean isOurs() {
      return build != null && isOpen(build);
    }
  }
}
