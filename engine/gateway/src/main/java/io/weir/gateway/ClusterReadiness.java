package io.weir.gateway;

import io.weir.server.operator.NotReady;
import io.weir.server.operator.Readiness;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A gateway is ready while the cluster answers. Any thread; the cluster is not asked. */
final class ClusterReadiness implements Readiness {

  /** The gateway asks twice a second. A gap of this length is no pause of a garbage collector. */
  static final Duration TOLERATED = Duration.ofSeconds(5);

  private final Supplier<Duration> silence;

  /**
   * Creates the readiness of a gateway.
   *
   * @param silence the time since the cluster was last asked and answered
   */
  ClusterReadiness(Supplier<Duration> silence) {
    this.silence = silence;
  }

  @Override
  public List<NotReady> reasons() {
    var now = silence.get();
    return now.compareTo(TOLERATED) <= 0
        ? List.of()
        : List.of(new NotReady("clusterSilent", now, false, "store=hbase"));
  }
}
