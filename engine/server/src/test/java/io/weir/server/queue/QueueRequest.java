package io.weir.server.queue;

import io.weir.api.AccountName;
import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A request to a queue endpoint, signed by the development account with the short form of the
 * protocol's signature.
 */
final class QueueRequest {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String method;
  private final URI uri;
  private final String body;
  private final Map<String, String> headers = new TreeMap<>();
  private boolean signed = true;
  private Instant date = Clock.systemUTC().instant();

  private QueueRequest(String method, URI uri, String body) {
    this.method = method;
    this.uri = uri;
    this.body = body;
  }

  /** @param resource path and query after the account, with a leading slash */
  static QueueRequest of(ServedQueues served, String method, String resource, String body) {
    return new QueueRequest(method, URI.create(served.accountUrl() + resource), body);
  }

  /** @param url of the account or of its secondary, without a trailing slash */
  static QueueRequest to(String url, String method, String resource, String body) {
    return new QueueRequest(method, URI.create(url + resource), body);
  }

  static QueueRequest of(ServedQueues served, String method, String resource) {
    return of(served, method, resource, "");
  }

  /** Returns a request for the secondary. */
  static QueueRequest secondary(ServedQueues served, String method, String resource) {
    return new QueueRequest(method, URI.create(served.accountUrl() + "-secondary" + resource), "");
  }

  QueueRequest header(String name, String value) {
    headers.put(name.toLowerCase(Locale.ROOT), value);
    return this;
  }

  /** Signs with another date. */
  QueueRequest at(Instant other) {
    date = other;
    return this;
  }

  /** Sends no {@code Authorization}. */
  QueueRequest unsigned() {
    signed = false;
    return this;
  }

  HttpResponse<String> send() {
    try {
      return CLIENT.send(signed(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Sends the request with bytes as its body. */
  HttpResponse<byte[]> sendBytes(byte[] content) {
    try {
      var request = HttpRequest.newBuilder(signed(), (name, value) -> true)
          .method(method, BodyPublishers.ofByteArray(content))
          .build();
      return CLIENT.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Sends the request and does not wait for the answer. Cancelling closes the connection. */
  CompletableFuture<HttpResponse<String>> sendLater() {
    return CLIENT.sendAsync(signed(), BodyHandlers.ofString());
  }

  private HttpRequest signed() {
    headers.put("x-ms-date", HttpDate.of(date));
    var request = HttpRequest.newBuilder(uri)
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (signed) {
      request.header(
          "Authorization",
          SharedKey.SCHEME_LITE + " " + AccountName.DEVELOPMENT + ":" + KEY.sign(text()));
    }
    return request.build();
  }

  private String text() {
    var text = new StringBuilder(method)
        .append("\n\n")
        .append(headers.getOrDefault("content-type", ""))
        .append("\n\n");
    headers.forEach((name, value) -> {
      if (name.startsWith("x-ms-")) {
        text.append(name).append(':').append(value).append('\n');
      }
    });
    return text.append(SharedKey.resource(AccountName.DEVELOPMENT, uri.getRawPath(), comp()))
        .toString();
  }

  private String comp() {
    var query = uri.getQuery() == null ? "" : "&" + uri.getQuery() + "&";
    var at = query.indexOf("&comp=");
    return at < 0 ? "" : query.substring(at + 6, query.indexOf('&', at + 1));
  }
}
