package io.weir.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * A crowd of clients at a small heap: idle connections, slow bodies, waiting takes, change feeds
 * far behind that nobody reads, and then declarations of indexes. The process ends at the first
 * OutOfMemoryError. The empty service needs 20 MiB of its heap.
 */
@Tag(Effort.THOROUGHLY)
final class CrowdedServerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String HEAP = "-Xmx48m";
  private static final int IDLE = 500;
  private static final int SLOW = 20;
  private static final int TAKES = 190;
  private static final int FEEDS = 100;
  private static final int CLIENTS = 7;
  private static final int INDEXES = 20;
  private static final int TABLES = 2;
  private static final int ENTITIES = 500;

  /** More than a feed's sockets and the shared tail of the log hold. */
  private static final int FILL_BATCHES = 120;

  private static final TableName FILLED = new TableName("Filled");
  private static final QueueName QUEUE = new QueueName("empty");

  private final List<Socket> sockets = new ArrayList<>();
  private final List<WeirClient> clients = new ArrayList<>();

  @TempDir
  Path folder;

  @AfterEach
  void close() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    Flux.fromIterable(clients).flatMap(WeirClient::closeLater).blockLast(PATIENCE);
  }

  @Test
  void theServiceRefusesWhatItsHeapDoesNotHoldAndServesTheOthers() throws Exception {
    var queuePort = FreePorts.next();
    try (var server = ChildServer.start(
        folder.resolve("store"),
        List.of(HEAP, "-XX:+ExitOnOutOfMemoryError"),
        "--queue-port",
        Integer.toString(queuePort))) {
      var before = Instant.now().minusSeconds(1);
      for (var i = 0; i < CLIENTS; i++) {
        clients.add(server.client());
      }
      var behaving = clients.get(0);
      fill(behaving);
      clients.forEach(this::requireAnswer);
      var queues = ChildServer.queues(queuePort);
      queues.create(QUEUE).block(PATIENCE);

      connect(server, IDLE, "");
      connect(server, SLOW, post(server));
      var waits = Flux.range(0, TAKES)
          .flatMap(
              i -> queues
                  .take(QUEUE, Take.upTo(1).waitingUpTo(Duration.ofSeconds(50)))
                  .onErrorResume(failure -> Mono.empty()),
              TAKES)
          .subscribe();
      var followed = follow(server, before);
      declare();

      assertThat(followed).as("feeds that are served").isPositive();
      clients.forEach(this::requireAnswer);
      awaitReadable(behaving);
      assertThat(refusal(server))
          .startsWith("HTTP/1.1 503 ")
          .contains("Retry-After: 1", "ServerBusy");
      clients.forEach(this::requireAnswer);
      waits.dispose();
      queues.closeLater().block(PATIENCE);
    }
  }

  private static TableName table(int number) {
    return new TableName("Indexed" + number);
  }

  private static void fill(WeirClient client) {
    client.createTable(FILLED).block(PATIENCE);
    for (var batch = 0; batch < FILL_BATCHES; batch++) {
      client.submit(FILLED, batch("p" + batch, 100, 1_000)).block(PATIENCE);
    }
    for (var i = 0; i < TABLES; i++) {
      client.createTable(table(i)).block(PATIENCE);
      for (var part = 0; part < ENTITIES / 100; part++) {
        client.submit(table(i), batch("p" + part, 100, 16)).block(PATIENCE);
      }
    }
  }

  private static Batch batch(String partition, int count, int bytes) {
    return new Batch(IntStream.range(0, count)
        .mapToObj(row -> (Write) new Write.Upsert(
            Entity.builder(partition, Integer.toString(row))
                .set("Number", row)
                .set("Data", new byte[bytes])
                .build(),
            WriteMode.REPLACE))
        .toList());
  }

  private void requireAnswer(WeirClient client) {
    assertThat(client.get(table(0), new EntityKey("p0", "7")).block(PATIENCE)).isNotNull();
  }

  private void declare() {
    var next = new AtomicInteger();
    Flux.fromIterable(clients)
        .flatMap(client -> Mono.defer(() -> {
              var number = next.getAndIncrement();
              return number < INDEXES ? declare(client, number).thenReturn(number) : Mono.empty();
            })
            .repeat(INDEXES))
        .blockLast(PATIENCE);
  }

  private static Mono<Void> declare(WeirClient client, int number) {
    var definition = IndexDefinition.of("byNumber" + number, "Number");
    return client
        .createIndex(table(number % TABLES), definition)
        .retryWhen(Retry.fixedDelay(100, Duration.ofMillis(100))
            .filter(ServiceBusyException.class::isInstance))
        .then();
  }

  private static void awaitReadable(WeirClient client) {
    Flux.range(0, TABLES)
        .concatMap(number -> Mono.defer(() -> client.indexes(table(number)))
            .filter(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
            .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50))))
        .map(List::size)
        .reduce(Integer::sum)
        .doOnNext(count -> assertThat(count).isEqualTo(INDEXES))
        .block(PATIENCE);
  }

  /**
   * Follows all changes since a moment, and reads the answers' heads only. Returns the number of
   * feeds that are served; the others are busy.
   */
  private int follow(ChildServer server, Instant since) throws IOException {
    var served = 0;
    for (var i = 0; i < FEEDS; i++) {
      var socket = connected(server);
      socket.getOutputStream().write(changes(server, since));
      var head = head(socket);
      assertThat(head).matches("(?s)HTTP/1.1 (200|503) .*");
      served += head.startsWith("HTTP/1.1 200 ") ? 1 : 0;
    }
    return served;
  }

  /** Connects and asks until a connection is refused. Returns the refusal. */
  private String refusal(ChildServer server) throws IOException {
    for (var i = 0; i < 2 * IDLE; i++) {
      var socket = connected(server);
      socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
      var head = head(socket);
      if (!head.startsWith("HTTP/1.1 200 ")) {
        return head;
      }
    }
    throw new AssertionError("Every connection was admitted.");
  }

  private void connect(ChildServer server, int count, String sent) throws IOException {
    for (var i = 0; i < count; i++) {
      connected(server).getOutputStream().write(sent.getBytes(US_ASCII));
    }
  }

  private Socket connected(ChildServer server) throws IOException {
    var socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(8 << 10);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    var port = URI.create(server.endpoint()).getPort();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  private static String head(Socket socket) throws IOException {
    var head = new StringBuilder();
    var in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      var next = in.read();
      if (next < 0) {
        return head.toString();
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static String post(ChildServer server) {
    return head(
            "POST",
            path(server, "Filled"),
            "",
            "Content-Type: application/json\r\nContent-Length: 65536\r\n")
        + "{\"Part";
  }

  private static byte[] changes(ChildServer server, Instant since) {
    return head(
            "GET",
            path(server, "$changes"),
            "?from=" + since.toString().replace(":", "%3A"),
            "Accept: application/x-ndjson\r\n")
        .getBytes(US_ASCII);
  }

  private static String path(ChildServer server, String resource) {
    return URI.create(server.endpoint()).getRawPath() + "/" + resource;
  }

  private static String head(String verb, String path, String options, String headers) {
    var date = new HttpDate(Clock.systemUTC()).now();
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return verb + " " + path + options + " HTTP/1.1\r\nHost: localhost\r\n" + headers
        + "x-ms-date: " + date + "\r\nAuthorization: " + key.authorizationLite(date, path, "")
        + "\r\n\r\n";
  }
}
