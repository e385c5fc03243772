package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.test.StepVerifier;

/** Cases for requests as publishers: they are lazy, repeatable and cancellable. */
public interface ReactiveContract extends Door {

  @Test
  default void nothingHappensBeforeSubscription() {
    var strikes = Table.in(this).load(numbered("TX", 1));
    var absent = Table.absentIn(this);

    var unsubscribed = List.of(
        service().createTable(absent.name()),
        service().deleteTable(strikes.name()),
        service().write(strikes.name(), new Write.Insert(entity("TX", "1").build())),
        service().write(strikes.name(), new Write.Delete(key("TX", "0000"), IfMatch.ANY)),
        service()
            .submit(strikes.name(), Batch.of(new Write.Insert(entity("TX", "2").build()))));
    midScenario();

    assertThat(unsubscribed).hasSize(5);
    assertThat(absent.lookUp()).isEmpty();
    assertThat(keysOf(strikes.all())).containsExactly("TX/0000");
  }

  @Test
  default void everySubscriptionIsAWriteOfItsOwn() {
    var strikes = Table.in(this);
    midScenario();
    var insert =
        service().write(strikes.name(), new Write.Insert(entity("TX", "1").build()));
    var upsert =
        service().write(strikes.name(), new Write.Upsert(entity("TX", "1").build(), REPLACE));

    insert.block(Table.PATIENCE);
    assertEntityExists(() -> insert.block(Table.PATIENCE));
    var first = upsert.blockOptional(Table.PATIENCE).orElseThrow();
    var second = upsert.blockOptional(Table.PATIENCE).orElseThrow();

    assertThat(second.timestampTicks()).isGreaterThan(first.timestampTicks());
  }

  @Test
  default void everySubscriptionIsAReadOfItsOwn() {
    var strikes = Table.in(this);
    midScenario();
    var get = service().get(strikes.name(), key("TX", "1"));
    var page = service().page(strikes.name(), Query.ALL);
    var stream = service().query(strikes.name(), Query.ALL).count();

    assertThat(get.blockOptional(Table.PATIENCE)).isEmpty();
    assertThat(page.blockOptional(Table.PATIENCE).orElseThrow().items()).isEmpty();
    assertThat(stream.block(Table.PATIENCE)).isZero();
    strikes.insert(entity("TX", "1"));

    assertThat(get.blockOptional(Table.PATIENCE)).isPresent();
    assertThat(page.blockOptional(Table.PATIENCE).orElseThrow().items()).hasSize(1);
    assertThat(stream.block(Table.PATIENCE)).isEqualTo(1);
  }

  @Test
  default void failuresAreSignalsNotExceptions() {
    var absent = Table.absentIn(this).name();
    midScenario();

    var requests = Stream.<Publisher<?>>of(
        service().deleteTable(absent),
        service().get(absent, key("TX", "1")),
        service().write(absent, new Write.Insert(entity("TX", "1").build())),
        service().submit(absent, Batch.of(new Write.Insert(entity("TX", "1").build()))),
        service().page(absent, Query.ALL),
        service().stream(absent, Query.ALL));

    requests.forEach(request -> StepVerifier.create(request).expectError().verify(Table.PATIENCE));
  }

  @Test
  default void anAnswerWaitsUntilItIsRequested() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    var insert = new Write.Insert(entity("WA", "1").build());
    midScenario();

    var answers = Stream.<Publisher<?>>of(
        service().table(strikes.name()),
        service().tables(Query.ALL),
        service().get(strikes.name(), key("TX", "0001")),
        service().page(strikes.name(), Query.ALL),
        service().write(strikes.name(), insert),
        service()
            .submit(
                strikes.name(), Batch.of(new Write.Delete(insert.entity().key(), IfMatch.ANY))));

    answers.forEach(answer -> StepVerifier.create(answer, 0)
        .expectSubscription()
        .thenRequest(1)
        .expectNextCount(1)
        .expectComplete()
        .verify(Table.PATIENCE));
    StepVerifier.create(service().query(strikes.name(), Query.ALL), 0)
        .thenRequest(1)
        .expectNextCount(1)
        .thenRequest(3)
        .expectNextCount(3)
        .thenCancel()
        .verify(Table.PATIENCE);
  }

  @Test
  default void tablesAreCreatedAndDroppedByCompletionAlone() {
    var strikes = Table.absentIn(this);

    StepVerifier.create(service().createTable(strikes.name()))
        .expectComplete()
        .verify(Table.PATIENCE);
    midScenario();

    StepVerifier.create(service().deleteTable(strikes.name()))
        .expectComplete()
        .verify(Table.PATIENCE);
  }

  @Test
  default void aWriteAnswersOneResult() {
    var strikes = Table.in(this);
    midScenario();

    StepVerifier.create(
            service().write(strikes.name(), new Write.Insert(entity("TX", "1").build())))
        .expectNextCount(1)
        .expectComplete()
        .verify(Table.PATIENCE);
    StepVerifier.create(
            service().write(strikes.name(), new Write.Delete(key("TX", "1"), IfMatch.ANY)))
        .expectNextCount(1)
        .expectComplete()
        .verify(Table.PATIENCE);
  }

  @Test
  default void aReadCancelledAtOnceIsSilent() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    midScenario();

    var readers = Stream.<Publisher<?>>of(
            service().get(strikes.name(), key("TX", "0001")),
            service().page(strikes.name(), Query.ALL),
            service().stream(strikes.name(), Query.ALL),
            service().tables(Query.ALL))
        .map(Canceller::of)
        .toList();
    strikes.all();

    assertThat(readers)
        .allSatisfy(reader -> assertThat(reader.seen()).isEqualTo(SignalType.CANCEL));
  }

  @Test
  default void aWriteCancelledAtOnceIsSilentAndWholeOrNothing() {
    var strikes = Table.in(this);
    midScenario();

    var writer = Canceller.of(service()
        .submit(
            strikes.name(),
            Batch.of(
                new Write.Insert(entity("TX", "1").build()),
                new Write.Insert(entity("TX", "2").build()))));
    strikes.insert(entity("TX", "3"));

    assertThat(writer.seen()).isEqualTo(SignalType.CANCEL);
    assertThat(keysOf(strikes.all())).isIn(List.of("TX/3"), List.of("TX/1", "TX/2", "TX/3"));
  }

  @Test
  default void pagesOfTablesAreReadOnDemand() {
    var account = new Listing(this);
    account.create("a", "b");
    midScenario();

    StepVerifier.create(service().tables(), 0)
        .thenRequest(1)
        .expectNextCount(1)
        .thenCancel()
        .verify(Table.PATIENCE);
    assertThat(Flux.from(service().tables()).take(2).count().block(Table.PATIENCE))
        .isEqualTo(2);
  }

  /**
   * A subscriber that cancels before its first request and keeps the last signal that it received.
   */
  final class Canceller extends BaseSubscriber<Object> {

    private final AtomicReference<SignalType> seen = new AtomicReference<>();

    private Canceller() {}

    static Canceller of(Publisher<?> request) {
      var canceller = new Canceller();
      request.subscribe(canceller);
      return canceller;
    }

    SignalType seen() {
      return seen.get();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      cancel();
    }

    @Override
    protected void hookFinally(SignalType type) {
      seen.set(type);
    }
  }
}
