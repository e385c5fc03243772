package io.weir.cli.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.SharedKey;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.endpoint.SignedRequest;
import io.weir.cli.endpoint.TrustedCertificates;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Signed requests over HTTP/1.1. Blocks until the head of the answer has arrived. An answer that reports a failure is thrown as that of the
 * contract.
 */
final class ValueRequests {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int FIRST_FAILURE = 400;
  private static final int MOST_TEXT = 16 * 1024;
  private static final Pattern FACTS = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final HttpClient http;
  private final Proof proof;

  private ValueRequests(HttpClient http, Proof proof) {
    this.http = http;
    this.proof = proof;
  }

  /** Adds the proof of access to a request. */
  @FunctionalInterface
  private interface Proof {
    HttpRequest.Builder request(String url);
  }

  static ValueRequests to(EndpointOptions endpoint) throws IOException {
    var http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
    var trusted = endpoint.trusted();
    if (trusted.isPresent()) {
      http.sslContext(TrustedCertificates.context(trusted.get()));
    }
    return new ValueRequests(
        http.build(),
        endpoint
            .sharedAccessSignature()
            .<Proof>map(query -> url -> signed(url, query))
            .orElseGet(() -> {
              var key = endpoint.sharedKey();
              return url -> signed(url, key);
            }));
  }

  private static HttpRequest.Builder signed(String url, String query) {
    return HttpRequest.newBuilder(uri(url + (url.indexOf('?') < 0 ? "?" : "&") + query));
  }

  private static HttpRequest.Builder signed(String url, SharedKey key) {
    var signed = SignedRequest.of(url, key, Clock.systemUTC());
    return HttpRequest.newBuilder(uri(signed.url()))
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization());
  }

  /** Sends a request without a body. */
  HttpResponse<InputStream> send(String method, String url, String... headers) throws IOException {
    return send(method, url, BodyPublishers.noBody(), headers);
  }

  HttpResponse<InputStream> send(String method, String url, BodyPublisher body, String... headers)
      throws IOException {
    var request = proof.request(url).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return required(answer(request.build()));
  }

  /** Sends a request and returns the whole answer, which is short. */
  byte[] read(String method, String url) throws IOException {
    try (var body = send(method, url).body()) {
      return body.readAllBytes();
    }
  }

  private HttpResponse<InputStream> answer(HttpRequest request) throws IOException {
    try {
      return http.send(request, BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the service answered.");
    }
  }

  private static URI uri(String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage("'" + url + "' is not a URL.");
    }
  }

  private static HttpResponse<InputStream> required(HttpResponse<InputStream> answer)
      throws IOException {
    if (answer.statusCode() < FIRST_FAILURE) {
      return answer;
    }
    try (var body = answer.body()) {
      var said = new String(body.readNBytes(MOST_TEXT), UTF_8);
      var code = ErrorCode.ofCode(answer.headers().firstValue("x-ms-error-code").orElse(""));
      throw code.<RuntimeException>map(known -> TableServiceException.of(known, facts(known, said)))
          .orElseGet(() -> CommandFailure.failed(
              "The service refused. status=" + answer.statusCode() + " " + said));
    }
  }

  /** Returns the first line of the message, without the constant text of the code. */
  private static String facts(ErrorCode code, String said) {
    var message = FACTS.matcher(said);
    var line = message.find() ? message.group(1).split("\\\\n", 2)[0] : "";
    return line.startsWith(code.text()) ? line.substring(code.text().length()).strip() : line;
  }
}
