package io.weir.cli.endpoint;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.wire.SharedKey;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.server.settings.AccessPolicies;
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
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The stored access policies of an account at an endpoint, by the protocol's {@code comp=acl}. Blocks.
 *
 * <p>Only a key that allows everything shows them, and not every service has them. Where they are not shown it is said once that they are left out, and
 * there are none.
 */
final class EndpointPolicies implements Policies {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_IMPLEMENTED = 501;

  private final String endpoint;
  private final SharedKey key;
  private final Optional<Path> trusted;
  private final Consumer<String> remarks;
  private Optional<HttpClient> http = Optional.empty();
  private boolean remarked;

  EndpointPolicies(
      String endpoint, SharedKey key, Optional<Path> trusted, Consumer<String> remarks) {
    this.endpoint = endpoint;
    this.key = key;
    this.trusted = trusted;
    this.remarks = remarks;
  }

  @Override
  public AccessPolicies of(TableName table) throws IOException {
    var answer = send(table, "GET", new byte[0]);
    if (isRefusal(answer)) {
      leaveOut();
      return AccessPolicies.NONE;
    }
    if (answer.statusCode() == NOT_FOUND) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table);
    }
    require(answer, OK, table);
    return AccessPolicies.parse(answer.body());
  }

  @Override
  public void replace(TableName table, AccessPolicies policies) throws IOException {
    var answer = send(table, "PUT", policies.document());
    if (isRefusal(answer)) {
      throw new PoliciesRefused(refusal(answer, table));
    }
    require(answer, NO_CONTENT, table);
  }

  /** Whether the service does not have policies, or does not permit the caller to see them. A wrong key is a failure. */
  private static boolean isRefusal(HttpResponse<byte[]> answer) {
    return answer.statusCode() == NOT_IMPLEMENTED
        || answer.statusCode() == FORBIDDEN
            && !code(answer).equals(ErrorCode.AUTHENTICATION_FAILED.code());
  }

  private static String code(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("status " + answer.statusCode());
  }

  private void leaveOut() {
    if (!remarked) {
      remarked = true;
      remarks.accept(
          "Stored access policies are left out: the service does not show them with this key.");
    }
  }

  private static void require(HttpResponse<byte[]> answer, int status, TableName table)
      throws IOException {
    if (answer.statusCode() != status) {
      throw new IOException(refusal(answer, table));
    }
  }

  private static String refusal(HttpResponse<byte[]> answer, TableName table) {
    return "The stored access policies of " + table + " cannot be had or set: "
        + code(answer)
        + ". It takes a key of the account that allows everything.";
  }

  private HttpResponse<byte[]> send(TableName table, String method, byte[] body)
      throws IOException {
    var signed = SignedRequest.of(endpoint + "/" + table + "?comp=acl", key, Clock.systemUTC());
    var request = HttpRequest.newBuilder(URI.create(signed.url()))
        .timeout(PATIENCE)
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization())
        .header("Content-Type", "application/xml")
        .method(method, BodyPublishers.ofByteArray(body))
        .build();
    try {
      return connected().send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while policies were transferred.", e);
    }
  }

  private HttpClient connected() throws IOException {
    if (http.isEmpty()) {
      http = Optional.of(HttpClients.trusting(trusted, PATIENCE));
    }
    return http.get();
  }
}
