/**
 * Traces of requests, sent to a collector by OTLP over HTTP.
 *
 * <p>{@link io.weir.cli.trace.TraceExport} makes a span of each request that is sampled, as part of the trace that the request names by the header {@code
 * traceparent} (W3C Trace Context). A thread of OpenTelemetry's sends spans in batches. Requests never wait for it: when 2,048 spans wait,
 * further ones are dropped.
 *
 * <p>Invariant: a span holds no key of an entity, no query, no signature and no header.
 *
 * <p>Threads: spans begin and end on loops. Failures of the collector are logged and counted, and concern no request.
 */
@NullMarked
package io.weir.cli.trace;

import org.jspecify.annotations.NullMarked;
