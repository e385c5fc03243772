package io.weir.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.client.value.ValueHead;
import io.weir.client.value.ValueName;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.test.StepVerifier;

/** The demand of a subscriber decides how much of a value the service can send. */
@Timeout(60)
final class ValueDemandTest {

  private static final int LENGTH = 128 << 20;

  /** More than the buffers of a connection on both sides. */
  private static final long BUFFERED = LENGTH / 2;

  private static final int QUIET_MILLIS = 1_000;
  private static final ValueName FILM =
      new ValueName(new TableName("Birds"), new EntityKey("Owls", "1"), "film");
  private static final ValueHead VERSION = new ValueHead(LENGTH, "video/mp4", "\"1\"", "");

  @Test
  void aSubscriberThatRequestsNoMoreStopsTheServiceUntilItDoes() throws IOException {
    var received = new AtomicLong();
    try (var service = Flood.start();
        var client = ScriptedServer.options(service.port()).connect()) {
      StepVerifier.create(client.values().read(FILM, VERSION, 0).map(ByteBuffer::remaining), 1)
          .consumeNextWith(received::addAndGet)
          .then(() -> assertThat(service.sentUntilQuiet()).isLessThan(BUFFERED))
          .thenRequest(Long.MAX_VALUE)
          .thenConsumeWhile(bytes -> true, received::addAndGet)
          .expectComplete()
          .verify(Duration.ofSeconds(50));
    }
    assertThat(received).hasValue(LENGTH);
  }

  /** A service of one request, which it answers as fast as the connection takes the bytes. */
  private static final class Flood implements AutoCloseable {

    private final ServerSocketChannel server;
    private final CompletableFuture<Long> untilQuiet = new CompletableFuture<>();
    private final Thread thread = new Thread(this::serve, "flood");

    private Flood(ServerSocketChannel server) {
      this.server = server;
    }

    static Flood start() throws IOException {
      var flood = new Flood(ServerSocketChannel.open()
          .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      flood.thread.start();
      return flood;
    }

    int port() {
      return server.socket().getLocalPort();
    }

    /**
     * Returns how many bytes were sent when the connection first took none for a second, or all.
     */
    long sentUntilQuiet() {
      return untilQuiet.join();
    }

    private void serve() {
      try (var connection = server.accept();
          var writable = Selector.open()) {
        readHead(connection);
        connection.write(
            ISO_8859_1.encode("HTTP/1.1 200 OK\r\nContent-Length: " + LENGTH + "\r\n\r\n"));
        connection.configureBlocking(false).register(writable, SelectionKey.OP_WRITE);
        send(connection, writable);
      } catch (IOException e) {
        untilQuiet.completeExceptionally(e);
      }
    }

    private static void readHead(SocketChannel connection) throws IOException {
      var head = ByteBuffer.allocate(16 << 10);
      while (!ISO_8859_1.decode(head.duplicate().flip()).toString().endsWith("\r\n\r\n")) {
        if (connection.read(head) < 0) {
          throw new EOFException();
        }
      }
    }

    private void send(SocketChannel connection, Selector writable) throws IOException {
      var part = ByteBuffer.allocate(64 << 10);
      var sent = 0L;
      while (sent < LENGTH) {
        var bytes =
            connection.write(part.clear().limit((int) Math.min(part.capacity(), LENGTH - sent)));
        sent += bytes;
        if (bytes == 0 && writable.select(QUIET_MILLIS) == 0) {
          untilQuiet.complete(sent);
        }
        writable.selectedKeys().clear();
      }
      untilQuiet.complete(sent);
    }

    @Override
    public void close() throws IOException {
      server.close();
      thread.interrupt(); // ends a write that waits
    }
  }
}
