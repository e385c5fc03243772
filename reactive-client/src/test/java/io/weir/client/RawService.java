package io.weir.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A service of HTTP/1.1 whose answers are written byte for byte: each request gets the next one of
 * the script.
 */
final class RawService implements AutoCloseable {

  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /** A request as it came; the head in lower case. */
  record Request(String head, String body) {}

  /** What is sent, and whether the connection is closed then. */
  private record Answer(String text, boolean closes) {}

  private RawService(ServerSocket socket) {
    this.socket = socket;
  }

  static RawService start() throws IOException {
    var service = new RawService(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    service.threads.execute(service::accept);
    return service;
  }

  /** Adds an answer with these lines as its head. */
  RawService then(String body, String... head) {
    script.add(new Answer(String.join("\r\n", head) + "\r\n\r\n" + body, false));
    return this;
  }

  /** Adds an answer after which the connection is closed before all was sent. */
  RawService thenBreak(String body, String... head) {
    script.add(new Answer(String.join("\r\n", head) + "\r\n\r\n" + body, true));
    return this;
  }

  /** Closes the connection in place of an answer. */
  RawService thenBreak() {
    script.add(new Answer("", true));
    return this;
  }

  /** Gives no answer, and leaves the connection open. */
  RawService thenSilence() {
    script.add(new Answer("", false));
    return this;
  }

  List<Request> requests() {
    return requests;
  }

  /** Returns the first lines and the other lines that begin so, of all requests. */
  List<String> lines(String begin) {
    return requests.stream()
        .flatMap(request -> request.head().lines())
        .filter(line -> line.startsWith(begin))
        .toList();
  }

  ClientOptions.Builder client() {
    return ScriptedServer.options(socket.getLocalPort()).closeGrace(Duration.ofSeconds(1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (var connection : connections) {
      connection.close();
    }
    threads.shutdownNow();
  }

  private void accept() {
    try {
      while (true) {
        var connection = socket.accept();
        connections.add(connection);
        threads.execute(() -> serve(connection));
      }
    } catch (IOException closed) {
      // the test has ended
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      while (true) {
        requests.add(read(connection.getInputStream()));
        var answer = script.poll();
        if (answer != null) {
          connection.getOutputStream().write(answer.text().getBytes(ISO_8859_1));
          if (answer.closes()) {
            return;
          }
        }
      }
    } catch (IOException closed) {
      // the client has left
    }
  }

  private static Request read(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      var next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
    }
    var text = head.toString(ISO_8859_1).toLowerCase(Locale.ROOT);
    var length = text.lines()
        .filter(line -> line.startsWith("content-length:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
    var body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    return new Request(text, new String(body, ISO_8859_1));
  }
}
