package io.weir.pattern.view;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.filter.Filter;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedCursor;
import io.weir.pattern.view.ViewPosition.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Follows the feed of a view's source with one version of the view, from its stored position on,
 * until a failure or the drop of the source.
 *
 * <p>Holds one chunk of changes. The next one is applied when its progress is requested. Serves one
 * subscription; its signals are serial and own the fields.
 */
final class ViewFollower {

  private final TableService service;
  private final ViewDefinition definition;
  private final ViewVersions versions;
  private final ViewCommits commits;
  private final ViewPace pace;
  private ViewPosition position;
  private boolean isCurrent;

  /**
   * Makes a follower.
   *
   * @param position the stored position
   */
  ViewFollower(
      TableService service,
      ViewDefinition definition,
      ViewVersions versions,
      ViewCommits commits,
      ViewPace pace,
      ViewPosition position) {
    this.service = service;
    this.definition = definition;
    this.versions = versions;
    this.commits = commits;
    this.pace = pace;
    this.position = position;
  }

  Flux<ViewProgress> progress() {
    return versions.current().defaultIfEmpty(0).flatMapMany(current -> {
      isCurrent = current >= version();
      return isCurrent
          ? versions.removeOlder(version()).thenMany(goOn())
          : fill().concatWith(reported(true)).concatWith(Flux.defer(this::afterFill));
    });
  }

  /** Follows until the readers use the version. The fence is removed then. */
  private Flux<ViewProgress> fill() {
    return ViewFence.around(service, definition.source(), fence -> follow(Optional.of(fence)))
        .takeWhile(progress -> !progress.current());
  }

  private Flux<ViewProgress> afterFill() {
    return position.state() == State.ENDED ? Flux.empty() : goOn();
  }

  private Flux<ViewProgress> goOn() {
    return Flux.defer(() -> follow(Optional.empty()));
  }

  private int version() {
    return position.tables().version();
  }

  private Flux<ViewProgress> follow(Optional<ViewFence> fence) {
    if (position.state() == State.FOLLOWING) {
      return FeedCursor.over(this::changes, ChunkBoundary.runs(commits.mostChanges()))
          .follow(this::place, chunk -> chunk.last().dispatch(new Ending(chunk.changes(), fence)));
    }
    if (position.state() == State.EMPTYING) {
      return empty().flux();
    }
    return position.state() == State.ENDED ? end().flux() : Flux.empty();
  }

  private Flux<FeedItem> changes(FeedStart from) {
    return service.changes(FeedScope.of(definition.source()), from);
  }

  /** Each commit of the view moves the place. */
  private Mono<FeedStart> place() {
    return Mono.fromCallable(() -> FeedStart.after(position.at().orElseThrow()));
  }

  /** Applies a chunk by the kind of its last item. */
  private final class Ending implements FeedItem.Handler<Mono<ViewProgress>> {

    private final List<FeedItem.Change> changes;
    private final Optional<ViewFence> fence;

    Ending(List<FeedItem.Change> changes, Optional<ViewFence> fence) {
      this.changes = changes;
      this.fence = fence;
    }

    @Override
    public Mono<ViewProgress> change(FeedItem.Change item) {
      return applyChanges(item).then(reported(false));
    }

    @Override
    public Mono<ViewProgress> checkpoint(FeedItem.Checkpoint item) {
      if (!changes.isEmpty()) {
        return applyChanges(item)
            .then(reached(item))
            .then(Mono.defer(() -> pace.isLate() ? moveConsumer() : Mono.empty()))
            .then(reported(true));
      }
      return reached(item)
          .then(Mono.defer(() -> pace.isDue() ? storePlace(item) : Mono.empty()))
          .then(reported(true));
    }

    @Override
    public Mono<ViewProgress> rangeRemoved(FeedItem.RangeRemoved item) {
      return applyChanges(item).then(Mono.defer(() -> removeRange(item))).then(reported(false));
    }

    @Override
    public Mono<ViewProgress> tableDropped(FeedItem.TableDropped item) {
      return commits
          .store(position.passed(item.token()).in(State.EMPTYING), List.of())
          .doOnNext(stored -> position = stored)
          .then(Mono.defer(ViewFollower.this::empty));
    }

    /**
     * Applies the changes of the chunk and stores the place after its last item; after a range, the
     * place before it.
     */
    private Mono<Void> applyChanges(FeedItem last) {
      if (changes.isEmpty()) {
        return Mono.empty();
      }
      var latest = changes.get(changes.size() - 1);
      var place = last instanceof FeedItem.RangeRemoved ? latest.token() : last.token();
      return Mono.defer(() -> commits.apply(
              changes.stream().map(ChangePlan.SourceChange::of).toList(),
              position,
              position.passed(place).applied(changes.size(), latest.timestamp().ticks())))
          .doOnNext(ViewFollower.this::applied)
          .then();
    }

    /** Switches the readers to this version once the feed has passed the fence. */
    private Mono<Void> reached(FeedItem.Checkpoint item) {
      var isFilling =
          changes.stream().anyMatch(change -> change.cause() == FeedItem.Cause.EXISTING);
      if (isCurrent || fence.isEmpty() || isFilling) {
        return Mono.empty();
      }
      return Mono.defer(() -> fence.get().isReachedBy(item.token()))
          .filter(isReached -> isReached)
          .flatMap(isReached -> becomeCurrent());
    }
  }

  private void applied(ViewPosition stored) {
    position = stored;
    pace.changed();
  }

  private Mono<Void> becomeCurrent() {
    return versions
        .switchTo(version())
        .then(Mono.defer(() -> versions.removeOlder(version())))
        .then(Mono.fromRunnable(() -> isCurrent = true));
  }

  private Mono<Void> removeRange(FeedItem.RangeRemoved item) {
    var range = new RemovedRange(new StoredView(service, position.tables()), definition, item);
    return range
        .changes()
        .buffer(commits.mostChanges())
        .concatMap(
            removals -> commits.apply(removals, position, position).doOnNext(this::applied), 1)
        .then(Mono.defer(() -> commits.store(
            position.passed(item.token()).applied(1, item.timestamp().ticks()), List.of())))
        .doOnNext(this::applied)
        .then();
  }

  /** Stores a place without changes. */
  private Mono<Void> storePlace(FeedItem.Checkpoint item) {
    return commits
        .store(position.passed(item.token()), List.of())
        .doOnNext(stored -> position = stored)
        .then(Mono.defer(this::moveConsumer));
  }

  /**
   * Moves the named consumer to the stored place, so that the service need not keep what came
   * before.
   */
  private Mono<Void> moveConsumer() {
    return service
        .consumers()
        .advance(position.consumer(), position.generation(), position.at().orElseThrow())
        .then(Mono.fromRunnable(pace::moved));
  }

  /**
   * Empties the view after the drop of its source. No program adds to it any more: the stored state
   * does not allow it.
   */
  private Mono<ViewProgress> empty() {
    var tables = position.tables();
    return Flux.just(tables.rows(), tables.groups(), tables.sources())
        .concatMap(table -> service.deleteRange(table, Filter.ALL))
        .then(Mono.defer(() -> commits.store(position.in(State.ENDED), List.of())))
        .doOnNext(stored -> position = stored)
        .then(Mono.defer(this::end));
  }

  private Mono<ViewProgress> end() {
    return (isCurrent ? Mono.<Void>empty() : becomeCurrent()).then(reported(true));
  }

  private Mono<ViewProgress> reported(boolean caughtUp) {
    return Mono.fromCallable(() -> new ViewProgress(
        version(),
        position.applied(),
        position.changedAt(),
        caughtUp,
        isCurrent,
        position.state() == State.ENDED));
  }

  /**
   * Decides when a place without changes is stored and the named consumer is moved: at the first
   * checkpoint after changes, and then once in an interval. Belongs to one follower; its signals
   * are serial.
   */
  static final class ViewPace {

    private final Scheduler timers;
    private final Duration interval;
    private long movedAt;
    private boolean hasChanged;

    ViewPace(Scheduler timers, Duration interval) {
      this.timers = timers;
      this.interval = interval;
      this.movedAt = now();
    }

    /** Changes were applied. */
    void changed() {
      hasChanged = true;
    }

    /** Whether a checkpoint without changes is to be stored. */
    boolean isDue() {
      return hasChanged || isLate();
    }

    /** Whether the consumer was not moved for an interval. */
    boolean isLate() {
      return now() - movedAt >= interval.toNanos();
    }

    /** The consumer was moved to the stored place. */
    void moved() {
      hasChanged = false;
      movedAt = now();
    }

    private long now() {
      return timers.now(TimeUnit.NANOSECONDS);
    }
  }
}
