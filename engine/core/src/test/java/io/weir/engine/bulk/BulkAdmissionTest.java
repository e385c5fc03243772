package io.weir.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/**
 * Bulk writes to shards whose mailboxes hold eight commands: no line is refused, and single writes
 * find room.
 */
final class BulkAdmissionTest {

  private static final int LINES = 4000;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder)
        .withPartitionGroups(2)
        .withDurability(Durability.SYNC)
        .withSegmentBytes(16 << 20)
        .withShard(ShardOptions.DEFAULT.withMailbox(8, 16L << 20)));
    store.tables().createTable(TestStore.TABLE).block(TestStore.PATIENCE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void linesWaitWhenSingleWritesWouldBeRefused() {
    var results = bulk(0).collectList().block(TestStore.PATIENCE);

    assertThat(results).hasSize(LINES + 1).endsWith(new BulkResult.End(LINES, 0));
  }

  @Test
  void manyBulkWritesShareTheShards() {
    var ends = Flux.range(0, 6)
        .flatMap(number -> bulk(number).last())
        .collectList()
        .block(TestStore.PATIENCE);

    assertThat(ends).hasSize(6).containsOnly(new BulkResult.End(LINES, 0));
  }

  @Test
  void aSingleWriteFindsRoomDuringAnyNumberOfBulkWrites() {
    var stop = new AtomicBoolean();
    var written = new AtomicLong();
    var singles = Flux.range(0, 300)
        .concatMap(i -> store.tables().write(TestStore.TABLE, upsert("single", i)))
        .doOnNext(result -> written.incrementAndGet())
        .doFinally(signal -> stop.set(true));
    var bulks = Flux.range(0, 4)
        .flatMap(number -> store
            .tables()
            .bulk(TestStore.TABLE, lines(number, Integer.MAX_VALUE).takeUntil(line -> stop.get()))
            .last());

    var ends = Flux.merge(bulks, singles.ignoreElements().cast(BulkResult.class))
        .collectList()
        .block(TestStore.PATIENCE);

    assertThat(written).hasValue(300);
    assertThat(ends)
        .hasSize(4)
        .allSatisfy(end -> assertThat(end)
            .isInstanceOfSatisfying(
                BulkResult.End.class, known -> assertThat(known.refused()).isZero()));
  }

  @Test
  void noMoreLinesAreTakenThanTheWindowHolds() {
    var taken = new AtomicLong();
    var subscriber = new BaseSubscriber<BulkResult>() {
      @Override
      protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(1);
      }
    };

    store
        .tables()
        .bulk(
            TestStore.TABLE, lines(0, Integer.MAX_VALUE).doOnNext(line -> taken.incrementAndGet()))
        .subscribe(subscriber);
    bulk(1).blockLast(TestStore.PATIENCE);
    subscriber.cancel();

    assertThat(taken.get()).isBetween(1L, (long) BulkWindow.LINES + 1);
  }

  @Test
  void largeLinesAreTakenByTheirBytes() {
    var taken = new AtomicLong();
    var large = Flux.range(0, 1000)
        .map(i -> line(Entity.builder("large", "" + i)
            .set("A", new byte[60_000])
            .set("B", new byte[60_000])
            .build()))
        .doOnNext(line -> taken.incrementAndGet());

    StepVerifier.create(store.tables().bulk(TestStore.TABLE, large), 1)
        .expectNextCount(1)
        .thenCancel()
        .verify(TestStore.PATIENCE);

    assertThat(taken.get())
        .isLessThan(BulkSubscription.WINDOW_BYTES / 120_000 + BulkSubscription.MAX_OUTSTANDING);
  }

  @Test
  void noLineIsRequestedBeforeResultsAreRequested() {
    var lines = TestPublisher.<BulkLine>create();

    StepVerifier.create(store.tables().bulk(TestStore.TABLE, lines), 0)
        .expectSubscription()
        .then(lines::assertWasNotRequested)
        .thenRequest(1)
        .then(lines::assertWasRequested)
        .thenCancel()
        .verify(TestStore.PATIENCE);

    lines.assertCancelled();
  }

  @Test
  void aPublisherThatOverflowsEndsTheBulkWrite() {
    var lines =
        TestPublisher.<BulkLine>createNoncompliant(TestPublisher.Violation.REQUEST_OVERFLOW);
    var many = IntStream.range(0, 10 * BulkSubscription.MAX_OUTSTANDING)
        .mapToObj(i -> BulkLine.of(upsert("many", i)))
        .toList();

    StepVerifier.create(store.tables().bulk(TestStore.TABLE, lines), 0)
        .then(() -> many.forEach(lines::next))
        .thenRequest(Long.MAX_VALUE)
        .thenConsumeWhile(result -> true)
        .expectError(IllegalStateException.class)
        .verify(TestStore.PATIENCE);
  }

  private Flux<BulkResult> bulk(int number) {
    return store.tables().bulk(TestStore.TABLE, lines(number, LINES));
  }

  private static Flux<BulkLine> lines(int number, int count) {
    return Flux.range(0, count).map(i -> BulkLine.of(upsert("p" + (number + i) % 13, i % 5000)));
  }

  private static Write upsert(String partition, int row) {
    var entity = Entity.builder(partition, "%06d".formatted(row)).set("N", row).build();
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }

  private static BulkLine line(Entity entity) {
    return BulkLine.of(new Write.Upsert(entity, WriteMode.REPLACE));
  }
}
