package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.TurnedLoop;
import io.weir.engine.loop.Turns;
import io.weir.engine.query.Planner;
import io.weir.engine.scan.KeyScan;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * Streams share a loop in turns, however they request. The clock advances at each entity and at
 * each reading.
 */
final class StreamTurnsTest {

  private static final int ENTITIES = 4_000;
  private static final int FEW = 200;
  private static final int MANY = 200;
  private static final long ENTITY_NANOS = 2_000;

  /** Largest number of entities that a stream reads before it checks whether its turn is over. */
  private static final long MOST_NANOS = Turns.MOST_NANOS + 512 * ENTITY_NANOS;

  @TempDir
  static Path folder;

  private static TestStore store;

  private final TurnedLoop loop = new TurnedLoop();

  @BeforeAll
  static void fill() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20).withPartitionGroups(2));
    store.create();
    store.fill("p", ENTITIES, 10);
  }

  @AfterAll
  static void close() throws IOException {
    store.close();
  }

  @Test
  void aReaderThatRequestsOneEntityAtATimeOccupiesTheLoopForOneTurnAtMost() {
    var reader = new Reader(1);
    stream(Query.ALL).subscribe(reader);

    assertTurnsAreShort();

    assertThat(reader.items).hasSize(ENTITIES + 1);
  }

  @Test
  void aReaderThatRequestsAllEntitiesOccupiesTheLoopForOneTurnAtMost() {
    var reader = new Reader(Long.MAX_VALUE);
    stream(Query.ALL).subscribe(reader);

    assertTurnsAreShort();

    assertThat(reader.items).hasSize(ENTITIES + 1);
  }

  @Test
  void requestsFromOutsideATurnReadNothing() {
    var reader = new Reader(0);
    stream(Query.ALL).subscribe(reader);

    IntStream.range(0, ENTITIES).forEach(i -> reader.request(64));

    assertThat(reader.items).isEmpty();
    assertTurnsAreShort();
    assertThat(reader.items).hasSize(ENTITIES + 1);
  }

  @Test
  void streamsThatStartTogetherAreServedInTurn() {
    var readers = IntStream.range(0, MANY).mapToObj(i -> new Reader(1)).toList();
    readers.forEach(stream(Query.ALL.top(FEW))::subscribe);
    assertThat(readers).allMatch(reader -> reader.items.isEmpty());

    assertTurnsAreShort();

    assertThat(readers).allMatch(reader -> reader.items.size() == FEW + 1);
  }

  @Test
  void aStreamAmong200OthersReportsItsProgressEverySecond() {
    var nothing = Query.ALL.where("NoSuchProperty eq 1");
    var readers = IntStream.range(0, MANY).mapToObj(i -> new Reader(1)).toList();
    readers.forEach(stream(nothing, Duration.ofMillis(2))::subscribe);

    while (!loop.isIdle()) {
      loop.turn();
    }

    for (var reader : readers) {
      assertThat(reader.items).hasSizeGreaterThan(2);
      assertThat(reader.longestSilence()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }
  }

  @Test
  void aStreamCancelledWhileItWaitsReadsNothingAndHoldsNoPin() {
    var reader = new Reader(1);
    stream(Query.ALL).subscribe(reader);
    loop.turn();
    var read = reader.items.size();
    assertThat(loop.isIdle()).isFalse();

    reader.cancel();
    assertNothingPinned();
    loop.turn();

    assertThat(loop.isIdle()).isTrue();
    assertThat(reader.items).hasSize(read);
  }

  private void assertTurnsAreShort() {
    while (!loop.isIdle()) {
      assertThat(loop.turn()).isLessThanOrEqualTo(MOST_NANOS);
      assertNothingPinned();
    }
  }

  private void assertNothingPinned() {
    assertThat(store.engine().store().shards()).noneMatch(shard -> shard.tree().isPinned());
  }

  private Flux<StreamItem> stream(Query query) {
    return stream(query, Duration.ZERO);
  }

  /** Makes a stream on the loop whose clock advances by a given time at each reading. */
  private Flux<StreamItem> stream(Query query, Duration look) {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    var id = Objects.requireNonNull(table).id();
    return new StreamPublisher(
        () -> new KeyScan(engine, id, Planner.plan(query.filter()), query),
        new Loops(List.<Loop>of(loop)),
        () -> {
          loop.work(look.toNanos());
          return loop.nanos();
        });
  }

  /** A subscriber that requests some entities at first, and one more for each that arrives. */
  private final class Reader extends BaseSubscriber<StreamItem> {

    private final long first;
    private final List<StreamItem> items = new ArrayList<>();
    private final List<Long> heard = new ArrayList<>();

    Reader(long first) {
      this.first = first;
    }

    Duration longestSilence() {
      return Duration.ofNanos(IntStream.range(1, heard.size())
          .mapToLong(i -> heard.get(i) - heard.get(i - 1))
          .max()
          .orElseThrow());
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      if (first > 0) {
        subscription.request(first);
      }
    }

    @Override
    protected void hookOnNext(StreamItem item) {
      loop.work(ENTITY_NANOS);
      items.add(item);
      heard.add(loop.nanos());
      if (first > 0) {
        request(1);
      }
    }
  }
}
