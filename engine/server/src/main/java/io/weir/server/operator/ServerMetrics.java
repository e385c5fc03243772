package io.weir.server.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OperatorPage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The registry of a server. It holds meters of the JVM's and the network buffers' memory from the
 * start. Any thread.
 */
public final class ServerMetrics {

  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final List<Runnable> beforeScrapes = new CopyOnWriteArrayList<>();

  private ServerMetrics(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  /** Creates a separate registry. */
  public static ServerMetrics create() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider buffers) {
      new NettyAllocatorMetrics(buffers).bindTo(registry);
    }
    return new ServerMetrics(registry);
  }

  /** Returns the registry, for further meters. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Runs a task before each scrape, which may register meters. It must not wait. */
  void beforeScrape(Runnable task) {
    beforeScrapes.add(task);
  }

  private String scrape() {
    beforeScrapes.forEach(Runnable::run);
    return registry.scrape();
  }

  /** Registers whether the server should receive requests. */
  public void bind(Readiness readiness) {
    Gauge.builder("weir.ready", readiness, r -> r.reasons().isEmpty() ? 1 : 0)
        .description("1 while the server should receive requests, as /health/ready says.")
        .register(registry);
  }

  /** Returns the page with all meters as Prometheus text. */
  public OperatorPage page() {
    return () -> HttpReply.of(
        HttpResponseStatus.OK,
        PROMETHEUS_TEXT,
        allocator -> ByteBufUtil.writeUtf8(allocator, scrape()));
  }
}
