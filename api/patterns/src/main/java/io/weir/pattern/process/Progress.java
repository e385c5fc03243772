package io.weir.pattern.process;

import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ChangesLostException;
import io.weir.api.follow.FeedChunk;
import io.weir.api.follow.FeedPlace;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * How far the work on a group has got. The work writes it, and the keeper of the lease reads it and
 * stores it.
 *
 * <p>Threads: the signals of the work are serial and are the only writer of {@code place}, a
 * volatile field that publishes an immutable value to the keeper. {@code pressing} is written by
 * the keeper only. The keeper sets it before it reads {@code place}, and the work sets
 * {@code place} before it reads {@code pressing}, so one of them notices that a write is due.
 */
final class Progress implements FeedPlace {

  /**
   * A place between two batches.
   *
   * @param handled changes since the group is owned; none of the frontier
   * @param caughtUp whether a checkpoint was the last item
   * @param ended whether the feed's table was dropped
   */
  record Place(
      FeedStart from,
      long handled,
      Optional<EdmDateTime> changedAt,
      boolean caughtUp,
      boolean ended) {

    Position position() {
      return new Position(from, ended);
    }
  }

  private final int group;
  private final ProcessorOptions options;
  private volatile Place place;
  private volatile Pressing pressing = new Pressing(Long.MAX_VALUE, Sinks.empty());

  private record Pressing(long handled, Sinks.Empty<Void> signal) {}

  Progress(int group, FeedStart from, ProcessorOptions options) {
    this.group = group;
    this.options = options;
    this.place = new Place(from, 0, Optional.empty(), false, false);
  }

  Place place() {
    return place;
  }

  @Override
  public Mono<FeedStart> from() {
    return Mono.fromCallable(() -> place.from());
  }

  /** The changes of the batch were handled or parked, or a checkpoint was passed. */
  @Override
  public Mono<Void> passed(FeedChunk batch) {
    return Mono.fromRunnable(() -> {
      place = after(batch);
      pressIfDue();
    });
  }

  /** The work begins again at the beginning, if it may. */
  @Override
  public Mono<Void> lost(ChangesLostException lost) {
    if (!options.restartAtBeginning()) {
      return Mono.error(lost);
    }
    return Mono.fromRunnable(() -> {
      options.listener().accept(new ProcessorEvent.ChangesLost(group));
      var last = place;
      place = new Place(FeedStart.BEGINNING, last.handled, last.changedAt, false, false);
    });
  }

  /**
   * Completes when so many changes were handled after a written place that the next place must be
   * written.
   */
  Mono<Void> isPressing(Place written) {
    return Mono.defer(() -> {
      var next = new Pressing(written.handled + options.positions().changes(), Sinks.empty());
      pressing = next;
      pressIfDue();
      return next.signal.asMono();
    });
  }

  private void pressIfDue() {
    var due = pressing;
    if (place.handled >= due.handled) {
      due.signal.tryEmitEmpty(); // a second emission has no effect
    }
  }

  /** Returns the place after a batch, whose items are of one kind, or a checkpoint. */
  private Place after(FeedChunk batch) {
    var last = place;
    var from = FeedStart.after(batch.place());
    if (!(batch.last() instanceof FeedItem.Effect effect)) {
      return new Place(from, last.handled, last.changedAt, true, false);
    }
    var isEnd =
        effect instanceof FeedItem.TableDropped && options.scope().table().isPresent();
    return group == ProcessorEvent.FRONTIER
        ? new Place(from, 0, Optional.empty(), true, isEnd)
        : new Place(
            from,
            last.handled + batch.items().size(),
            Optional.of(effect.timestamp()),
            isEnd,
            isEnd);
  }
}
