package io.weir.server.operator;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.server.answer.RequestListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Meters of requests by operation and status: count, duration, bytes, and the number in progress.
 *
 * <p>Any thread. Meters are kept by operation and status, so a request costs one look-up and a few
 * additions. Operations are a small fixed set, which bounds the number of meters.
 */
public final class RequestMetrics implements RequestListener {

  private static final Duration[] BUCKETS = {
    Duration.ofNanos(250_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
  };

  private final MeterRegistry registry;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Map<Kind, Meters> meters = new ConcurrentHashMap<>();

  /** Creates the meters of the port of tables. */
  public RequestMetrics(MeterRegistry registry) {
    this(registry, "weir.requests.in.flight");
  }

  /**
   * Creates the meters of a port. The ports of a process share the meters of operations, whose
   * names differ.
   *
   * @param inFlightName the meter of the number in progress
   */
  public RequestMetrics(MeterRegistry registry, String inFlightName) {
    this.registry = registry;
    Gauge.builder(inFlightName, inFlight, AtomicInteger::get)
        .description("Requests in progress.")
        .register(registry);
  }

  @Override
  public void began() {
    inFlight.getAndIncrement();
  }

  @Override
  public void ended(Served served) {
    inFlight.getAndDecrement();
    part(served);
  }

  @Override
  public void part(Served served) {
    var kind = new Kind(served.operation(), served.status());
    var known = meters.get(kind);
    (known != null ? known : meters.computeIfAbsent(kind, this::register)).record(served);
  }

  private Meters register(Kind kind) {
    var status = Integer.toString(kind.status);
    return new Meters(
        Timer.builder("weir.requests")
            .description(
                "Time of requests, from the arrival of the head until the last byte of the answer is handed over.")
            .tags("operation", kind.operation, "status", status)
            .serviceLevelObjectives(BUCKETS)
            .register(registry),
        bytes("weir.request.bytes", "Body bytes received.", kind),
        bytes("weir.response.bytes", "Body bytes sent.", kind));
  }

  private Counter bytes(String name, String description, Kind kind) {
    return Counter.builder(name)
        .description(description)
        .baseUnit("bytes")
        .tags("operation", kind.operation, "status", Integer.toString(kind.status))
        .register(registry);
  }

  private record Kind(String operation, int status) {}

  private record Meters(Timer time, Counter in, Counter out) {
    void record(Served served) {
      time.record(served.took());
      in.increment((double) served.bytesIn());
      out.increment((double) served.bytesOut());
    }
  }
}
