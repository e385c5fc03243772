package io.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** A signed request of the development account. */
public final class TestRequest {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  private static final HttpClient HTTP_1 =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final HttpClient HTTP_2 =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  private final TestServer server;
  private final URI uri;
  private final HttpRequest.Builder request;
  private HttpClient client = HTTP_1;

  private TestRequest(TestServer server, URI uri, HttpRequest.Builder request) {
    this.server = server;
    this.uri = uri;
    this.request = request;
  }

  /**
   * Returns a request with any method.
   *
   * @param resource path after the account, percent-encoded, with its leading slash
   */
  public static TestRequest request(
      TestServer server, String method, String resource, String body) {
    return at(server, method, server.uri("/" + AccountName.DEVELOPMENT + resource), body);
  }

  /** Returns a request to the secondary. */
  public static TestRequest secondary(
      TestServer server, String method, String resource, String body) {
    return at(
        server, method, server.uri("/" + AccountName.DEVELOPMENT + "-secondary" + resource), body);
  }

  /** Returns an unsigned request, or one whose query is its signature. */
  public static TestRequest unsigned(
      TestServer server, String method, String resource, String body) {
    return unsignedAt(server, method, server.uri("/" + AccountName.DEVELOPMENT + resource), body);
  }

  private static TestRequest at(TestServer server, String method, URI uri, String body) {
    return unsignedAt(server, method, uri, body).signing("");
  }

  private static TestRequest unsignedAt(TestServer server, String method, URI uri, String body) {
    var request = HttpRequest.newBuilder(uri)
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("Accept", "application/json;odata=nometadata");
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return new TestRequest(server, uri, request);
  }

  /** Signs again, for a query with this {@code comp}. */
  public TestRequest signing(String comp) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    request.setHeader("x-ms-date", date);
    request.setHeader("Authorization", KEY.authorizationLite(date, uri.getRawPath(), comp));
    return this;
  }

  public static TestRequest get(TestServer server, String resource) {
    return request(server, "GET", resource, "");
  }

  public static TestRequest post(TestServer server, String resource, String body) {
    return request(server, "POST", resource, body);
  }

  /** Sets or replaces a header. */
  public TestRequest header(String name, String value) {
    request.setHeader(name, value);
    return this;
  }

  public URI uri() {
    return uri;
  }

  /** Returns the headers for use by another client. The signature is valid for any HTTP version. */
  public Map<String, List<String>> headers() {
    return request.copy().build().headers().map();
  }

  /**
   * Uses HTTP/2, on a connection that a small request upgraded. The JDK's client of Java 17
   * sometimes loses track of the frames when a large answer follows the 101 at once.
   */
  public TestRequest overHttp2() {
    var upgrade = HttpRequest.newBuilder(server.uri("/")).build();
    assertThat(answer(HTTP_2, upgrade, BodyHandlers.ofString()).version())
        .isEqualTo(HttpClient.Version.HTTP_2);
    client = HTTP_2;
    return this;
  }

  public HttpResponse<String> send() {
    return answer(client, request.build(), BodyHandlers.ofString());
  }

  /** Sends the request and returns a binary answer. */
  public HttpResponse<byte[]> sendForBytes() {
    return answer(client, request.build(), BodyHandlers.ofByteArray());
  }

  private <T> HttpResponse<T> answer(
      HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (IOException e) {
      throw new AssertionError("No answer from port " + server.port(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
