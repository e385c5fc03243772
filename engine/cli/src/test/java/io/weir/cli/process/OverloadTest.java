package io.weir.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server with idle connections, connections that send a head byte by byte, and a client that
 * sends ten times as many concurrent writes to one shard as its mailbox holds. The server answers a
 * well-behaved client promptly, bounds its memory, refuses excess writes with a retry time, and
 * continues to carry out writes.
 *
 * <p>The torture profile has 2,000 idle and 500 slow connections and longer windows;
 * {@code -Dweir.overload.seconds=10} sets the length of a window.
 */
@Tag(Effort.THOROUGHLY)
final class OverloadTest {

  private static final boolean TORTURE = Effort.isAtLeast(Effort.TORTURE);
  private static final int IDLE = TORTURE ? 2_000 : 200;
  private static final int SLOW = TORTURE ? 500 : 50;
  private static final int SECONDS = Integer.getInteger("weir.overload.seconds", TORTURE ? 10 : 2);

  /**
   * Asserted in the long run only. The short run prints its goodput, which two seconds on a shared
   * machine do not determine.
   */
  private static final double LEAST_GOODPUT = TORTURE ? 0.8 : 0;

  /** Asserted in the long run only, because a new client may be too slow to overload the server. */
  private static final long LEAST_REFUSED = TORTURE ? 1 : 0;

  private static final TableName TABLE = new TableName("Flooded");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Capacity of the shard's mailbox; this many concurrent writes are never refused. */
  private static final int MAILBOX = TORTURE ? 64 : 8;

  private static final int FLOOD_IN_FLIGHT = 10 * MAILBOX;

  /** Writes after which a new JVM counts as warm and its peak is measured. */
  private static final int WARM = TORTURE ? 50_000 : 500;

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  /** Interval between two reads of the well-behaved client. */
  private static final Duration PACE = Duration.ofMillis(5);

  private final AtomicLong done = new AtomicLong();
  private final AtomicLong busy = new AtomicLong();
  private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
  private final List<Socket> sockets = new ArrayList<>();

  @TempDir
  Path folder;

  @Test
  void anOverloadedServerStaysFastForAClientThatKeepsItsLimits() throws Exception {
    try (var server = ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx384m", "-XX:MaxDirectMemorySize=192m"),
        "--partition-groups",
        "1",
        "--mailbox-size",
        Integer.toString(MAILBOX))) {
      var flooding = WeirClient.builder()
          .endpoint(server.endpoint())
          .connections(4)
          .streamsPerConnection(250)
          .waitingRequests(2 * FLOOD_IN_FLIGHT)
          .retries(0)
          .loops(1)
          .connect();
      var behaving = server.client();
      prepare(behaving);
      connect(server, IDLE, "");
      connect(server, SLOW, "GET /devstoreaccount1/Tab");

      var fitting = flood(flooding, MAILBOX);
      awaitDone(WARM);
      var peak = observe(behaving);
      fitting.dispose();
      var load = flood(flooding, FLOOD_IN_FLIGHT);
      awaitDone(done.get() + WARM);
      var overload = observe(behaving);
      tell(peak, overload, server.metrics());
      assertThat(unexpected).as("failures other than busy").isEmpty();
      assertThat(Duration.ofNanos(overload.p99Nanos())).isLessThan(LONGEST_ANSWER);
      assertThat(overload.writesPerSecond() / peak.writesPerSecond())
          .as("goodput under overload, as a share of the peak")
          .isGreaterThan(LEAST_GOODPUT);
      var answer = awaitBusy(server);
      load.dispose();

      assertThat(answer).containsIgnoringCase("\r\nRetry-After: 1\r\n").contains("ServerBusy");
      assertThat(busy.get())
          .as("writes refused by the flood")
          .isGreaterThanOrEqualTo(LEAST_REFUSED);
      assertThat(behaving.get(TABLE, new EntityKey("quiet", "1")).block(PATIENCE))
          .isNotNull();
      flooding.closeLater().block(PATIENCE);
      behaving.closeLater().block(PATIENCE);
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  private static void prepare(WeirClient client) {
    client.createTable(TABLE).block(PATIENCE);
    var entity = Entity.builder("quiet", "1").build();
    client.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
  }

  private void awaitDone(long count) {
    Flux.interval(Duration.ofMillis(10)).takeUntil(tick -> done.get() >= count).blockLast(PATIENCE);
  }

  /**
   * Keeps {@code inFlight} writes in flight. Sends the next one after a pause when a write is
   * refused, and none after another failure.
   */
  private Disposable flood(WeirClient client, int inFlight) {
    return Flux.range(0, Integer.MAX_VALUE)
        .flatMap(
            i -> client
                .write(TABLE, upsert(i))
                .doOnNext(result -> done.incrementAndGet())
                .then()
                .onErrorResume(ServiceBusyException.class, refusal -> {
                  busy.incrementAndGet();
                  var pause = ThreadLocalRandom.current().nextLong(500, 1500);
                  return Mono.delay(Duration.ofMillis(pause)).then();
                })
                .onErrorResume(failure -> {
                  unexpected.add(failure);
                  return Mono.never();
                }),
            inFlight)
        .subscribe();
  }

  /** Reads one entity at a steady pace during the concurrent writes. */
  private Observed observe(WeirClient client) {
    var before = done.get();
    var start = System.nanoTime();
    var nanos = Flux.interval(PACE)
        .onBackpressureDrop()
        .concatMap(tick -> client.get(TABLE, new EntityKey("quiet", "1")).timed(), 1)
        .map(read -> read.elapsed().toNanos())
        .take(Duration.ofSeconds(SECONDS))
        .sort()
        .collectList()
        .block(PATIENCE);
    var seconds = (System.nanoTime() - start) / 1e9;
    return new Observed((done.get() - before) / seconds, List.copyOf(nanos));
  }

  private void tell(Observed peak, Observed overload, String metrics) {
    System.out.printf(
        "overload idle=%d slow=%d inFlight=%d: peak %s; overload %s; goodput %.0f %%, busy=%d,"
            + " heap MB=%d direct MB=%d%n",
        IDLE,
        SLOW,
        FLOOD_IN_FLIGHT,
        peak,
        overload,
        100 * overload.writesPerSecond() / peak.writesPerSecond(),
        busy.get(),
        sum(metrics, "jvm_memory_used_bytes\\{area=\"heap\".*") >> 20,
        sum(metrics, "netty_allocator_memory_used\\{.*memory_type=\"direct\".*") >> 20);
  }

  /**
   * Sends more concurrent REST requests than the mailbox holds, until the shard has no room.
   * Returns the refusal.
   */
  private static String awaitBusy(ChildServer server) throws IOException {
    var port = URI.create(server.endpoint()).getPort();
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      var asking = new ArrayList<Socket>();
      try {
        for (var i = 0; i < 4 * MAILBOX; i++) {
          var socket = new Socket(InetAddress.getLoopbackAddress(), port);
          socket.setSoTimeout((int) PATIENCE.toMillis());
          asking.add(socket);
        }
        for (var socket : asking) {
          socket.getOutputStream().write(insert(server.endpoint()));
        }
        for (var socket : asking) {
          var answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
          if (answer.startsWith("HTTP/1.1 503 ")) {
            return answer;
          }
        }
      } finally {
        for (var socket : asking) {
          socket.close();
        }
      }
    }
    throw new AssertionError("The server never refused a request as busy.");
  }

  private static byte[] insert(String endpoint) {
    var path = URI.create(endpoint + "/" + TABLE).getRawPath();
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var body = "{\"PartitionKey\":\"rest\",\"RowKey\":\"" + System.nanoTime() + "\"}";
    var head = List.of(
        "POST " + path + " HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        "Content-Type: application/json",
        "Content-Length: " + body.length(),
        "x-ms-date: " + date,
        "Authorization: " + key.authorizationLite(date, path, ""));
    return (String.join("\r\n", head) + "\r\n\r\n" + body).getBytes(US_ASCII);
  }

  private void connect(ChildServer server, int count, String sent) throws IOException {
    var port = URI.create(server.endpoint()).getPort();
    for (var i = 0; i < count; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.getOutputStream().write(sent.getBytes(US_ASCII));
      sockets.add(socket);
    }
  }

  private static Write upsert(int number) {
    var entity = Entity.builder("p" + number % 64, "r" + number % 10_000)
        .set("Data", new byte[256])
        .build();
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }

  private static long sum(String metrics, String pattern) {
    var line = Pattern.compile(pattern + " (\\S+)");
    return Arrays.stream(metrics.split("\n", -1))
        .map(line::matcher)
        .filter(found -> found.matches())
        .mapToLong(found -> (long) Double.parseDouble(found.group(1)))
        .sum();
  }

  /** The write rate of a window, and the sorted latencies of the well-behaved client. */
  private record Observed(double writesPerSecond, List<Long> readNanos) {

    long p99Nanos() {
      return readNanos.get((int) (readNanos.size() * 0.99));
    }

    @Override
    public String toString() {
      return String.format(
          "writes/s=%.0f reads=%d p50=%.1f ms p99=%.1f ms",
          writesPerSecond,
          readNanos.size(),
          readNanos.get(readNanos.size() / 2) / 1e6,
          p99Nanos() / 1e6);
    }
  }
}
