package io.weir.gateway;

import io.micrometer.core.instrument.Gauge;
import io.weir.cli.store.BackingStore;
import io.weir.hbase.HBaseStore;
import io.weir.server.Backend;
import io.weir.server.metrics.ServerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** A store in a cluster, as the service of a gateway sees it. Opening and closing block. */
final class ClusterStore implements BackingStore {

  private static final double MILLIS_A_SECOND = 1e3;

  /** The longest wait for a cluster that does not answer at the start. */
  private static final Duration OPENING = Duration.ofSeconds(60);

  /** The pause between two attempts to open. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private static final Duration CLOSING = Duration.ofSeconds(30);

  private final HBaseStore store;
  private final Backend backend;

  private ClusterStore(HBaseStore store) {
    this.store = store;
    this.backend =
        new Backend(store::account, store::settings, new ClusterReadiness(store::silence));
  }

  /** Opens the store, and creates its tables in the cluster when they are absent. Waits for a cluster that is starting. */
  static ClusterStore open(ClusterAddress address) throws IOException {
    return open(address, OPENING);
  }

  static ClusterStore open(ClusterAddress address, Duration patience) throws IOException {
    var giveUpNanos = System.nanoTime() + patience.toNanos();
    var opening = HBaseStore.open(address.configuration(), address.options())
        .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, AGAIN)
            .filter(failure ->
                !(failure instanceof DoNotRetryIOException) && System.nanoTime() - giveUpNanos < 0))
        .timeout(patience.plus(AGAIN))
        .onErrorMap(failure -> unopened(address, patience, failure));
    try {
      return new ClusterStore(opening.blockOptional().orElseThrow());
    } catch (RuntimeException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private static IOException unopened(ClusterAddress address, Duration patience, Throwable cause) {
    return new IOException(
        "The store " + address.text() + " does not open: " + reason(patience, cause)
            + ". Check the hosts of ZooKeeper, that the cluster runs, and that its region servers have weir-hbase-region.jar.",
        cause);
  }

  private static String reason(Duration patience, Throwable cause) {
    return cause instanceof TimeoutException
        ? "no answer within " + patience.toSeconds() + " s"
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
            store,
            each -> each.silence().toMillis() / MILLIS_A_SECOND)
        .description("Time since the cluster was last asked for the catalog and answered.")
        .register(metrics.registry());
    Gauge.builder("weir.cluster.calls", store, HBaseStore::callsInFlight)
        .description("Calls of the cluster that are in flight.")
        .register(metrics.registry());
  }

  @Override
  public void close() throws IOException {
    store
        .close()
        .timeout(
            CLOSING,
            Mono.error(() -> new IOException("The connection to the cluster does not close.")))
        .block();
  }
}
