package io.weir.engine.bulk;

import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.ReactiveStreamsTck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * A bulk write keeps the rules of Reactive Streams, as subscriber of lines and as publisher of
 * results.
 */
final class BulkVerificationTest {

  private static final int MOST_LINES = 2_000;

  @TempDir
  static Path folder;

  private static TestStore store;

  @BeforeAll
  static void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(2)
        .withDurability(Durability.MEMORY));
    store.create();
  }

  @AfterAll
  static void close() throws IOException {
    store.close();
  }

  @TestFactory
  Stream<DynamicTest> thePublisherOfResultsKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Outcomes());
  }

  @TestFactory
  Stream<DynamicTest> theSubscriberOfLinesKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Lines());
  }

  private static Flux<BulkResult> outcomes(Publisher<BulkLine> lines) {
    return store.tables().bulk(TestStore.TABLE, lines);
  }

  private static BulkLine line() {
    return BulkLine.of(
        new Write.Upsert(Entity.builder("p", "r").set("N", 1).build(), WriteMode.REPLACE));
  }

  public static final class Outcomes extends PublisherVerification<BulkResult> {

    public Outcomes() {
      super(ReactiveStreamsTck.environment());
    }

    /**
     * The last element is the summary of all lines. For an empty stream the TCK gets a publisher
     * without it.
     */
    @Override
    public Publisher<BulkResult> createPublisher(long results) {
      var lines = Flux.<BulkLine>generate(sink -> sink.next(line())).take(Math.max(0, results - 1));
      return results == 0 ? outcomes(lines).ignoreElements() : outcomes(lines);
    }

    @Override
    public long maxElementsFromPublisher() {
      return MOST_LINES;
    }

    @Override
    public Publisher<BulkResult> createFailedPublisher() {
      return outcomes(Flux.error(new IllegalStateException("expected")));
    }
  }

  public static final class Lines extends SubscriberBlackboxVerification<BulkLine> {

    public Lines() {
      super(ReactiveStreamsTck.environment());
    }

    /** Captures the subscriber of the lines; the publisher emits none. */
    @Override
    public Subscriber<BulkLine> createSubscriber() {
      var taker = new AtomicReference<Subscriber<? super BulkLine>>();
      outcomes(taker::set).subscribe(new BaseSubscriber<BulkResult>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          requestUnbounded();
        }

        @Override
        protected void hookOnError(Throwable failure) {}
      });
      return new Handed(taker.get());
    }

    @Override
    public BulkLine createElement(int element) {
      return line();
    }
  }

  /** The subscriber of the lines, with the type that the TCK needs. */
  private record Handed(Subscriber<? super BulkLine> taker) implements Subscriber<BulkLine> {

    @Override
    public void onSubscribe(Subscription subscription) {
      taker.onSubscribe(subscription);
    }

    @Override
    public void onNext(BulkLine line) {
      taker.onNext(line);
    }

    @Override
    public void onError(Throwable failure) {
      taker.onError(failure);
    }

    @Override
    public void onComplete() {
      taker.onComplete();
    }
  }
}
