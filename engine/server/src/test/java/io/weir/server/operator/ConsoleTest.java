package io.weir.server.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import io.weir.server.http.ConsoleExposure;
import io.weir.server.http.ServerOptions;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.OptionalInt;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console as a browser asks for it. */
final class ConsoleTest {

  private static final HttpClient BROWSER = HttpClient.newHttpClient();

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = serving(ConsoleExposure.SERVED.withQueues(OptionalInt.of(10001)));
  }

  private static TestServer serving(ConsoleExposure console) {
    return TestServer.over(
        new ModelTableService(),
        () -> true,
        ServerOptions.builder().port(0).console(console).build());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theFirstPageIsPublicAndForbidsOtherOriginsFramesAndInlineScripts() throws Exception {
    var answer = get("/console/");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(text(answer)).startsWith("<!doctype html>");
    assertThat(header(answer, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(answer, "Content-Security-Policy"))
        .startsWith("default-src 'self';")
        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
        .doesNotContain("unsafe", "data:", "*");
    assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(header(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void theAddressWithoutASlashLeadsToTheFirstPage() throws Exception {
    var answer = get("/console");

    assertThat(answer.statusCode()).isEqualTo(308);
    assertThat(header(answer, "Location")).isEqualTo("/console/");
  }

  @Test
  void aScriptHasItsMediaType() throws Exception {
    assertThat(header(get("/console/app.js?v=1"), "Content-Type"))
        .isEqualTo("text/javascript; charset=utf-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/missing.js",
        "/console/files.txt",
        "/console//app.js",
        "/console/../console/Console.class",
        "/console/%2e%2e/Console.class",
        "/console/Console.class",
        "/console/core"
      })
  void anotherPathIsNotFound(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/console-secondary/Tables", "/consoles/Tables", "/devstoreaccount1/console"})
  void aPathThatOnlyBeginsAlikeBelongsToAnAccount(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console", "/console/", "/console/app.js"})
  void filesAreOnlyRead(String path) throws Exception {
    var answer = send(request(path).POST(HttpRequest.BodyPublishers.ofString("x")));

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(header(answer, "Allow")).isEqualTo("GET,HEAD");
  }

  @Test
  void headHasTheHeadersOfGetAndNoBody() throws Exception {
    var get = get("/console/app.js");
    var head = send(request("/console/app.js").method("HEAD", HttpRequest.BodyPublishers.noBody()));

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    for (var name :
        new String[] {"Content-Length", "Content-Type", "ETag", "Content-Security-Policy"}) {
      assertThat(header(head, name)).as(name).isEqualTo(header(get, name)).isNotEmpty();
    }
  }

  @Test
  void aKnownVersionIsNotSentAgain() throws Exception {
    var tag = header(get("/console/app.js"), "ETag");

    for (var known : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
      var answer = send(request("/console/app.js").header("If-None-Match", known));

      assertThat(answer.statusCode()).as(known).isEqualTo(304);
      assertThat(answer.body()).isEmpty();
      assertThat(header(answer, "ETag")).isEqualTo(tag);
      assertThat(header(answer, "Content-Security-Policy")).isNotEmpty();
    }
    assertThat(send(request("/console/app.js").header("If-None-Match", "\"other\""))
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void compressionChangesTheTagAndNotTheContent() throws Exception {
    var plain = get("/console/app.js");
    var packed = send(request("/console/app.js").header("Accept-Encoding", "br, gzip"));

    assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(packed, "Vary")).isEqualToIgnoringCase("accept-encoding");
    assertThat(packed.body()).hasSizeLessThan(plain.body().length);
    try (var content = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      assertThat(content.readAllBytes()).isEqualTo(plain.body());
    }
    var crossed = send(request("/console/app.js")
        .header("Accept-Encoding", "gzip")
        .header("If-None-Match", header(plain, "ETag")));
    assertThat(crossed.statusCode()).isEqualTo(200);
    assertThat(header(crossed, "ETag")).isEqualTo(header(packed, "ETag"));
  }

  @Test
  void thePageLearnsWhichServiceServesIt() throws Exception {
    assertThat(text(get("/console/service.json")))
        .isEqualTo("{\"service\":\"tables\",\"queuePort\":10001}");
  }

  @Test
  void withoutTheOptionThereIsNoConsole() throws Exception {
    try (var closed = serving(ConsoleExposure.NONE)) {
      var answer = send(HttpRequest.newBuilder(closed.uri("/console/")));

      assertThat(answer.statusCode()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"devstoreaccount1.localhost", "devstoreaccount1.table.weir.example"})
  void aHostThatNamesAnAccountLeavesThePathToItsTables(String host) throws Exception {
    assertThat(statusLine("127.0.0.1", "/console/")).contains(" 200 ");
    assertThat(statusLine(host, "/console/")).contains(" 403 ");
  }

  private static String statusLine(String host, String path) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      var head = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }

  @Test
  void anAccountOfTheSameNameWins() {
    var hidden =
        Console.ofTables(account -> account.value().equals("console"), OptionalInt.empty());
    var shown = Console.ofQueues(account -> false);

    assertThat(hidden.contain("/console/")).isFalse();
    assertThat(hidden.contain("/console")).isFalse();
    assertThat(shown.contain("/console/")).isTrue();
    assertThat(shown.contain("/console")).isTrue();
  }

  private static HttpResponse<byte[]> get(String path) throws Exception {
    return send(request(path));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.uri(path));
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return BROWSER.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  private static String header(HttpResponse<byte[]> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
