package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.weir.cli.StandIn;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A repeated change whose answer the service has forgotten. */
final class ForgottenAnswerTest {

  private static final String ENTITY =
      "{\"PartitionKey\":\"TX\",\"RowKey\":\"17\",\"Timestamp\":\"2026-01-02T03:04:05Z\",\"Seen\":8}";

  private final Transcript screen = new Transcript();
  private StandIn service;

  /** The code of the refusal of the change. */
  private volatile String code = "ChangeAnswerForgotten";

  private volatile boolean isStored = true;

  @BeforeEach
  void start() throws IOException {
    service = StandIn.at("/", this::answer);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void theStoredEntityIsPrinted() {
    assertThat(change()).as(screen.err()).isZero();

    assertThat(screen.err()).contains("was carried out before");
    assertThat(screen.out()).contains("\"RowKey\":\"17\"").contains("\"Seen\":8}");
  }

  @Test
  void nothingIsPrintedWhenTheEntityIsGone() {
    isStored = false;

    assertThat(change()).as(screen.err()).isZero();

    assertThat(screen.err()).contains("was carried out before");
    assertThat(screen.out()).isEmpty();
  }

  @Test
  void anotherRefusalIsAFailure() {
    code = "ChangeTokenReused";

    assertThat(change()).isEqualTo(ExitCode.FAILED);

    assertThat(screen.err()).contains("stands for another change");
    assertThat(screen.out()).isEmpty();
  }

  private int change() {
    return screen.run(
        Map.of(),
        "change",
        "Birds",
        "TX",
        "17",
        "add:Seen=1",
        "--token=00000000-0000-0001-0000-000000000017",
        "--endpoint",
        service.account());
  }

  /** Answers as a service without the binary dialect. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestURI().getPath().endsWith("/Tables")) {
        send(exchange, 415, "");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 409, refusal(code));
      } else if (isStored) {
        send(exchange, 200, ENTITY);
      } else {
        send(exchange, 404, refusal("ResourceNotFound"));
      }
    }
  }

  private static String refusal(String code) {
    return "{\"odata.error\":{\"code\":\"" + code
        + "\",\"message\":{\"lang\":\"en-US\",\"value\":\"refused\"}}}";
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("x-ms-version", "2020-12-06");
    exchange.getResponseHeaders().set("x-ms-request-id", "1");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
