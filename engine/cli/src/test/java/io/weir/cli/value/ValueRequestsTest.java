package io.weir.cli.value;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cli.endpoint.EndpointOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to a service that stops: before it answers, within its answer, and while it takes a body. */
@Timeout(60)
final class ValueRequestsTest {

  private static final Duration SILENCE = Duration.ofMillis(50);

  private ServerSocket service;
  private ValueRequests requests;

  @BeforeEach
  void listen() throws IOException {
    service = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    requests = ValueRequests.to(new EndpointOptions(), SILENCE);
  }

  @AfterEach
  void stop() throws IOException {
    service.close();
  }

  @Test
  void aServiceThatDoesNotAnswerEndsTheRequest() {
    assertThatThrownBy(() -> requests.send("GET", url()))
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessageContaining("nothing moved for 50 ms");
  }

  @Test
  void anAnswerThatStopsEndsTheRead() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345");
    try (var body = requests.send("GET", url()).body()) {
      assertThat(body.readNBytes(5)).isEqualTo("12345".getBytes(ISO_8859_1));

      assertThatThrownBy(body::read)
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessageContaining("no byte for 50 ms");
    }
  }

  @Test
  void anAnswerIsReadToItsEnd() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1234567890");

    assertThat(requests.read("GET", url())).isEqualTo("1234567890".getBytes(ISO_8859_1));
  }

  @Test
  void anAnswerThatBreaksOffFails() throws Exception {
    var answered = answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", true);
    try (var body = requests.send("GET", url()).body()) {
      assertThatThrownBy(body::readAllBytes)
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(HttpTimeoutException.class);
    }
    answered.join();
  }

  @Test
  void aBodyThatMovesIsNotSilence() throws Exception {
    var moved = new AtomicLong();
    var looks = new AtomicLong();
    var moving = new ValueRequests.Content(
        BodyPublishers.noBody(),
        () -> looks.incrementAndGet() <= 7 ? moved.incrementAndGet() : moved.get(),
        Duration.ZERO);

    assertThatThrownBy(() -> requests.send("PATCH", url(), moving))
        .isInstanceOf(HttpTimeoutException.class);

    assertThat(looks.get()).as("two looks in each of several silences").isGreaterThan(6);
  }

  @Test
  void aServiceMayPrepareItsAnswerForLonger() {
    var prepared = ValueRequests.Content.none(Duration.ofMillis(20));

    assertThatThrownBy(() -> requests.send("PATCH", url(), prepared))
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessageContaining("nothing moved for 70 ms");
  }

  private String url() {
    return "http://127.0.0.1:" + service.getLocalPort() + "/devstoreaccount1/Birds";
  }

  private Thread answering(String answer) {
    return answering(answer, false);
  }

  /** Answers the first request. The connection stays open unless the answer is to break off. */
  private Thread answering(String answer, boolean closes) {
    var thread = new Thread(() -> {
      try {
        var connection = service.accept();
        readHead(connection);
        connection.getOutputStream().write(answer.getBytes(ISO_8859_1));
        if (closes) {
          connection.close();
        }
      } catch (IOException e) {
        throw new AssertionError("no request", e);
      }
    });
    thread.start();
    return thread;
  }

  private static void readHead(Socket connection) throws IOException {
    var in = connection.getInputStream();
    var end = 0;
    while (end < 4) {
      var next = in.read();
      end = next == "\r\n\r\n".charAt(end) ? end + 1 : next == '\r' ? 1 : 0;
    }
  }
}
