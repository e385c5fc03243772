package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Transaction;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A server is killed with SIGKILL while a client transfers money between accounts of different
 * partitions. Each transfer is one joint commit over two accounts and a receipt in another table.
 * After the restart the sum of all accounts is unchanged, and each acknowledged transfer has its
 * receipt.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
@Tag(Effort.THOROUGHLY)
final class KilledTransfersTest {

  private static final TableName ACCOUNTS = new TableName("Accounts");
  private static final TableName RECEIPTS = new TableName("Receipts");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int IN_FLIGHT = 16;
  private static final int NUMBER = 200;
  private static final long DEPOSIT = 1_000;
  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(1, 3, 200));

  private static final List<TableKey> KEYS = IntStream.range(0, NUMBER)
      .mapToObj(account -> new TableKey(ACCOUNTS, keyOf(account)))
      .toList();

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong numbers = new AtomicLong();

  @TempDir
  Path folder;

  @Test
  void noKillChangesTheSumOrLosesAnAcknowledgedTransfer() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    try (var server = start()) {
      found(server);
    }
    for (var round = 0; round < ROUNDS; round++) {
      var transfers = 50 + random.nextInt(500);
      try (var server = start()) {
        assertBooksBalance(server, "round=" + round + " seed=" + seed);
        transferUntil(server, transfers);
      }
    }
    try (var server = start()) {
      assertBooksBalance(server, "after the last round, seed=" + seed);
    }
    System.out.printf("killed rounds=%d transfers=%d lost=0%n", ROUNDS, acknowledged.size());
  }

  private ChildServer start() throws Exception {
    return ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "8");
  }

  private static void found(ChildServer server) {
    var client = server.client();
    Flux.just(ACCOUNTS, RECEIPTS).concatMap(client::createTable).blockLast(PATIENCE);
    Flux.range(0, NUMBER)
        .flatMap(
            account -> client.write(ACCOUNTS, new Write.Insert(balance(keyOf(account), DEPOSIT))))
        .blockLast(PATIENCE);
    client.closeLater().block(PATIENCE);
  }

  /**
   * Transfers until {@code enough} transfers are acknowledged, then kills the server among the
   * others.
   */
  private void transferUntil(ChildServer server, int enough) throws InterruptedException {
    var reached = new CountDownLatch(enough);
    var client = server.client();
    var load = Flux.range(0, Integer.MAX_VALUE)
        .flatMap(i -> transfer(client).doOnNext(receipt -> reached.countDown()), IN_FLIGHT)
        .subscribe(receipt -> {}, broken -> drain(reached));
    assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    server.kill();
    load.dispose();
    client.closeLater().block(PATIENCE);
  }

  private static void drain(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      latch.countDown();
    }
  }

  private Mono<String> transfer(TableService tables) {
    return Mono.defer(() -> {
      var number = numbers.incrementAndGet();
      var random = new Random(number);
      var from = random.nextInt(NUMBER);
      var to = (from + 1 + random.nextInt(NUMBER - 1)) % NUMBER;
      var receipt = "t" + number;
      return Transaction.run(
              tables,
              transaction -> Mono.zip(
                      transaction.get(ACCOUNTS, keyOf(from)), transaction.get(ACCOUNTS, keyOf(to)))
                  .map(both -> {
                    var amount = 1 + random.nextInt(10);
                    transaction.write(ACCOUNTS, set(keyOf(from), balanceOf(both.getT1()) - amount));
                    transaction.write(ACCOUNTS, set(keyOf(to), balanceOf(both.getT2()) + amount));
                    transaction.write(
                        RECEIPTS, new Write.Insert(Entity.builder(receipt, "").build()));
                    return receipt;
                  }))
          .doOnNext(acknowledged::add)
          .onErrorComplete(KilledTransfersTest::isOfAnotherTransfer);
    });
  }

  /** Whether so many other transfers changed an account that this one gave up. */
  private static boolean isOfAnotherTransfer(Throwable failure) {
    return failure instanceof TableServiceException refused && refused.code().status() == 412;
  }

  private void assertBooksBalance(ChildServer server, String where) {
    var client = server.client();
    var sum = client
        .getAll(KEYS)
        .map(found -> found.stream()
            .map(Optional::orElseThrow)
            .mapToLong(KilledTransfersTest::balanceOf)
            .sum())
        .block(PATIENCE);
    assertThat(sum).as(where).isEqualTo(NUMBER * DEPOSIT);
    var receipts = client
        .query(RECEIPTS, Query.ALL)
        .map(Entity::partitionKey)
        .collectList()
        .block(PATIENCE);
    assertThat(receipts).as(where).containsAll(acknowledged);
    client.closeLater().block(PATIENCE);
  }

  private static Write set(EntityKey key, long amount) {
    return new Write.Update(balance(key, amount), WriteMode.REPLACE, IfMatch.ANY);
  }

  private static EntityKey keyOf(int account) {
    return new EntityKey("a" + account, "");
  }

  private static Entity balance(EntityKey key, long amount) {
    return Entity.builder(key.partitionKey(), key.rowKey())
        .set("Balance", amount)
        .build();
  }

  private static long balanceOf(Entity account) {
    return account.getInt64("Balance").orElseThrow();
  }
}
