package io.weir.cli.serve;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.operator.TraceMetrics;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Counts the spans that another exporter sends, and those that it cannot send. Any thread. */
final class CountedExporter implements SpanExporter {

  private final SpanExporter exporter;
  private final LongAdder sent = new LongAdder();
  private final LongAdder failed = new LongAdder();

  CountedExporter(SpanExporter exporter) {
    this.exporter = exporter;
  }

  /** Shows the counts. */
  void bind(ServerMetrics metrics) {
    TraceMetrics.bind(metrics, sent, failed);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    var count = spans.size();
    var result = exporter.export(spans);
    return result.whenComplete(() -> (result.isSuccess() ? sent : failed).add(count));
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
