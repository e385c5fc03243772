package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.StandIn;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spans of a service's requests. */
@Tag(Effort.THOROUGHLY)
final class TraceExportTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern FAILED =
      Pattern.compile("weir_trace_spans_total\\{outcome=\"failed\"} [1-9]");
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  @TempDir
  Path folder;

  private final InMemorySpanExporter exported = InMemorySpanExporter.create();

  @Test
  void aRequestThatNamesItsTraceIsASpanOfIt() throws Exception {
    var tracing = new TraceExport(exported, 0);
    try (var service = RunningService.start(folder, tracing)) {
      var status = get(service, "/Birds(PartitionKey='secret',RowKey='1')?sig=hidden", "01");

      assertThat(status).isEqualTo(403);
      var span = only(tracing);
      assertThat(span.getTraceId()).isEqualTo(TRACE);
      assertThat(span.getParentSpanId()).isEqualTo(PARENT);
      assertThat(span.getKind()).isEqualTo(SpanKind.SERVER);
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(span.getAttributes().asMap().toString())
          .contains("http.response.status_code=403", "url.path=/devstoreaccount1/Birds")
          .doesNotContain("secret", "hidden");
    }
  }

  @Test
  void aRequestWhoseTraceIsNotSampledIsNot() throws Exception {
    var tracing = new TraceExport(exported, 1);
    try (var service = RunningService.start(folder, tracing)) {
      get(service, "/Birds", "00");

      tracing.flush();
      assertThat(exported.getFinishedSpanItems()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,true", "0,false"})
  void theRatioDecidesOverTracesThatBeginHere(double ratio, boolean sampled) throws Exception {
    var tracing = new TraceExport(exported, ratio);
    try (var service = RunningService.start(folder, tracing)) {
      get(service, "/Birds", "");

      tracing.flush();
      assertThat(exported.getFinishedSpanItems()).hasSize(sampled ? 1 : 0);
    }
  }

  @Test
  void operationsAndACancelledStreamEndTheirSpansOnce() throws Exception {
    var tracing = new TraceExport(exported, 1);
    try (var service = RunningService.start(folder, tracing)) {
      try (var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
        client.createTable(BIRDS).block(PATIENCE);
        for (var row : List.of("1", "2")) { // by one request, which ends with the client
          client
              .write(BIRDS, new Write.Insert(Entity.builder("p", row).build()))
              .block(PATIENCE);
        }
        client.query(BIRDS, Query.ALL).take(1).blockLast(PATIENCE);
      }

      assertThat(spans(tracing, 3)).extracting(SpanData::getSpanId).doesNotHaveDuplicates();
      assertThat(exported.getFinishedSpanItems())
          .extracting(SpanData::getName)
          .contains("CreateTable")
          .doesNotContain("Unknown", "GET", "POST");
    }
  }

  @Test
  void aCollectorGetsTheSpansByOtlp() throws Exception {
    var received = new CompletableFuture<byte[]>();
    var collector = StandIn.at("/v1/traces", exchange -> {
      assertThat(exchange.getRequestHeaders().getFirst("Content-Type"))
          .isEqualTo("application/x-protobuf");
      received.complete(exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    var tracing = TraceExport.to(URI.create(collector.origin()), 1);
    try (var service = RunningService.start(folder, tracing)) {
      get(service, "/Birds", "01");
      tracing.flush();

      var body = received.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      var trace = new String(HexFormat.of().parseHex(TRACE), StandardCharsets.ISO_8859_1);
      assertThat(new String(body, StandardCharsets.ISO_8859_1)).contains(trace, "weir");
      assertThat(page(service, "/metrics"))
          .contains("weir_trace_spans_total{outcome=\"sent\"} 1.0");
    } finally {
      collector.close();
    }
  }

  @Test
  void aServiceAnswersWhileItsCollectorIsDown() throws Exception {
    var tracing = TraceExport.to(URI.create("http://127.0.0.1:1"), 1);
    try (var service = RunningService.start(folder, tracing)) {
      assertThat(get(service, "/Birds", "01")).isEqualTo(403);
      tracing.flush();

      assertThat(get(service, "/Birds", "01")).isEqualTo(403);
      var deadline = System.nanoTime() + PATIENCE.toNanos();
      var page = page(service, "/metrics");
      while (!FAILED.matcher(page).find() && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(50); // the exporter has retried in vain after some seconds
        page = page(service, "/metrics");
      }
      assertThat(page).containsPattern(FAILED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/a/Birds,/a/Birds",
    "/a/Birds?sig=x,/a/Birds",
    "'/a/Birds(PartitionKey=''p'')','/a/Birds'",
    "/a/Birds%28PartitionKey,/a/Birds",
    "'',''"
  })
  void aPathIsShownUpToTheFirstKey(String target, String shown) {
    assertThat(TraceExport.withoutKeys(target)).isEqualTo(shown);
  }

  private SpanData only(TraceExport tracing) {
    var spans = spans(tracing, 1);
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }

  /** Waits until so many spans have ended: a span ends a moment after its answer has arrived. */
  private List<SpanData> spans(TraceExport tracing, int count) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    do {
      tracing.flush();
    } while (exported.getFinishedSpanItems().size() < count && System.nanoTime() - deadline < 0);
    assertThat(exported.getFinishedSpanItems()).hasSizeGreaterThanOrEqualTo(count);
    return exported.getFinishedSpanItems();
  }

  private static String page(RunningService service, String path)
      throws IOException, InterruptedException {
    return CLIENT
        .send(
            HttpRequest.newBuilder(URI.create(service.origin() + path)).build(),
            BodyHandlers.ofString())
        .body();
  }

  /**
   * Sends an unsigned request, as a part of a trace unless the flags are empty, and returns the
   * status.
   */
  private static int get(RunningService service, String path, String flags)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(service.endpoint() + path.replace("'", "%27")));
    if (!flags.isEmpty()) {
      request.header("traceparent", "00-" + TRACE + "-" + PARENT + "-" + flags);
    }
    return CLIENT.send(request.build(), BodyHandlers.discarding()).statusCode();
  }
}
