package io.weir.gateway;

import io.micrometer.core.instrument.Gauge;
import io.weir.api.error.ServiceBusyException;
import io.weir.cli.store.BackingStore;
import io.weir.cli.terminal.ExitCode;
import io.weir.hbase.HBaseStore;
import io.weir.server.Backend;
import io.weir.server.operator.ServerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A store in a cluster, as the service of a gateway sees it. Opening and closing block. */
final class ClusterStore implements BackingStore {

  private static final double MILLIS_A_SECOND = 1e3;

  /**
   * The longest wait for a cluster at the start. After it the endpoint is opened, which is not
   * ready before the cluster answers.
   */
  private static final Duration START = Duration.ofSeconds(20);

  private static final Duration CLOSING = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ClusterStore.class);

  private final Opening<HBaseStore> opening;
  private final Backend backend;

  private ClusterStore(Opening<HBaseStore> opening) {
    this.opening = opening;
    this.backend = new Backend(
        account -> present().account(account),
        account -> present().settings(account),
        opening.readiness(store -> new ClusterReadiness(store::silence)));
  }

  /** Returns the store. Fails with {@code ServerBusy} until it is open. */
  private HBaseStore present() {
    return opening
        .store()
        .orElseThrow(() -> new ServiceBusyException("store=hbase reason=opening"));
  }

  /**
   * Opens the store, and creates its tables in the cluster when they are absent. Returns before
   * that if the cluster is slow to answer: the opening goes on, and requests fail with
   * {@code ServerBusy} meanwhile. The process ends if it fails then.
   */
  static ClusterStore open(ClusterAddress address) throws IOException {
    return open(address, START, () -> System.exit(ExitCode.FAILED));
  }

  /**
   * Opens the store.
   *
   * @param start the longest wait
   * @param end ends the process; called on a thread of its own
   */
  static ClusterStore open(ClusterAddress address, Duration start, Runnable end)
      throws IOException {
    var opening = Opening.begin(
        HBaseStore.open(address.configuration(), address.options())
            .subscribeOn(Schedulers.boundedElastic()), // its client takes its time to begin
        address.patience(),
        System::nanoTime);
    try {
      opening.await(start);
    } catch (RuntimeException e) {
      throw unopened(address, Exceptions.unwrap(e));
    }
    opening.whenFailed(failure -> {
      LOG.error("the gateway ends cause={}", unopened(address, failure).getMessage());
      new Thread(end, "weir-end").start();
    });
    return new ClusterStore(opening);
  }

  private static IOException unopened(ClusterAddress address, Throwable cause) {
    return new IOException(
        "The store " + address.text() + " does not open: " + reason(address, cause)
            + ". Check the hosts of ZooKeeper, that the cluster runs, and that its region servers have weir-hbase-region.jar.",
        cause);
  }

  private static String reason(ClusterAddress address, Throwable cause) {
    return cause instanceof TimeoutException
        ? "no answer within " + address.patience().orElseThrow().toSeconds() + " s"
        : String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public void bind(ServerMetrics metrics) {
    Gauge.builder(
            "weir.cluster.silence.seconds",
            opening,
            each -> each.store().map(HBaseStore::silence).orElseGet(each::age).toMillis()
                / MILLIS_A_SECOND)
        .description("Time since the cluster was last asked for the catalog and answered.")
        .register(metrics.registry());
    Gauge.builder(
            "weir.cluster.calls",
            opening,
            each -> each.store().map(HBaseStore::callsInFlight).orElse(0))
        .description("Calls of the cluster that are in flight.")
        .register(metrics.registry());
  }

  @Override
  public void close() throws IOException {
    opening.giveUp();
    opening
        .store()
        .map(HBaseStore::close)
        .orElseGet(Mono::empty)
        .timeout(
            CLOSING,
            Mono.error(() -> new IOException("The connection to the cluster does not close.")))
        .block();
  }
}
