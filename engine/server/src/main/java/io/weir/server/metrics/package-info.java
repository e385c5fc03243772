/**
 * What an operator sees: counters and times as Prometheus text at {@code /metrics}, and the probes {@code /health} and {@code
 * /health/ready}. Metrics ask for no key: {@link io.weir.server.http.MetricsExposure} says whether they are shown on the port of the
 * service, on one of their own, or nowhere.
 *
 * <p>{@link io.weir.server.metrics.ServerMetrics} owns the registry; {@link io.weir.server.metrics.RequestMetrics} hears of every
 * request. Others add their gauges through the registry. {@link io.weir.server.metrics.Readiness} tells why no requests should be sent.
 *
 * <p>Threads: recording is free to any thread and takes no lock; a scrape runs on the loop that received it.
 */
@NullMarked
package io.weir.server.metrics;

import org.jspecify.annotations.NullMarked;
