package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.pattern.process.ChangeBatch;
import io.weir.pattern.process.ChangeProcessor;
import io.weir.pattern.process.HandlerRetries;
import io.weir.pattern.process.ProcessorOptions;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server is killed with SIGKILL while writers write and members of one processor of changes come
 * and are killed, round after round on one store. The members survive the server. Every
 * acknowledged write is handled, every change of the log at least once, no change before an earlier
 * one of its group was handled, and no batch in parts.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
@Tag(Effort.THOROUGHLY)
final class KilledProcessorsTest {

  private static final TableName TABLE = new TableName("Orders");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LEASE = Duration.ofMillis(1_500);
  private static final int MEMBERS = 3;
  private static final int WRITERS = 8;
  private static final int PARTITIONS = 17;
  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(1, 2, 200));

  /**
   * The begin or the end of a member's work on a batch, in the order in which the members reported
   * them.
   */
  private record Event(boolean ends, ChangeBatch batch) {}

  /** A member with a client of its own. */
  private record Member(WeirClient client, Disposable run) {
    void kill() {
      run.dispose();
      client.closeLater().block(PATIENCE);
    }
  }

  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> broken = new ConcurrentLinkedQueue<>();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final Semaphore handled = new Semaphore(0);
  private final List<Member> members = new ArrayList<>();

  @TempDir
  Path folder;

  private String endpoint = "";
  private FeedStart start = FeedStart.NOW;

  @Test
  void everyChangeIsHandledInTheOrderOfItsGroup() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var port = FreePorts.next();
    try {
      for (var round = 0; round < ROUNDS; round++) {
        workAndKill(port, random);
        assertThat(broken).as("round=%d seed=%d", round, seed).isEmpty();
      }
      try (var server = server(port);
          var client = server.client()) {
        finish(client, "seed=" + seed);
      }
    } finally {
      members.forEach(Member::kill);
    }
  }

  /**
   * Writes and handles, kills members and adds others, and kills the server in the middle of it.
   */
  private void workAndKill(int port, Random random) throws Exception {
    try (var server = server(port);
        var client = server.client()) {
      begin(client, server.endpoint());
      var writing = Flux.range(0, Integer.MAX_VALUE)
          .flatMap(i -> write(client), WRITERS)
          .subscribe(written -> {}, gone -> {});
      while (members.size() < MEMBERS) {
        members.add(member());
      }
      for (var kills = 1 + random.nextInt(2); kills > 0; kills--) {
        awaitHandled(50 + random.nextInt(150));
        members.remove(random.nextInt(members.size())).kill();
        members.add(member());
      }
      awaitHandled(50 + random.nextInt(150));
      server.kill();
      writing.dispose();
    }
  }

  private void begin(WeirClient client, String at) {
    if (endpoint.isEmpty()) {
      endpoint = at;
      client.createTable(TABLE).block(PATIENCE);
      start = FeedStart.after(client
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .blockFirst(PATIENCE)
          .token());
    }
    assertThat(at).isEqualTo(endpoint);
  }

  private void awaitHandled(int batches) throws InterruptedException {
    handled.drainPermits();
    assertThat(handled.tryAcquire(batches, PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("batches handled in time; failures of members: %s", broken)
        .isTrue();
  }

  /**
   * Writes one entity, or three of a partition as a batch. Completes also when the server is gone;
   * then nothing is acknowledged.
   */
  private Mono<Boolean> write(WeirClient client) {
    return Mono.defer(() -> {
      var first = numbers.getAndAdd(3);
      var several = first % 5 == 0;
      var writes = IntStream.range(first, first + (several ? 3 : 1))
          .mapToObj(number -> upsert(first % PARTITIONS, number))
          .toList();
      var written = several
          ? client.submit(TABLE, new Batch(writes)).then()
          : client.write(TABLE, writes.get(0)).then();
      return written
          .doOnSuccess(
              done -> IntStream.range(first, first + writes.size()).forEach(acknowledged::add))
          .thenReturn(true);
    });
  }

  /** Some keys are written again and again. */
  private static Write upsert(int partition, int number) {
    return new Write.Upsert(
        Entity.builder("p" + partition, "%03d".formatted(number % 400))
            .set("N", number)
            .build(),
        WriteMode.REPLACE);
  }

  private Member member() {
    var client = WeirClient.builder().endpoint(endpoint).loops(1).connect();
    var options = ProcessorOptions.of("invoices", FeedScope.of(TABLE))
        .start(start)
        .leaseDuration(LEASE)
        .positions(20, Duration.ofMillis(100))
        .retries(new HandlerRetries(8, Duration.ofMillis(20), Duration.ofMillis(200)))
        .build();
    var run = new ChangeProcessor(client, this::handle, options)
        .run()
        .subscribe(never -> {}, broken::add, () -> broken.add(new AssertionError("ended")));
    return new Member(client, run);
  }

  /** Work of some milliseconds, in which the member may die. */
  private Mono<Void> handle(ChangeBatch batch) {
    return Mono.defer(() -> {
      events.add(new Event(false, batch));
      return Mono.delay(Duration.ofMillis(ThreadLocalRandom.current().nextInt(3)))
          .then(Mono.fromRunnable(() -> ended(batch)));
    });
  }

  private void ended(ChangeBatch batch) {
    events.add(new Event(true, batch));
    batch.items().forEach(item -> done.add(id(item)));
    handled.release();
  }

  /** Waits until all changes of the log are handled, and compares the work with the log. */
  private void finish(WeirClient client, String where) throws InterruptedException {
    client
        .write(
            TABLE,
            new Write.Upsert(Entity.builder("last", "").set("N", -1).build(), WriteMode.REPLACE))
        .block(PATIENCE);
    var log = client
        .changes(FeedScope.of(TABLE), start)
        .ofType(Change.class)
        .takeUntil(change -> change.key().equals(new EntityKey("last", "")))
        .collectList()
        .block(PATIENCE);
    var ends = System.nanoTime() + PATIENCE.toNanos();
    while (log.stream().anyMatch(change -> !done.contains(id(change)))
        && System.nanoTime() - ends < 0) {
      handled.tryAcquire(1, TimeUnit.SECONDS);
    }
    members.forEach(Member::kill);
    members.clear();
    var written = new HashSet<Integer>();
    log.forEach(change -> written.add(number(change)));
    assertThat(broken).as(where).isEmpty();
    assertThat(written).as("acknowledged writes in the log, %s", where).containsAll(acknowledged);
    compare(log, where);
    System.out.printf(
        "killed rounds=%d acknowledged=%d changes=%d batchesHandled=%d lost=0%n",
        ROUNDS, acknowledged.size(), log.size(), events.size() / 2);
  }

  private void compare(List<Change> log, String where) {
    var groups = new HashMap<Integer, List<String>>();
    var places = new HashMap<String, Integer>();
    var sizes = new HashMap<Long, Integer>();
    for (var change : log) {
      var group = groups.computeIfAbsent(change.partitionGroup(), absent -> new ArrayList<>());
      places.put(id(change), group.size());
      group.add(id(change));
      sizes.merge(change.batch(), 1, Integer::sum);
    }
    var handledOf =
        new HashMap<Integer, Integer>(); // how many changes of a group are handled, without gap
    for (var event : List.copyOf(events)) {
      var group = event.batch().partitionGroup();
      var items = event.batch().items();
      var first = places.get(id(items.get(0)));
      var soFar = handledOf.getOrDefault(group, 0);
      assertThat(first)
          .as("place of %s among the handled ones of its group, %s", items.get(0), where)
          .isNotNull()
          .isLessThanOrEqualTo(soFar);
      assertThat(items)
          .as("a whole batch, %s", where)
          .hasSize(sizes.get(((Change) items.get(0)).batch()));
      assertThat(items.stream().map(KilledProcessorsTest::id).toList())
          .as("order of a batch, %s", where)
          .isEqualTo(groups.get(group).subList(first, first + items.size()));
      if (event.ends()) {
        handledOf.put(group, Math.max(soFar, first + items.size()));
      }
    }
    assertThat(handledOf).as("handled changes by group, %s", where).isEqualTo(sizesOf(groups));
  }

  private static Map<Integer, Integer> sizesOf(Map<Integer, List<String>> groups) {
    var sizes = new HashMap<Integer, Integer>();
    groups.forEach((group, changes) -> sizes.put(group, changes.size()));
    return sizes;
  }

  private static String id(FeedItem item) {
    var change = (Change) item;
    return change.key() + "@" + change.timestamp().ticks();
  }

  private static int number(Change change) {
    return change.after().orElseThrow().getInt32("N").orElseThrow();
  }

  private ChildServer server(int port) throws IOException {
    return ChildServer.startAt(
        port,
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4",
        "--queue-port",
        "off");
  }
}
