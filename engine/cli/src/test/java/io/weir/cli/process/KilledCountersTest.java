package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writers add to one entity while its server is killed with SIGKILL and started again. No increment
 * fails or meets a conflict, and each counts once: the sums that they are answered with are 1, 2, 3
 * and so on, without a gap and without one that comes twice.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of kills; the torture profile has 20.
 */
@Tag(Effort.THOROUGHLY)
final class KilledCountersTest {

  private static final TableName TABLE = new TableName("Counters");
  private static final EntityKey COUNTER = new EntityKey("p", "counter");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int KILLS = Integer.getInteger("weir.kill.rounds", Effort.choose(1, 2, 20));

  /** More than there is time for: a start of the server may take longer than five take. */
  private static final int RETRIES = 100;

  private final Queue<Long> sums = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Semaphore answered = new Semaphore(0);
  private final AtomicBoolean enough = new AtomicBoolean();

  @TempDir
  Path folder;

  @ParameterizedTest(name = "{0} writers")
  @ValueSource(ints = {64, 256})
  void eachIncrementCountsOnceThroughKills(int writers) throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var port = FreePorts.next();
    var server = start(port);
    var client = WeirClient.builder()
        .endpoint(server.endpoint())
        .loops(1)
        .retries(RETRIES)
        .connect();
    try {
      client.createTable(TABLE).block(PATIENCE);
      var writing = addBy(writers, client);
      for (var kill = 0; kill < KILLS; kill++) {
        awaitIncrements(writers + random.nextInt(2_000));
        server.kill();
        server = start(port);
      }
      awaitIncrements(writers);
      enough.set(true);
      awaitEnd(writing);

      assertThat(failures).as("seed=%d", seed).isEmpty();
      assertCountedOnce(client, seed);
    } finally {
      client.closeLater().block(PATIENCE);
      server.kill();
    }
    System.out.printf("killed=%d writers=%d increments=%d%n", KILLS, writers, sums.size());
  }

  private ChildServer start(int port) throws IOException {
    return ChildServer.startAt(
        port,
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4");
  }

  private Disposable addBy(int writers, TableService tables) {
    return Flux.range(0, writers)
        .flatMap(writer -> add(tables).repeat(() -> !enough.get()), writers)
        .subscribe(sum -> {}, failures::add);
  }

  /** Adds one and keeps the sum. A failure is kept and ends no other writer. */
  private Mono<Long> add(TableService tables) {
    var add = Write.change(COUNTER, PropertyOperation.of("N", Operator.ADD, new EdmInt64(1)))
        .orCreate()
        .answering(Write.Answer.AFTER);
    return tables
        .write(TABLE, add)
        .single()
        .map(done -> done.after().flatMap(entity -> entity.getInt64("N")).orElseThrow())
        .doOnNext(sum -> {
          sums.add(sum);
          answered.release();
        })
        .onErrorResume(failure -> {
          failures.add(failure);
          return Mono.empty();
        });
  }

  private void awaitIncrements(int count) throws InterruptedException {
    answered.drainPermits();
    assertThat(answered.tryAcquire(count, PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("increments go on; failures: %s", failures)
        .isTrue();
  }

  private static void awaitEnd(Disposable writing) {
    Mono.fromSupplier(writing::isDisposed)
        .filter(ended -> ended)
        .repeatWhenEmpty(again -> again.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }

  private void assertCountedOnce(TableService tables, long seed) {
    var stored = tables
        .get(TABLE, COUNTER)
        .blockOptional(PATIENCE)
        .flatMap(entity -> entity.getInt64("N"))
        .orElseThrow();
    assertThat(sums).as("seed=%d", seed).hasSize(Math.toIntExact(stored));
    var seen = new BitSet();
    sums.forEach(sum -> seen.set(Math.toIntExact(sum)));
    assertThat(seen.cardinality()).as("different sums, seed=%d", seed).isEqualTo(sums.size());
    assertThat(seen.length()).isEqualTo(sums.size() + 1);
  }
}
