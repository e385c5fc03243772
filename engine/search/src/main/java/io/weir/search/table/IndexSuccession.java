package io.weir.search.table;

import io.weir.api.FeedToken;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.search.index.EntityIndex;
import io.weir.search.index.IndexDamaged;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The index of a table that answers, and its successor while that is built. Belongs to the table's
 * worker.
 *
 * <p>A successor is necessary when no index answers, when the one that answers has lost its place
 * in the feed or was built for other properties or analyzers, and when a user asks for it. It takes
 * over when it has caught up with the feed.
 */
final class IndexSuccession {

  private static final Logger LOG = LoggerFactory.getLogger(IndexSuccession.class);

  /** Learns of changes, on the worker. */
  interface Observer {
    /** The view is another one. */
    void changed();

    /** The table was dropped; nothing of its indexes is left. */
    void tableDropped();
  }

  private final BuildContext context;
  private final Observer observer;
  private final Discards discards;
  private final Failure failure;
  private SearchDefinition definition;
  private @Nullable IndexBuild current;
  private @Nullable IndexBuild next;
  private boolean isCurrentLost;
  private boolean isRebuildWanted;
  private boolean isClosed;
  private int lastNumber;

  /** The number of the index whose consumer is being created; 0 without one. */
  private int beginning;

  /** Completes when no consumer is being created any more. */
  private Mono<Void> begun = Mono.empty();

  IndexSuccession(
      BuildContext context, SearchDefinition definition, Observer observer, Runnable again) {
    this.context = context;
    this.definition = definition;
    this.observer = observer;
    this.discards = new Discards(context);
    this.failure = new Failure(context, again);
  }

  /**
   * Opens what the folder holds and is not open yet, deletes what is of no use, and builds what is
   * necessary.
   */
  void open() {
    try {
      var stored = context.folder().numbers();
      for (var number : stored) {
        lastNumber = Math.max(lastNumber, number);
        if (!isHeld(number) && (isSuperseded(number) || !openBuild(number))) {
          discards.discard(number);
        }
      }
      for (var number : context.consumerNumbers()) {
        lastNumber = Math.max(lastNumber, number);
        if (!stored.contains(number) && !isHeld(number) && number != beginning) {
          discards.discard(number); // its folder was deleted
        }
      }
    } catch (IOException | TableServiceException e) {
      failure.note(e);
      return;
    }
    discardUnfitNext();
    if (isNecessary()) {
      buildNext();
    } else {
      failure.clear();
    }
  }

  /** Takes another definition. Builds a new index for it unless only weights differ. */
  void define(SearchDefinition other) {
    definition = other;
    discardUnfitNext();
    buildIfNecessary();
  }

  /** Begins to build a successor, unless one is being built. */
  void rebuild() {
    isRebuildWanted |= next == null && beginning == 0;
    buildIfNecessary();
  }

  /** Returns whether this is the index that answers or its successor. */
  boolean holds(IndexBuild build) {
    return !isClosed && (build == current || build == next);
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
        answerBy(build);
      } else {
        next = build;
      }
      return true;
    } catch (InvalidRequestException e) { // the place is of another store, which was restored
      LOG.info("a text index is of another store and is built again number={}", number, e);
      return false;
    }
  }

  /** Takes ownership of the index; closes it when this fails. */
  private IndexBuild follow(int number, EntityIndex index) throws IOException {
    try {
      var consumer = context.consumer(number);
      var events = new BuildEvents(this);
      var build = context.build(number, index, consumer, events);
      events.of(build);
      var unused = consumer
          .claim(index.lastCommit().token())
          .publishOn(context.worker())
          .subscribe(none -> {}, cause -> notClaimed(events, cause), () -> start(build));
      return build;
    } catch (RuntimeException e) {
      index.close();
      throw e;
    }
  }

  /** A worker that takes no more tasks is that of a table that was closed. */
  private static void notClaimed(BuildEvents events, Throwable cause) {
    if (cause instanceof RejectedExecutionException) {
      LOG.debug("the worker of a text index is closed", cause);
    } else {
      events.notClaimed(cause);
    }
  }

  private void start(IndexBuild build) {
    if (holds(build)) {
      build.follower().start();
    }
  }

  /**
   * Shows the index before it closes the earlier one, so that a search meets a closed index in a
   * rare race only.
   */
  private void answerBy(IndexBuild build) {
    var earlier = current;
    current = build;
    isCurrentLost = false;
    observer.changed();
    if (earlier != null) {
      discards.discard(earlier);
    }
  }

  private void discardUnfitNext() {
    var building = next;
    if (building != null && !building.index().definition().isIndexedAs(definition)) {
      next = null;
      discards.discard(building);
    }
  }

  private boolean isNecessary() {
    var held = current;
    return held == null
        || isCurrentLost
        || isRebuildWanted
        || !held.index().definition().isIndexedAs(definition);
  }

  private void buildIfNecessary() {
    if (isNecessary()) {
      buildNext();
    }
  }

  private void buildNext() {
    if (next != null || beginning != 0) {
      return;
    }
    var number = ++lastNumber;
    var wanted = definition;
    var end = Sinks.<Void>empty();
    beginning = number;
    begun = end.asMono();
    var unused = context
        .consumer(number)
        .begin()
        .publishOn(context.worker())
        .doFinally(signal -> end.tryEmitEmpty())
        .subscribe(place -> begin(number, wanted, place), this::notBegun);
  }

  private void begin(int number, SearchDefinition wanted, FeedToken place) {
    beginning = 0;
    if (isClosed) {
      discards.discard(number);
      return;
    }
    try {
      next = follow(number, context.create(number, wanted, place));
      isRebuildWanted = false;
      failure.clear();
      discardUnfitNext();
      buildIfNecessary();
    } catch (IOException | RuntimeException e) {
      discards.discard(number);
      failure.note(e);
    }
    observer.changed();
  }

  private void notBegun(Throwable cause) {
    if (cause instanceof RejectedExecutionException) {
      LOG.warn(
          "a text index was not begun; the next start tries again table={}",
          context.distance().table(),
          cause);
      return;
    }
    beginning = 0;
    if (cause instanceof NotFoundException) {
      tableDropped();
    } else if (!isClosed) {
      failure.note(cause);
      observer.changed();
    }
  }

  /** Lets an index that has caught up answer, if it is the successor. */
  void caughtUp(IndexBuild build) {
    if (build != next) {
      return;
    }
    next = null;
    answerBy(build);
    LOG.info("a text index answers table={} number={}", context.distance().table(), build.number());
    buildIfNecessary(); // the definition may have changed again
    observer.changed();
  }

  /**
   * Builds a successor of an index that has lost its place in the feed. That index answers until
   * then, if it is the one that does.
   */
  void lost(IndexBuild build, Throwable cause) {
    LOG.warn(
        "a text index has lost its place in the changes and is built again table={}",
        context.distance().table(),
        cause);
    if (build == current) {
      isCurrentLost = true;
      buildIfNecessary();
    } else {
      next = null;
      discards.discard(build);
      failure.note(cause); // after a pause: the feed may be faster than the build
    }
    observer.changed();
  }

  /** Closes an index that has failed, to open it again. */
  void failed(IndexBuild build, Throwable cause) {
    if (build == current) {
      current = null;
    } else {
      next = null;
    }
    discards.close(build);
    failed(cause);
  }

  /** Notes a failure that concerns no index in particular. */
  void failed(Throwable cause) {
    failure.note(cause);
    observer.changed();
  }

  void tableDropped() {
    if (!isClosed) {
      drop();
      observer.tableDropped();
    }
  }

  /** Closes and deletes the indexes and their consumers. */
  void drop() {
    isClosed = true;
    for (var build : held()) {
      discards.discard(build);
    }
    discards.discardAll();
  }

  /** Returns the indexes, which nobody uses from now on. */
  private List<IndexBuild> held() {
    var held = Stream.of(Optional.ofNullable(current), Optional.ofNullable(next))
        .flatMap(Optional::stream)
        .toList();
    current = null;
    next = null;
    return held;
  }

  /** Commits and closes the indexes. */
  void close() {
    isClosed = true;
    for (var build : held()) {
      discards.closeCommitted(build);
    }
  }

  /** Closes the indexes as they were at their last commits, as a crash leaves them. For tests. */
  void abandon() {
    isClosed = true;
    for (var build : held()) {
      discards.close(build);
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  /**
   * Completes when nothing that was begun before the closing is under way any more. Never fails.
   */
  Mono<Void> ended() {
    return Mono.defer(() -> begun).then(discards.ended());
  }

  SearchView view() {
    return new SearchView(
        definition,
        state(),
        Optional.ofNullable(current),
        Optional.ofNullable(next),
        next != null || beginning != 0 || !isClosed && isNecessary(),
        failure.text());
  }

  private SearchState state() {
    if (current != null) {
      return isCurrentLost ? SearchState.LOST : SearchState.READY;
    }
    return failure.text().isEmpty() ? SearchState.BUILDING : SearchState.FAILED;
  }
}
