package io.weir.cli.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.SharedKey;
import io.weir.api.xml.Element;
import io.weir.cli.endpoint.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The queues of an account at an endpoint, by the protocol of queues. Blocks.
 *
 * <p>Fails with the service's typed failure if it refuses, and with {@link IOException} if it does not answer.
 */
final class QueueEndpoint {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final DateTimeFormatter RFC_1123 =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
  private static final String XML = "application/xml";
  private static final int FIRST_ERROR = 300;

  /** The longest answer: 32 messages of 64 KiB, each byte as a reference. */
  private static final int MAX_ANSWER_BYTES = 16 << 20;

  private final String endpoint;
  private final SharedKey key;
  private final Optional<Path> trusted;

  QueueEndpoint(String endpoint, SharedKey key, Optional<Path> trusted) {
    this.endpoint = endpoint;
    this.key = key;
    this.trusted = trusted;
  }

  /**
   * Sends a request and returns its answer.
   *
   * @param resource path and query after the account, percent-encoded
   * @param comp value of {@code comp} in the query; empty if it has none
   */
  HttpResponse<byte[]> send(String method, String resource, String comp) throws IOException {
    return send(method, resource, comp, Optional.empty());
  }

  HttpResponse<byte[]> send(String method, String resource, String comp, Optional<Element> body)
      throws IOException {
    var uri = URI.create(endpoint + resource);
    var date = RFC_1123.format(Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var request = HttpRequest.newBuilder(uri)
        .timeout(PATIENCE)
        .header("x-ms-date", date)
        .method(
            method,
            body.map(element -> BodyPublishers.ofByteArray(element.document()))
                .orElseGet(BodyPublishers::noBody));
    body.ifPresent(element -> request.header("Content-Type", XML));
    // SharedKeyLite: verb, MD5, content type, date, own headers, resource
    var text = method + "\n\n" + (body.isPresent() ? XML : "") + "\n\nx-ms-date:" + date + "\n"
        + SharedKey.resource(key.account(), uri.getRawPath(), comp);
    request.header(
        "Authorization", SharedKey.SCHEME_LITE + " " + key.account() + ":" + key.sign(text));
    return accepted(answer(request.build()));
  }

  private HttpResponse<byte[]> answer(HttpRequest request) throws IOException {
    var client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
    if (trusted.isPresent()) {
      client.sslContext(TrustedCertificates.context(trusted.get()));
    }
    try {
      return client.build().send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the service was asked.", e);
    }
  }

  private static HttpResponse<byte[]> accepted(HttpResponse<byte[]> answer) throws IOException {
    if (answer.statusCode() < FIRST_ERROR) {
      return answer;
    }
    var code = answer.headers().firstValue("x-ms-error-code").orElse("");
    var known = ErrorCode.ofCode(code);
    if (known.isPresent()) {
      throw TableServiceException.of(known.get(), "");
    }
    throw new IOException("The service answered with status " + answer.statusCode() + ": "
        + new String(answer.body(), UTF_8));
  }

  static Element document(HttpResponse<byte[]> answer) {
    return Element.parseVerbatim(answer.body(), MAX_ANSWER_BYTES);
  }
}
