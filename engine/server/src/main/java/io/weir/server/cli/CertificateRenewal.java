package io.weir.server.cli;

import io.weir.server.tls.CertificateWatch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Looks every few seconds whether the certificate of a service was replaced, on a thread of its own, {@code weir-certificates}. */
final class CertificateRenewal implements AutoCloseable {

  private static final long MILLIS_BETWEEN = Duration.ofSeconds(5).toMillis();

  private final Optional<Scheduler> thread;

  private CertificateRenewal(Optional<Scheduler> thread) {
    this.thread = thread;
  }

  /** Starts to look; does nothing for a service without a certificate. */
  static CertificateRenewal start(Optional<CertificateWatch> watched) {
    return new CertificateRenewal(watched.map(watch -> {
      var thread = Schedulers.newSingle("weir-certificates", true);
      var unused = thread.schedulePeriodically(
          watch::check, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
      return thread;
    }));
  }

  @Override
  public void close() {
    thread.ifPresent(Scheduler::dispose);
  }
}
