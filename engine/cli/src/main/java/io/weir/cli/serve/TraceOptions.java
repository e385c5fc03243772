package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the traces of requests. */
final class TraceOptions {

  @Option(
      names = "--otlp-endpoint",
      paramLabel = "URL",
      description =
          "Collector of OpenTelemetry that gets a span of each sampled request, by OTLP over HTTP: http://HOST:4318. Default: none; requests are not traced.")
  private @Nullable URI collector;

  @Option(
      names = "--trace-ratio",
      paramLabel = "R",
      defaultValue = "1",
      description =
          "Part of the requests without a trace of their own that are sampled, 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double ratio = 1;

  /** Returns the tracer; empty if requests are not traced. */
  Optional<TraceExport> tracing() {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw CommandFailure.wrongUsage("--trace-ratio is 0 to 1.");
    }
    if (collector == null) {
      return Optional.empty();
    }
    var scheme = collector.getScheme();
    if (collector.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw CommandFailure.wrongUsage("--otlp-endpoint is http://HOST:PORT or https://HOST:PORT.");
    }
    return Optional.of(TraceExport.to(collector, ratio));
  }
}
