package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Another program fills the disk of a server while messages are sent. The server refuses messages
 * until there is room again, and deletes messages meanwhile. Afterwards, and after a kill, each
 * message that was acknowledged and not deleted is in the queue.
 */
@Tag(Effort.THOROUGHLY)
final class FilledQueueTest {

  private static final QueueName QUEUE = new QueueName("filled");
  private static final int MEBIBYTES = 480;
  private static final int IN_FLIGHT = 16;
  private static final String FILLING = "x".repeat(20_000);
  private static final Duration VISIBILITY = Duration.ofSeconds(1);
  private static final Duration AFTER_REFUSAL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  Path folder;

  /** Messages that were acknowledged. */
  private final Set<String> sent = ConcurrentHashMap.newKeySet();

  /** Messages whose deletion was asked for. */
  private final Set<String> deleting = ConcurrentHashMap.newKeySet();

  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong deletedOnFullDisk = new AtomicLong();

  @Test
  void aQueueOnAFullDiskRefusesMessagesAndLosesNone() throws Exception {
    var mounted = LimitedDisk.ofMemory(folder, MEBIBYTES);
    assumeTrue(mounted.isPresent(), "file systems cannot be mounted");
    var port = FreePorts.next();
    try (var disk = mounted.orElseThrow()) {
      try (var server = start(disk, port);
          var queues = ChildServer.queues(port)) {
        queues.create(QUEUE).block(PATIENCE);
        sendUntilRefused(disk, server, queues);
        await("a probe that reports recovery", () -> server.ready() == 200);
        assertThat(send(queues).block(PATIENCE)).isNotNull();
      }
      try (var server = start(disk, port);
          var queues = ChildServer.queues(port)) {
        assertThat(server.ready()).isEqualTo(200);
        var left = drain(queues);
        var expected = new HashSet<>(sent);
        expected.removeAll(deleting);
        assertThat(left).containsAll(expected);
        assertThat(deletedOnFullDisk).hasPositiveValue();
        System.out.printf(
            "filled sent=%d refused=%d deletedOnFullDisk=%d left=%d lost=0%n",
            sent.size(), refused.get(), deletedOnFullDisk.get(), left.size());
      }
    }
  }

  private static ChildServer start(LimitedDisk disk, int queuePort) throws IOException {
    return ChildServer.start(
        disk.path().resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4",
        "--segment-size",
        "16",
        "--checkpoint-after",
        "8",
        "--queue-port",
        Integer.toString(queuePort));
  }

  /** Sends while the disk is filled, and frees it when messages were refused and others deleted. */
  private void sendUntilRefused(LimitedDisk disk, ChildServer server, QueueService queues)
      throws Exception {
    var ended = new AtomicBoolean();
    var sending = Flux.range(0, Integer.MAX_VALUE)
        .takeWhile(i -> !ended.get())
        .flatMap(i -> send(queues), IN_FLIGHT)
        .then()
        .toFuture();
    try {
      await("the first messages", () -> sent.size() > 200);
      var held = take(queues);
      disk.fill();
      await("a refusal", () -> refused.get() > 0);
      await("a probe that reports the full disk", () -> server.ready() == 503);
      held.forEach(message -> delete(queues, message));
    } finally {
      disk.free();
      ended.set(true);
      sending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Returns the message's beginning; empty when it was refused. */
  private Mono<String> send(QueueService queues) {
    return Mono.defer(() -> {
      var name = "m" + numbers.incrementAndGet() + " ";
      return queues
          .put(QUEUE, NewMessage.of(name + FILLING).neverExpiring())
          .doOnNext(done -> sent.add(name))
          .thenReturn(name)
          .onErrorResume(FilledQueueTest::isOfFullDisk, failure -> {
            refused.incrementAndGet();
            return Mono.<String>empty().delaySubscription(AFTER_REFUSAL);
          });
    });
  }

  /** A force in progress when the disk fills leaves the outcome unknown. */
  private static boolean isOfFullDisk(Throwable failure) {
    return failure instanceof ServiceBusyException || failure instanceof ServiceFailedException;
  }

  private static List<TakenMessage> take(QueueService queues) {
    return queues.take(QUEUE, new Take(32, Duration.ofMinutes(10))).block(PATIENCE);
  }

  /** A deletion may be refused while the log has no room at all. */
  private void delete(QueueService queues, TakenMessage message) {
    deleting.add(name(message));
    var deleted = queues
        .deleteMessage(QUEUE, HeldMessage.of(message))
        .thenReturn(true)
        .onErrorResume(FilledQueueTest::isOfFullDisk, refusal -> Mono.just(false))
        .block(PATIENCE);
    if (Boolean.TRUE.equals(deleted)) {
      deletedOnFullDisk.incrementAndGet();
    }
  }

  /** Takes and deletes all messages. Returns their beginnings. */
  private static Set<String> drain(QueueService queues) {
    var found = new HashSet<String>();
    while (queues.properties(QUEUE).block(PATIENCE).messages() > 0) {
      var taken =
          queues.take(QUEUE, new Take(32, VISIBILITY, Duration.ofSeconds(1))).block(PATIENCE);
      if (taken.isEmpty()) {
        break; // those that are left were taken for long before the disk was full
      }
      taken.forEach(message -> found.add(name(message)));
      Flux.fromIterable(taken)
          .concatMap(message -> queues.deleteMessage(QUEUE, HeldMessage.of(message)))
          .blockLast(PATIENCE);
    }
    return found;
  }

  private static String name(TakenMessage message) {
    var text = message.text();
    return text.substring(0, text.indexOf(' ') + 1);
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
