package io.weir.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.SharedKey;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Signed requests with damage after the signature, sent over a socket. Each is answered, none with
 * an internal error. The end of the class checks that nothing was lost.
 */
class FuzzedRequestsTest {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  private static final String BATCH = String.join(
      "\r\n",
      "--b",
      "Content-Type: multipart/mixed; boundary=c",
      "",
      "--c",
      "Content-Type: application/http",
      "",
      "PUT /Birds(PartitionKey='p',RowKey='1') HTTP/1.1",
      "",
      "{\"A\":1}",
      "--c--",
      "--b--",
      "");

  /** Lines of a request: method and target, then a header; the rest is the body. */
  private static final Grammar REQUESTS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      return request(draw)
          + draw.of("\n", "\nIf-Match: *\n", "\nPrefer: return-no-content\n", "\nAccept: */*\n")
          + draw.of(
              "",
              "{\"PartitionKey\":\"p\",\"RowKey\":\"" + draw.below(99) + "\",\"A\":"
                  + draw.numeral() + "}",
              "{\"TableName\":\"Birds\"}",
              BATCH);
    }

    @Override
    public List<String> words() {
      return List.of(
          "/",
          "?",
          "&",
          "%27",
          "%ff",
          "'",
          "(",
          ")",
          " eq ",
          "$top=",
          "\r\n",
          "--",
          "{",
          "}",
          "\"",
          "@odata.type",
          ",",
          ":",
          "application/x-ndjson",
          "application/vnd.weir.entities",
          "X-HTTP-Method: MERGE",
          "Content-Type: multipart/mixed; boundary=b");
    }
  };

  private static String request(Draw draw) {
    var entity = "Birds(PartitionKey='p',RowKey='" + draw.below(99) + "')";
    return draw.of(
        "GET Birds()?$filter=A%20ge%20" + draw.numeral() + "&$top=" + draw.below(1200),
        "GET " + entity,
        "GET Tables?$filter=TableName%20eq%20'Birds'",
        "POST Birds",
        "POST Tables",
        "POST $batch",
        "PUT " + entity,
        "PATCH " + entity,
        "DELETE " + entity,
        "HEAD " + entity);
  }

  private static TestServer server;
  private static RawConnection connection;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.over(new ModelTableService());
    connection = new RawConnection(server.port());
    TestRequest.post(server, "/Tables", "{\"TableName\":\"Birds\"}").send();
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    server.close();
  }

  @Test
  void everyRequestIsAnsweredWithoutInternalErrors() {
    var outcome = Fuzz.slow("requests", 50).run(REQUESTS, FuzzedRequestsTest::ask);

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 20);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  private static void ask(String input) {
    var lines = input.split("\n", 3);
    var line = printable(lines[0]);
    var blank = line.indexOf(' ');
    var method = blank <= 0 ? "GET" : line.substring(0, blank);
    var target = "/" + AccountName.DEVELOPMENT + "/" + line.substring(blank + 1).replace(' ', '+');
    var header = lines.length > 1 ? printable(lines[1]) : "";
    var status = send(method, target, header, lines.length > 2 ? lines[2] : "");
    assertThat(status).isBetween(200, 501).isNotEqualTo(500);
    if (status >= 400) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "status=" + status);
    }
  }

  private static int send(String method, String target, String header, String body) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var path = target.substring(0, (target + "?").indexOf('?'));
    var head = method + " " + target + " HTTP/1.1\r\nHost: h\r\nx-ms-date: " + date
        + "\r\nAuthorization: "
        + KEY.authorizationLite(date, path, "") + "\r\nContent-Length: " + body.length() + "\r\n"
        + (header.contains(":") ? header + "\r\n" : "") + "\r\n";
    try {
      return connection.exchange(head.getBytes(ISO_8859_1), body.getBytes(ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException("No answer to " + head, e);
    }
  }

  /** Keeps characters that a head may contain. Netty refuses the others. */
  private static String printable(String text) {
    return text.replaceAll("[^ -~]", "");
  }
}
