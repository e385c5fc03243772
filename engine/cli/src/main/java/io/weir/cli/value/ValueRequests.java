package io.weir.cli.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.SharedKey;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.endpoint.HttpClients;
import io.weir.cli.endpoint.SignedRequest;
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
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signed requests over HTTP/1.1. Blocks until the head of the answer has arrived. An answer that reports a failure is thrown as that of the
 * contract.
 *
 * <p>Fails with {@link HttpTimeoutException} when the service takes no byte of the request and sends none of the answer for the time of its
 * silence. A transfer that moves may last without limit.
 */
final class ValueRequests {

  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final int FIRST_FAILURE = 400;
  private static final int MOST_TEXT = 16 * 1024;
  private static final Pattern FACTS = Pattern.compile("\"value\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final HttpClient http;
  private final Proof proof;
  private final Duration silence;

  private ValueRequests(HttpClient http, Proof proof, Duration silence) {
    this.http = http;
    this.proof = proof;
    this.silence = silence;
  }

  /**
   * The content of a request.
   *
   * @param sent a number that changes as the body is read
   * @param preparation time beyond the silence in which the service may prepare for the body, or its answer
   */
  record Content(BodyPublisher body, LongSupplier sent, Duration preparation) {

    private static final Content NONE = none(Duration.ZERO);

    /** Returns the content of a request without a body. */
    static Content none(Duration preparation) {
      return new Content(BodyPublishers.noBody(), () -> 0, preparation);
    }
  }

  /** Adds the proof of access to a request. */
  @FunctionalInterface
  private interface Proof {
    HttpRequest.Builder request(String url);
  }

  static ValueRequests to(EndpointOptions endpoint) throws IOException {
    return to(endpoint, SILENCE);
  }

  static ValueRequests to(EndpointOptions endpoint, Duration silence) throws IOException {
    return new ValueRequests(
        HttpClients.trusting(endpoint.trusted(), silence),
        endpoint
            .sharedAccessSignature()
            .<Proof>map(query -> url -> signed(url, query))
            .orElseGet(() -> {
              var key = endpoint.sharedKey();
              return url -> signed(url, key);
            }),
        silence);
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
    return send(method, url, Content.NONE, headers);
  }

  HttpResponse<InputStream> send(String method, String url, Content content, String... headers)
      throws IOException {
    var request = proof.request(url).method(method, content.body());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return required(answer(request.build(), content));
  }

  /** Sends a request and returns the whole answer, which is short. */
  byte[] read(String method, String url) throws IOException {
    return read(method, url, Content.NONE);
  }

  byte[] read(String method, String url, Content content) throws IOException {
    try (var body = send(method, url, content).body()) {
      return body.readAllBytes();
    }
  }

  private HttpResponse<InputStream> answer(HttpRequest request, Content content)
      throws IOException {
    var answer = http.<InputStream>sendAsync(request, head -> new TimedAnswer(silence));
    try {
      return awaited(answer, content);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the service answered.");
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      answer.cancel(true); // changes nothing after an answer
    }
  }

  /** Waits for the answer as long as the body moves. */
  private HttpResponse<InputStream> awaited(
      CompletableFuture<HttpResponse<InputStream>> answer, Content content)
      throws IOException, InterruptedException, ExecutionException {
    var limit = silence.plus(content.preparation());
    while (true) {
      var before = content.sent().getAsLong();
      try {
        return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (content.sent().getAsLong() == before) {
          throw new HttpTimeoutException(
              "The service does not answer: nothing moved for " + limit.toMillis() + " ms.");
        }
      }
    }
  }

  private static IOException failure(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException defect) {
      throw defect;
    }
    return cause instanceof IOException known
        ? known
        : new IOException("The request failed: " + cause, cause);
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
