package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server is killed with SIGKILL while senders and consumers share a queue, round after round on
 * one store. No message is lost, none that was deleted comes back, none is held twice within its
 * visibility timeout, and one that every consumer rejects moves to the dead letters once.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
@Tag(Effort.THOROUGHLY)
final class KilledConsumersTest {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final QueueName POISON = new QueueName("poison");
  private static final Duration VISIBILITY = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * A message whose move to the dead letters was interrupted is hidden for 30 s. The ordinary run
   * does not wait for it.
   */
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(Effort.choose(1, 15, 90));

  private static final int SENDERS = 8;
  private static final int CONSUMERS = 8;

  /**
   * A kill costs a message that is in hand one take. More takes than kills that one message can
   * meet keep it out of the dead letters.
   */
  private static final int MOST_TAKES = 8;

  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(1, 2, 200));

  private final AtomicLong numbers = new AtomicLong();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Set<String> deleting = ConcurrentHashMap.newKeySet();
  private final Set<String> deleted = ConcurrentHashMap.newKeySet();

  /**
   * When the hold of the last consumer of a message ends at the earliest; absent after it was
   * released.
   */
  private final Map<String, Long> heldUntilNanos = new ConcurrentHashMap<>();

  private final Queue<String> broken = new ConcurrentLinkedQueue<>();

  @TempDir
  Path folder;

  @Test
  void nothingIsLostNorHeldTwiceAndPoisonMovesOnce() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < ROUNDS; round++) {
      workAndKill(100 + random.nextInt(500));
      assertThat(broken).as("round=%d seed=%d", round, seed).isEmpty();
    }
    var port = FreePorts.next();
    try (var server = start(port);
        var queues = ChildServer.queues(port)) {
      assertThat(server.endpoint()).isNotEmpty();
      drain(queues, "seed=" + seed);
    }
  }

  /**
   * Sends and consumes until so many messages are deleted, and kills the server among the others.
   */
  private void workAndKill(int enough) throws Exception {
    var port = FreePorts.next();
    try (var server = start(port);
        var queues = ChildServer.queues(port)) {
      for (var name : List.of(QUEUE, POISON)) {
        queues.create(name).block(PATIENCE);
      }
      queues.setDeadLetters(QUEUE, new DeadLetters(MOST_TAKES, POISON)).block(PATIENCE);
      var reached = new CountDownLatch(enough);
      var sending = Flux.range(0, Integer.MAX_VALUE)
          .flatMap(i -> send(queues), SENDERS)
          .subscribe(text -> {}, gone -> {});
      var consuming = Flux.range(0, CONSUMERS)
          .flatMap(consumer -> consume(queues).repeat(), CONSUMERS)
          .subscribe(text -> reached.countDown(), gone -> {});
      assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      server.kill();
      sending.dispose();
      consuming.dispose();
      queues.closeLater().block(PATIENCE);
    }
  }

  private Mono<String> send(QueueService queues) {
    return Mono.defer(() -> {
      var number = numbers.incrementAndGet();
      var text = (number % 10 == 0 ? "bad-" : "good-") + number;
      return queues
          .put(QUEUE, NewMessage.of(text).neverExpiring())
          .doOnNext(done -> sent.add(text))
          .thenReturn(text);
    });
  }

  /**
   * Takes messages, rejects the bad ones and deletes the good ones. Signals those that were
   * deleted.
   */
  private Flux<String> consume(QueueService queues) {
    return Flux.defer(() -> {
      var begunNanos = System.nanoTime();
      return queues
          .take(QUEUE, new Take(8, VISIBILITY, Duration.ofSeconds(1)))
          .flatMapIterable(taken -> {
            taken.forEach(message -> hold(message.text(), begunNanos));
            return taken;
          })
          .concatMap(message -> message.text().startsWith("bad-")
              ? reject(queues, message)
              : delete(queues, message));
    });
  }

  /**
   * Notes a hold. It began at the service after the request, so it lasts at least this long. An
   * answer that comes later proves nothing.
   */
  private void hold(String text, long begunNanos) {
    var until = begunNanos + VISIBILITY.toNanos();
    if (System.nanoTime() - until >= 0) {
      return;
    }
    var before = heldUntilNanos.put(text, until);
    if (before != null && System.nanoTime() - before < 0) {
      broken.add("held twice: " + text);
    }
    if (deleted.contains(text)) {
      broken.add("came back: " + text);
    }
  }

  private Mono<String> delete(QueueService queues, TakenMessage message) {
    deleting.add(message.text());
    return queues.deleteMessage(QUEUE, HeldMessage.of(message)).then(Mono.fromCallable(() -> {
      deleted.add(message.text());
      return message.text();
    }));
  }

  private Mono<String> reject(QueueService queues, TakenMessage message) {
    heldUntilNanos.remove(message.text());
    return queues
        .update(QUEUE, HeldMessage.of(message), MessageUpdate.hiddenFor(Duration.ZERO))
        .then(Mono.empty());
  }

  /** Consumes what is left, and compares it with what was acknowledged. */
  private void drain(QueueService queues, String where) {
    var ends = System.nanoTime() + LONGEST_DRAIN.toNanos();
    var left = count(queues);
    while (left > 0 && System.nanoTime() - ends < 0) {
      Flux.range(0, CONSUMERS).flatMap(consumer -> consume(queues), CONSUMERS).blockLast(PATIENCE);
      left = count(queues);
    }
    var poison = new ArrayList<String>();
    var all = new Take(32, Duration.ofDays(7));
    for (var more = queues.take(POISON, all).block(PATIENCE);
        !more.isEmpty();
        more = queues.take(POISON, all).block(PATIENCE)) {
      more.forEach(message -> poison.add(message.text()));
    }
    assertThat(broken).as(where).isEmpty();
    assertThat(poison).as(where).doesNotHaveDuplicates().allMatch(text -> text.startsWith("bad-"));
    var missing = new HashSet<>(sent);
    missing.removeAll(deleting);
    poison.forEach(missing::remove);
    assertThat(missing)
        .as("%s left=%d", where, left)
        .hasSizeLessThanOrEqualTo((int) left)
        .allMatch(text -> text.startsWith("bad-"));
    System.out.printf(
        "killed rounds=%d sent=%d deleted=%d poison=%d lost=0%n",
        ROUNDS, sent.size(), deleted.size(), poison.size());
  }

  private static long count(QueueService queues) {
    return queues.properties(QUEUE).block(PATIENCE).messages();
  }

  private ChildServer start(int queuePort) throws IOException {
    return ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4",
        "--queue-port",
        Integer.toString(queuePort));
  }
}
