package io.weir.cli.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.json.SearchJson;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchStatus;
import io.weir.api.wire.Dialect;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.endpoint.SignedRequest;
import io.weir.cli.endpoint.TrustedCertificates;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The searches of an account at an endpoint. Blocks; belongs to the thread of the command. */
final class RemoteSearch {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FIRST_FAILURE = 300;

  private final EndpointOptions endpoint;
  private final HttpClient http;

  private RemoteSearch(EndpointOptions endpoint, HttpClient http) {
    this.endpoint = endpoint;
    this.http = http;
  }

  static RemoteSearch at(EndpointOptions endpoint) throws IOException {
    var http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
    var trusted = endpoint.trusted();
    if (trusted.isPresent()) {
      http.sslContext(TrustedCertificates.context(trusted.get()));
    }
    return new RemoteSearch(endpoint, http.build());
  }

  SearchStatus declare(TableName table, SearchDefinition definition) throws IOException {
    return SearchJson.readStatus(
        send("PUT", declaration(table), SearchJson.write(definition)).body());
  }

  SearchStatus status(TableName table) throws IOException {
    return SearchJson.readStatus(send("GET", declaration(table), new byte[0]).body());
  }

  List<SearchStatus> list() throws IOException {
    return SearchJson.readList(send("GET", "/$search", new byte[0]).body());
  }

  void rebuild(TableName table) throws IOException {
    var unused = send("POST", declaration(table), new byte[0]);
  }

  void drop(TableName table) throws IOException {
    var unused = send("DELETE", declaration(table), new byte[0]);
  }

  /** Returns the found entities as lines, the last of which tells what follows. */
  List<String> query(TableName table, Map<String, String> options) throws IOException {
    var query = options.entrySet().stream()
        .map(option -> option.getKey() + "=" + URLEncoder.encode(option.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
    return new String(send("GET", "/" + table + "?" + query, new byte[0]).body(), UTF_8)
        .lines()
        .toList();
  }

  private static String declaration(TableName table) {
    return "/" + table + "?comp=search";
  }

  private HttpResponse<byte[]> send(String method, String resource, byte[] body)
      throws IOException {
    var signed =
        SignedRequest.of(endpoint.endpoint() + resource, endpoint.sharedKey(), Clock.systemUTC());
    var request = HttpRequest.newBuilder(URI.create(signed.url()))
        .timeout(PATIENCE)
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization())
        .header("Accept", Dialect.NDJSON + ",application/json")
        .header("Content-Type", "application/json")
        .method(
            method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
        .build();
    var answer = send(request);
    if (answer.statusCode() >= FIRST_FAILURE) {
      throw CommandFailure.failed("The service refused. status=" + answer.statusCode() + " "
          + answer.headers().firstValue("x-ms-error-code").orElse("") + " "
          + new String(answer.body(), UTF_8));
    }
    return answer;
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the service answered.");
    }
  }
}
