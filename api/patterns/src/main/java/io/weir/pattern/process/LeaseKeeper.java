package io.weir.pattern.process;

import io.weir.api.follow.Patience;
import io.weir.pattern.process.ProcessorEvent.Loss;
import io.weir.pattern.process.Progress.Place;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;

/**
 * Renews the lease of a group and writes its position. The only writer of the group's rows while it
 * holds the lease.
 *
 * <p>A position is written in one batch with a renewal of the lease, which names the lease's
 * version. A member that has lost the lease therefore cannot move the position.
 *
 * <p>The lease counts from the moment before the last successful renewal was sent. Observers count
 * from a later moment, so this member stops before another one may take the lease, as long as both
 * clocks run at the same speed.
 *
 * <p>Signals are serial: turns follow each other, and {@link #release} follows the cancellation of
 * {@link #keep}. The outcome of a cancelled write is unknown; {@link ProcessorTable} then reads the
 * lease again.
 */
final class LeaseKeeper {

  private static final int RENEWALS = 3;
  private static final int ATTEMPTS = 10;

  private final ProcessorTable table;
  private final Progress progress;
  private final ProcessorOptions options;
  private final Patience patience;
  private Lease lease;
  private Place written;
  private long renewedNanos;
  private long writtenNanos;
  private boolean failing;

  /**
   * Keeps a lease that was taken.
   *
   * @param takenNanos the moment before the request was sent
   */
  LeaseKeeper(
      ProcessorTable table,
      Progress progress,
      ProcessorOptions options,
      Patience patience,
      Lease taken,
      long takenNanos) {
    this.table = table;
    this.progress = progress;
    this.options = options;
    this.patience = patience;
    this.lease = taken;
    this.written = progress.place();
    this.renewedNanos = takenNanos;
    this.writtenNanos = takenNanos;
  }

  /** Returns how often leases are renewed, and how often members look at each other's. */
  static Duration renewalPace(ProcessorOptions options) {
    return options.leaseDuration().dividedBy(RENEWALS);
  }

  /** Renews the lease and writes positions until the lease is lost. Returns the reason. */
  Mono<Loss> keep() {
    return Mono.defer(this::turn).repeat().next();
  }

  private Mono<Loss> turn() {
    var pause = Mono.delay(pause(), options.environment().timers());
    var due =
        failing ? pause.then() : Mono.firstWithSignal(pause.then(), progress.isPressing(written));
    return due.then(Mono.defer(this::write));
  }

  private Duration pause() {
    var usual = failing
        ? options.leaseDuration().dividedBy(ATTEMPTS)
        : least(renewalPace(options), options.positions().interval());
    return least(usual, remaining());
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Duration remaining() {
    return options.leaseDuration().minusNanos(nanos() - renewedNanos);
  }

  private long nanos() {
    return options.environment().nanoClock().getAsLong();
  }

  private Mono<Loss> write() {
    if (remaining().isNegative() || remaining().isZero()) {
      return Mono.just(Loss.EXPIRED);
    }
    var place = progress.place();
    var now = nanos();
    var isPositionDue = isDue(place, now);
    if (!isPositionDue && now - renewedNanos < renewalPace(options).toNanos()) {
      return Mono.empty();
    }
    var renewed = lease.renewed();
    var stored = isPositionDue
        ? table
            .write(lease, renewed, place.position())
            .doOnNext(done -> positionWritten(place, now))
        : table.write(lease, renewed);
    return stored
        .timeout(remaining(), options.environment().timers())
        .doOnNext(done -> renewed(done, now))
        .then(Mono.<Loss>empty())
        .onErrorResume(LeaseLost.class, lost -> Mono.just(Loss.TAKEN))
        .onErrorResume(TimeoutException.class, late -> Mono.just(Loss.EXPIRED))
        .onErrorResume(Patience::mayPass, this::fail);
  }

  private boolean isDue(Place place, long now) {
    var pace = options.positions();
    if (place.position().equals(written.position())) {
      written = place; // changes may share a token, as entities that existed do: nothing to store
      return false;
    }
    var changes = place.handled() - written.handled();
    var interval = changes > 0 ? pace.interval() : pace.idle();
    return place.ended() || changes >= pace.changes() || now - writtenNanos >= interval.toNanos();
  }

  private void renewed(Lease stored, long now) {
    lease = stored;
    renewedNanos = now;
    failing = false;
  }

  private void positionWritten(Place place, long now) {
    written = place;
    writtenNanos = now;
    options
        .listener()
        .accept(new ProcessorEvent.PositionWritten(
            lease.group(), place.from(), place.handled(), place.changedAt(), place.caughtUp()));
  }

  private Mono<Loss> fail(Throwable failure) {
    failing = true;
    options.listener().accept(new ProcessorEvent.ServiceFailing(failure));
    return Mono.empty();
  }

  /**
   * Writes the last position and hands the lease back. Returns a reason if the lease is lost
   * already, and is empty otherwise.
   */
  Mono<Loss> release() {
    return Mono.defer(() -> {
          var place = progress.place();
          return table
              .write(lease, lease.released(), place.position())
              .doOnNext(done -> positionWritten(place, nanos()));
        })
        .retryWhen(patience.retry())
        .timeout(remaining(), options.environment().timers())
        .then(Mono.<Loss>empty())
        .onErrorResume(LeaseLost.class, lost -> Mono.just(Loss.TAKEN))
        .onErrorResume(TimeoutException.class, late -> Mono.just(Loss.EXPIRED));
  }
}
