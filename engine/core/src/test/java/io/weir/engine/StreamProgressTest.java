package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.engine.query.Planner;
import io.weir.engine.scan.KeyScan;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** A stream with demand reports its progress every second. The clock advances at each reading. */
final class StreamProgressTest {

  private static final int ENTITIES = 8_000;
  private static final Duration A_LOOK = Duration.ofMillis(300);
  private static final Query NOTHING = Query.ALL.where("NoSuchProperty eq 1");

  @TempDir
  static Path folder;

  private static TestStore store;

  private final AtomicLong nanos = new AtomicLong();

  @BeforeAll
  static void fill() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20).withPartitionGroups(2));
    store.create();
    store.fill("p", ENTITIES / 2, 10);
    store.fill("q", ENTITIES / 2, 10);
  }

  @AfterAll
  static void close() throws IOException {
    store.close();
  }

  @Test
  void progressIsReportedEverySecondEvenWhenNoEntityMatches() {
    var heard = new ArrayList<Long>();
    heard.add(nanos.get());

    var items =
        stream(NOTHING).doOnNext(item -> heard.add(nanos.get())).collectList().block();

    assertThat(items).hasSizeGreaterThan(2);
    assertThat(items.subList(0, items.size() - 1)).allMatch(StreamItem.Progress.class::isInstance);
    for (var i = 1; i < heard.size(); i++) {
      assertThat(Duration.ofNanos(heard.get(i) - heard.get(i - 1)))
          .isLessThanOrEqualTo(Duration.ofSeconds(1).plus(A_LOOK));
    }
  }

  @Test
  void aProgressItemUsesDemandLikeAnEntity() {
    StepVerifier.create(stream(NOTHING), 0)
        .thenRequest(1)
        .expectNextMatches(StreamItem.Progress.class::isInstance)
        .then(this::assertNothingPinned)
        .thenRequest(1)
        .expectNextMatches(StreamItem.Progress.class::isInstance)
        .thenRequest(Long.MAX_VALUE)
        .thenConsumeWhile(StreamItem.Progress.class::isInstance)
        .expectNextMatches(StreamItem.End.class::isInstance)
        .verifyComplete();
  }

  @Test
  void withoutDemandNothingIsRead() {
    var items = new ArrayList<StreamItem>();

    StepVerifier.create(stream(Query.ALL).doOnNext(items::add), 0)
        .expectSubscription()
        .then(() -> nanos.addAndGet(Duration.ofHours(1).toNanos()))
        .then(() -> assertThat(items).isEmpty())
        .thenRequest(3)
        .expectNextCount(3)
        .then(this::assertNothingPinned)
        .thenCancel()
        .verify();
  }

  @Test
  void aCancellationInOnNextStopsFurtherEntities() {
    var items = new ArrayList<StreamItem>();

    StepVerifier.create(
            stream(Query.ALL).doOnNext(items::add).take(5)) // requests five, then cancels
        .expectNextCount(5)
        .verifyComplete();
    stream(Query.ALL).doOnNext(items::add).takeUntil(item -> true).blockLast();

    assertThat(items).hasSize(6);
    assertNothingPinned();
  }

  private Flux<StreamItem> stream(Query query) {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    var id = Objects.requireNonNull(table).id();
    return new StreamPublisher(
        () -> new KeyScan(engine, id, Planner.plan(query.filter()), query),
        engine.loops(),
        () -> nanos.addAndGet(A_LOOK.toNanos()));
  }

  private void assertNothingPinned() {
    assertThat(store.engine().store().shards()).noneMatch(shard -> shard.tree().isPinned());
  }
}
