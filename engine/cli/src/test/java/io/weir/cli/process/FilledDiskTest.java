package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Another program repeatedly fills the disk of a server and frees it again. While the disk is full,
 * the server refuses writes at once, carries out removals and reads, and reports the state in its
 * probe. Afterwards it recovers by itself. At the end all acknowledged entities are present.
 *
 * <p>{@code -Dweir.fill.rounds=5} sets the number of rounds; the torture profile runs 100.
 */
final class FilledDiskTest {

  private static final TableName TABLE = new TableName("Filled");
  private static final int MEBIBYTES = 480;
  private static final int IN_FLIGHT = 16;
  private static final int ENTITY_BYTES = 3_000;
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Pause after a refusal, because this is not a test of overload. */
  private static final Duration AFTER_REFUSAL = Duration.ofMillis(20);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROUNDS =
      Integer.getInteger("weir.fill.rounds", Effort.choose(1, 2, 100));

  @TempDir
  Path folder;

  /** Rows that were acknowledged and not removed since, with the number of their last version. */
  private final Map<String, Long> stored = new ConcurrentHashMap<>();

  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong slowestNanos = new AtomicLong();

  @Test
  @Tag(Effort.THOROUGHLY)
  void aServerOnAFullMemoryDiskRefusesWritesAndRecovers() throws Exception {
    rounds(LimitedDisk.ofMemory(folder, MEBIBYTES));
  }

  @Test
  void aServerOnAFullExt4DiskRefusesWritesAndRecovers() throws Exception {
    rounds(LimitedDisk.ofFile(folder, MEBIBYTES));
  }

  private void rounds(Optional<LimitedDisk> mounted) throws Exception {
    assumeTrue(mounted.isPresent(), "file systems cannot be mounted");
    try (var disk = mounted.orElseThrow()) {
      try (var server = start(disk)) {
        serveWhileFilled(disk, server);
      }
      try (var server = start(disk);
          var client = new Closing(client(server))) {
        assertNothingIsLost(client.client());
      }
    }
    System.out.printf(
        "filled rounds=%d kept=%d refused=%d slowestMillis=%d lost=0%n",
        ROUNDS, stored.size(), refused.get(), slowestNanos.get() / 1_000_000);
  }

  private record Closing(WeirClient client) implements AutoCloseable {
    @Override
    public void close() {
      client.closeLater().block(PATIENCE);
    }
  }

  private static ChildServer start(LimitedDisk disk) throws IOException {
    return ChildServer.start(
        disk.path().resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4",
        "--segment-size",
        "16",
        "--checkpoint-after",
        "8");
  }

  private static WeirClient client(ChildServer server) {
    return WeirClient.builder().endpoint(server.endpoint()).loops(1).retries(0).connect();
  }

  private void serveWhileFilled(LimitedDisk disk, ChildServer server) throws Exception {
    try (var closing = new Closing(client(server))) {
      var client = closing.client();
      client.createTable(TABLE).block(PATIENCE);
      await(
          "the first rows",
          () -> write(client, "warm").block(PATIENCE) != null && stored.size() > 200);
      await("a green probe", () -> server.ready() == 200);
      slowestNanos.set(0); // client and server are warm now
      for (var round = 0; round < ROUNDS; round++) {
        round(disk, server, client, round);
      }
    }
    assertThat(unexpected).isEmpty();
    assertThat(Duration.ofNanos(slowestNanos.get())).isLessThan(LONGEST);
  }

  private void round(LimitedDisk disk, ChildServer server, WeirClient client, int round)
      throws Exception {
    var ended = new AtomicBoolean();
    var before = refused.get();
    var writing = Flux.range(0, Integer.MAX_VALUE)
        .takeWhile(i -> !ended.get())
        .flatMap(i -> write(client, "n" + round), IN_FLIGHT)
        .then()
        .toFuture();
    try {
      disk.fill();
      await("a refusal in round " + round, () -> refused.get() > before);
      var sinceRefused = System.nanoTime();
      await("a probe that reports the full disk", () -> server.ready() == 503);
      assertThat(Duration.ofNanos(System.nanoTime() - sinceRefused)).isLessThan(LONGEST);
      readAndRemove(client, "warm", 20);
    } finally {
      disk.free();
      ended.set(true);
      writing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    await("a probe that reports recovery", () -> server.ready() == 200);
    await(
        "a write again",
        () -> stored.keySet().stream().anyMatch(row -> row.startsWith("z" + round))
            || write(client, "z" + round).block(PATIENCE) == null);
    removeRange(client, "n" + round);
    for (var i = 0; i < 30; i++) {
      write(client, "warm").block(PATIENCE);
    }
  }

  /** Returns the row; empty when the write was refused. Records any other failure as unexpected. */
  private Mono<String> write(WeirClient client, String prefix) {
    return Mono.defer(() -> {
      var number = numbers.incrementAndGet();
      var row = String.format("%s-%08d", prefix, number);
      var entity = Entity.builder("p" + number % 13, row)
          .set("Data", new byte[ENTITY_BYTES])
          .set("Number", number)
          .build();
      return timed(client
          .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
          .doOnNext(done -> stored.put(row, number))
          .thenReturn(row));
    });
  }

  private <T> Mono<T> timed(Mono<T> request) {
    return Mono.defer(() -> {
      var began = System.nanoTime();
      return request
          .doFinally(end -> slowestNanos.accumulateAndGet(System.nanoTime() - began, Math::max))
          .onErrorResume(TableServiceException.class, this::refusal)
          .timeout(PATIENCE)
          .onErrorResume(other -> {
            unexpected.add(other.toString());
            return Mono.empty();
          });
    });
  }

  /** Accepts a refusal, and an unknown outcome, which occurs when the disk fills during a force. */
  private <T> Mono<T> refusal(TableServiceException failure) {
    if (failure instanceof ServiceBusyException || failure instanceof ServiceFailedException) {
      refused.incrementAndGet();
    } else {
      unexpected.add(failure.toString());
    }
    return Mono.<T>empty().delaySubscription(AFTER_REFUSAL);
  }

  /**
   * Asserts that each entity can be read and removed on the full disk. A removal may be refused
   * while the log has no room.
   */
  private void readAndRemove(WeirClient client, String prefix, int count) {
    var rows = stored.entrySet().stream()
        .filter(row -> row.getKey().startsWith(prefix))
        .limit(count)
        .toList();
    for (var row : rows) {
      var key = new EntityKey("p" + row.getValue() % 13, row.getKey());
      assertThat(client.get(TABLE, key).block(PATIENCE)).as("a read of %s", key).isNotNull();
      timed(client
              .write(TABLE, new Write.Delete(key, IfMatch.ANY))
              .doOnSubscribe(begun -> stored.remove(row.getKey())))
          .block(PATIENCE);
    }
  }

  private void removeRange(WeirClient client, String prefix) {
    stored.keySet().removeIf(row -> row.startsWith(prefix + "-"));
    for (var partition = 0; partition < 13; partition++) {
      client
          .deleteRange(
              TABLE,
              FilterParser.parse("PartitionKey eq 'p" + partition + "' and RowKey ge '" + prefix
                  + "-' and RowKey lt '" + prefix + ".'"))
          .block(PATIENCE);
    }
  }

  private void assertNothingIsLost(WeirClient client) {
    stored.forEach((row, number) -> {
      var found = client.get(TABLE, new EntityKey("p" + number % 13, row)).block(PATIENCE);
      assertThat(found).as(row).isNotNull();
      assertThat(found.getInt64("Number")).hasValue(number);
    });
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws InterruptedException;
  }

  private static void await(String what, Condition condition) throws InterruptedException {
    var until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(until);
      Thread.onSpinWait();
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
