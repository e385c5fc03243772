package io.weir.pattern.process;

import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.edm.EdmDateTime;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * How far the work on a group has got. The work writes it, and the keeper of the lease reads it and stores it.
 *
 * <p>Threads: the signals of the work are serial and are the only writer of {@code place}, a volatile field that publishes an immutable value
 * to the keeper. {@code pressing} is written by the keeper only. The keeper sets it before it reads {@code place}, and the work sets {@code
 * place} before it reads {@code pressing}, so one of them notices that a write is due.
 */
final class Progress {

  /**
   * A place between two batches.
   *
   * @param handled changes since the group is owned
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

  private final int mostUnwritten;
  private volatile Place place;
  private volatile Pressing pressing = new Pressing(Long.MAX_VALUE, Sinks.empty());

  private record Pressing(long handled, Sinks.Empty<Void> signal) {}

  Progress(FeedStart from, int mostUnwritten) {
    this.place = new Place(from, 0, Optional.empty(), false, false);
    this.mostUnwritten = mostUnwritten;
  }

  Place place() {
    return place;
  }

  /** A checkpoint was passed. */
  void passed(FeedToken token) {
    var last = place;
    place = new Place(FeedStart.after(token), last.handled, last.changedAt, true, false);
  }

  /** Changes were handled, or parked. */
  void handled(FeedToken token, int changes, EdmDateTime at) {
    place =
        new Place(FeedStart.after(token), place.handled + changes, Optional.of(at), false, false);
    pressIfDue();
  }

  /** The drop of the feed's table was handled. */
  void ended(FeedToken token) {
    var last = place;
    place = new Place(FeedStart.after(token), last.handled, last.changedAt, true, true);
  }

  /** The work begins again at another place. */
  void restart(FeedStart from) {
    var last = place;
    place = new Place(from, last.handled, last.changedAt, false, false);
  }

  /** Completes when so many changes were handled after a written place that the next place must be written. */
  Mono<Void> isPressing(Place written) {
    return Mono.defer(() -> {
      var next = new Pressing(written.handled + mostUnwritten, Sinks.empty());
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
}
