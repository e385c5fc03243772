/**
 * The operators' view: counters and times as Prometheus text at {@code /metrics}, and the probes {@code /health} and {@code
 * /health/ready}. Metrics require no key: {@link io.weir.server.http.MetricsExposure} says whether they are shown on the service's port,
 * on their own port, or nowhere.
 *
 * <p>{@link io.weir.server.metrics.ServerMetrics} owns the registry. {@link io.weir.server.metrics.RequestMetrics} observes every
 * request. Other packages register their gauges. {@link io.weir.server.metrics.Readiness} tells why the server should receive no
 * requests.
 *
 * <p>Threads: any thread may record, without a lock. A scrape runs on the loop that received it.
 */
@NullMarked
package io.weir.server.metrics;

import org.jspecify.annotations.NullMarked;
