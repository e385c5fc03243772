package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.engine.query.Planner;
import io.weir.engine.scan.KeyScan;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.ReactiveStreamsTck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/**
 * A query's stream keeps the rules of Reactive Streams. Its clock stands still, so it emits
 * entities and an end, but no progress.
 */
final class StreamVerificationTest {

  private static final int ENTITIES = 2_000;

  @TempDir
  static Path folder;

  private static TestStore store;

  @BeforeAll
  static void fill() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20).withPartitionGroups(4));
    store.create();
    store.fill("p", ENTITIES / 2, 10);
    store.fill("q", ENTITIES / 2, 10);
  }

  @AfterAll
  static void close() throws IOException {
    store.close();
  }

  @TestFactory
  Stream<DynamicTest> aStreamKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Streams());
  }

  private static Flux<StreamItem> stream(int top) {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    var id = Objects.requireNonNull(table).id();
    var query = Query.ALL.top(top);
    return new StreamPublisher(
        () -> new KeyScan(engine, id, Planner.plan(query.filter()), query),
        engine.loops(),
        () -> 0);
  }

  public static final class Streams extends PublisherVerification<StreamItem> {

    public Streams() {
      super(ReactiveStreamsTck.environment());
    }

    /** Every stream has an end element. For an empty stream the TCK gets a publisher without it. */
    @Override
    public Publisher<StreamItem> createPublisher(long items) {
      return items == 0 ? stream(0).ignoreElements() : stream((int) items - 1);
    }

    /** Returns a stream that fails at once, because its table is absent. */
    @Override
    public Publisher<StreamItem> createFailedPublisher() {
      return store.engine().account(new AccountName("nobody")).stream(TestStore.TABLE, Query.ALL);
    }

    @Override
    public long maxElementsFromPublisher() {
      return ENTITIES + 1;
    }
  }
}
