package io.weir.cli.serve;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.weir.server.answer.RequestListener.Served;
import io.weir.server.answer.RequestTracer;
import io.weir.server.operator.ServerMetrics;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/** A tracer of requests that exports spans. Closing sends what waits, for five seconds at most. */
final class TraceExport implements RequestTracer, AutoCloseable {

  private static final String PATH = "/v1/traces";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int SERVER_FAULT = 500;

  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
  private static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<Long> BYTES_IN = AttributeKey.longKey("http.request.body.size");
  private static final AttributeKey<Long> BYTES_OUT =
      AttributeKey.longKey("http.response.body.size");
  private static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("weir.request.id");
  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  /** Loads the storage of contexts here, because a loop must not read from jars. */
  private static final Context ROOT = Context.root();

  private final CountedExporter exporter;
  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /**
   * Makes a tracer.
   *
   * @param ratio the part of traces that begin here which is sampled; a request that names a trace
   *     is sampled if that one is
   */
  TraceExport(SpanExporter exporter, double ratio) {
    this.exporter = new CountedExporter(exporter);
    this.provider = SdkTracerProvider.builder()
        .setResource(Resource.getDefault()
            .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "weir"))))
        .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(ratio)))
        .addSpanProcessor(BatchSpanProcessor.builder(this.exporter)
            .setExporterTimeout(PATIENCE)
            .build())
        .build();
    this.tracer = provider.get("io.weir");
  }

  /** Makes a tracer that sends spans to a collector: {@code http://HOST:4318}. */
  public static TraceExport to(URI collector, double ratio) {
    var base = collector.toString();
    return new TraceExport(
        OtlpHttpSpanExporter.builder()
            .setEndpoint((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH)
            .setTimeout(PATIENCE)
            .build(),
        ratio);
  }

  /** Shows how many spans were exported, and how many could not be. */
  public void bind(ServerMetrics metrics) {
    exporter.bind(metrics);
  }

  @Override
  public RequestSpan began(String requestId, HttpServerRequest request) {
    var parent = W3CTraceContextPropagator.getInstance().extract(ROOT, request, Headers.GETTER);
    var span = tracer
        .spanBuilder(request.method().name())
        .setParent(parent)
        .setSpanKind(SpanKind.SERVER)
        .startSpan();
    if (!span.isRecording()) {
      return served -> span.end();
    }
    span.setAttribute(METHOD, request.method().name())
        .setAttribute(SCHEME, request.scheme())
        .setAttribute(URL_PATH, withoutKeys(request.uri()))
        .setAttribute(REQUEST_ID, requestId);
    return served -> end(span, served);
  }

  private static void end(Span span, Served served) {
    span.updateName(served.operation())
        .setAttribute(STATUS, (long) served.status())
        .setAttribute(BYTES_IN, served.bytesIn())
        .setAttribute(BYTES_OUT, served.bytesOut());
    if (served.status() >= SERVER_FAULT) {
      span.setStatus(StatusCode.ERROR).setAttribute(ERROR_TYPE, Integer.toString(served.status()));
    }
    span.end();
  }

  /**
   * Returns the path up to the first key or the query. Keys of entities may be secrets, and
   * signatures are.
   */
  static String withoutKeys(String target) {
    for (var at = 0; at < target.length(); at++) {
      var character = target.charAt(at);
      if (character == '?' || character == '(' || character == '%') {
        return target.substring(0, at);
      }
    }
    return target;
  }

  /** Sends the spans that wait. For tests; blocks. */
  void flush() {
    provider.forceFlush().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private enum Headers implements TextMapGetter<HttpServerRequest> {
    GETTER;

    @Override
    public Iterable<String> keys(HttpServerRequest request) {
      return request.requestHeaders().names();
    }

    @Override
    public @Nullable String get(@Nullable HttpServerRequest request, String name) {
      return request == null ? null : request.requestHeaders().get(name);
    }
  }
}
