package io.weir.cli.endpoint;

import io.weir.api.wire.SharedKey;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Sends requests without a body that the client does not know. Blocks. */
record SignedSending(SharedKey key, Optional<Path> trusted) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  /** Returns the body. Fails with {@link CommandFailure} when the service answers anything but 200 or 202, and with its code. */
  byte[] of(String method, String url) throws IOException {
    var signed = SignedRequest.of(url, key, Clock.systemUTC());
    var request = HttpRequest.newBuilder(URI.create(signed.url()))
        .method(method, BodyPublishers.noBody())
        .timeout(PATIENCE)
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization())
        .header("Accept", "application/json")
        .build();
    try {
      var answer =
          HttpClients.trusting(trusted, PATIENCE).send(request, BodyHandlers.ofByteArray());
      if (answer.statusCode() != OK && answer.statusCode() != ACCEPTED) {
        throw CommandFailure.failed("The service refused. status=" + answer.statusCode() + " code="
            + answer.headers().firstValue("x-ms-error-code").orElse("none"));
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the service answered.");
    }
  }
}
