package io.weir.server.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.server.TestServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Signed requests for values of the table {@code Birds}, over one version of HTTP. */
final class ValueClient {

  /** The value that most cases use. */
  static final String PHOTO = "/Birds(PartitionKey='p',RowKey='r')/$value/photo";

  static final SharedKey KEY = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  private final HttpClient http;
  private final TestServer server;

  ValueClient(TestServer server, HttpClient.Version version) {
    this.server = server;
    this.http = HttpClient.newBuilder().version(version).build();
    if (version == HttpClient.Version.HTTP_2) {
      // A request without a body upgrades the connection, so that every later one is HTTP/2.
      var upgrade = HttpRequest.newBuilder(server.uri("/health")).build();
      assertThat(answer(upgrade, BodyHandlers.ofString()).version()).isEqualTo(version);
    }
  }

  /** Returns bytes that differ from position to position and are the same for every call. */
  static byte[] bytes(int length) {
    var bytes = new byte[length];
    for (var i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 10));
    }
    return bytes;
  }

  HttpResponse<byte[]> put(String resource, byte[] content, String... headers) {
    return send("PUT", resource, BodyPublishers.ofByteArray(content), headers);
  }

  HttpResponse<byte[]> get(String resource, String... headers) {
    return send("GET", resource, BodyPublishers.noBody(), headers);
  }

  HttpResponse<byte[]> head(String resource, String... headers) {
    return send("HEAD", resource, BodyPublishers.noBody(), headers);
  }

  HttpResponse<byte[]> send(String method, String resource, BodyPublisher body, String... headers) {
    return answer(request(method, resource, body, headers), BodyHandlers.ofByteArray());
  }

  /** Begins an upload of the photo and returns its address. */
  String begin(String... headers) {
    var begun = send("POST", PHOTO + "?comp=upload", BodyPublishers.noBody(), headers);
    assertThat(begun.statusCode()).as(code(begun)).isEqualTo(201);
    var address = begun.headers().firstValue("Location").orElseThrow();
    return address.substring(("/" + AccountName.DEVELOPMENT).length());
  }

  /** Sends a part of an upload. */
  HttpResponse<byte[]> append(
      String upload, long offset, boolean last, byte[] part, String... headers) {
    var all = new String[headers.length + 6];
    System.arraycopy(headers, 0, all, 6, headers.length);
    all[0] = "Content-Type";
    all[1] = "application/partial-upload";
    all[2] = "Upload-Offset";
    all[3] = Long.toString(offset);
    all[4] = "Upload-Complete";
    all[5] = last ? "?1" : "?0";
    return send("PATCH", upload, BodyPublishers.ofByteArray(part), all);
  }

  /**
   * Returns a request that is signed by the account's key, unless the resource carries a signature.
   */
  HttpRequest request(String method, String resource, BodyPublisher body, String... headers) {
    var uri = server.uri("/" + AccountName.DEVELOPMENT + resource);
    var request = HttpRequest.newBuilder(uri).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (resource.contains("sig=")) {
      return request.build();
    }
    var date = date();
    var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    var comp = query.startsWith("comp=") ? query.split("&", -1)[0].substring(5) : "";
    return request
        .header("x-ms-date", date)
        .header("Authorization", KEY.authorizationLite(date, uri.getRawPath(), comp))
        .build();
  }

  static String date() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
  }

  <T> HttpResponse<T> answer(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new AssertionError("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  HttpClient http() {
    return http;
  }

  static String code(HttpResponse<?> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }

  static String tag(HttpResponse<?> answer) {
    return answer.headers().firstValue("ETag").orElseThrow();
  }
}
