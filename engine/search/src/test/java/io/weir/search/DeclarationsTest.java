package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What a declaration, a rebuild and a drop have done when they complete, and when they are
 * cancelled or overtaken.
 */
class DeclarationsTest {

  private static final int ROUNDS = Effort.choose(3, 10, 10);

  private final HeldIndexes held = new HeldIndexes();
  private SearchFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = SearchFixture.withTable();
    fixture.use(held.options());
    fixture.restart();
  }

  @AfterEach
  void close() throws IOException {
    held.release();
    fixture.close();
  }

  @Test
  void aChangedDefinitionIsSaidToBeRebuiltFromItsCompletionOn() {
    answering("A");

    held.hold();
    var declared =
        fixture.service().declare(SearchFixture.TABLE, SearchDefinition.of("B")).block();
    assertThat(declared.isRebuilding()).isTrue();
    assertThat(declared.state()).isEqualTo(SearchState.READY);
    assertThat(declared.definition()).isEqualTo(SearchDefinition.of("B"));
    assertThat(fixture.rows("owl")).containsExactly("1"); // the earlier index

    held.release();
    fixture.settled();
    assertThat(fixture.rows("owl")).isEmpty();
    assertThat(fixture.rows("gull")).containsExactly("1");
  }

  @Test
  void aRebuildIsSaidToRunFromItsCompletionOnAndReplacesTheIndex() throws IOException {
    answering("A");
    assertThat(fixture.number()).isEqualTo("1");

    held.hold();
    fixture.service().rebuild(SearchFixture.TABLE).block();
    var again = fixture.service().rebuild(SearchFixture.TABLE).cache(); // has no effect
    var unused =
        again.subscribe(); // it may wait for the worker, which opens the index that is held
    assertThat(fixture.service().status(SearchFixture.TABLE).block().isRebuilding())
        .isTrue();
    assertThat(fixture.rows("owl")).containsExactly("1");

    held.release();
    again.block();
    fixture.settled();
    assertThat(fixture.number()).isEqualTo("2");
    fixture.awaitConsumers(1);
    assertThat(fixture.consumers()).singleElement().asString().endsWith("-2");
  }

  @Test
  void aDropHasDeletedTheIndexAndItsConsumerWhenItCompletes() {
    answering("A");

    fixture.service().drop(SearchFixture.TABLE).block();

    assertThat(fixture.indexes()).isEmptyDirectory();
    assertThat(fixture.consumers()).isEmpty();
    assertThatThrownBy(() -> fixture.rows("owl")).hasMessageContaining("search=none");
  }

  @Test
  void aDropDuringABuildLeavesNothingEither() {
    answering("A");
    held.hold();
    fixture.service().rebuild(SearchFixture.TABLE).block();
    fixture.await(() -> fixture.consumers().size() == 2);

    var drop = fixture.service().drop(SearchFixture.TABLE).cache();
    var unused = drop.subscribe();
    held.release();
    drop.block();

    assertThat(fixture.indexes()).isEmptyDirectory();
    assertThat(fixture.consumers()).isEmpty();
  }

  @Test
  void aCloseWaitsForADropThatIsUnderWay() {
    answering("A");

    held.hold();
    fixture.service().rebuild(SearchFixture.TABLE).block();
    fixture.await(() -> fixture.consumers().size() == 2);
    var unused = fixture.service().drop(SearchFixture.TABLE).subscribe();
    fixture.await(() -> fixture.search().measures().searches() == 0);
    var closed = Mono.fromRunnable(fixture.search()::close)
        .subscribeOn(Schedulers.boundedElastic())
        .cache();
    var unusedClose = closed.subscribe();
    held.release();
    closed.block();

    assertThat(fixture.indexes()).isEmptyDirectory();
    assertThat(fixture.consumers()).isEmpty();
  }

  @Test
  void aCancelledDeclarationThatIsStoredTakesEffect() {
    answering("A");

    fixture
        .service()
        .declare(SearchFixture.TABLE, SearchDefinition.of("B"))
        .subscribe()
        .dispose();

    fixture.awaited(status -> status.definition().equals(SearchDefinition.of("B")));
    fixture.await(() -> fixture.rows("gull").equals(List.of("1")));
  }

  @Test
  void aCancelledDropThatIsStoredTakesEffect() {
    answering("A");

    fixture.service().drop(SearchFixture.TABLE).subscribe().dispose();

    fixture.await(() -> fixture.consumers().isEmpty());
    fixture.await(() -> fixture.search().measures().searches() == 0);
  }

  @Test
  void ofConcurrentDeclarationsTheStoredOneIsInForce() {
    answering("A");

    for (var round = 0; round < ROUNDS; round++) {
      Flux.merge(IntStream.range(0, 8)
              .mapToObj(n -> fixture
                  .service()
                  .declare(SearchFixture.TABLE, SearchDefinition.of(n % 2 == 0 ? "A" : "B"))
                  .onErrorComplete(ServiceBusyException.class))
              .toList())
          .blockLast();
      var stored = fixture.settled().definition();
      var word = stored.equals(SearchDefinition.of("A")) ? "owl" : "gull";
      assertThat(fixture.rows(word)).as("round=%d stored=%s", round, stored).containsExactly("1");
    }
    fixture.awaitConsumers(1);
  }

  @Test
  void ofConcurrentFirstDeclarationsOneIsInForceAndTheOthersLeaveNothing() {
    fixture.put("1", "A", "owl");

    Flux.merge(IntStream.range(0, 8)
            .mapToObj(n -> fixture.service().declare(SearchFixture.TABLE, SearchDefinition.of("A")))
            .toList())
        .blockLast();
    fixture.settled();

    assertThat(fixture.rows("owl")).containsExactly("1");
    fixture.awaitConsumers(1);
    fixture.await(() -> fixture.indexes().toFile().list().length == 1);
  }

  @Test
  void theFirstBuildIsNotDecadesBehind() {
    held.hold();
    fixture.declare(SearchDefinition.of("A"));
    fixture.put("1", "A", "owl");
    held.release();

    var status = fixture.awaited(each -> each.lagBytes() > 0 || each.state() == SearchState.READY);
    assertThat(status.lag()).isLessThan(Duration.ofMinutes(10));
  }

  private void answering(String property) {
    fixture.put(Entity.builder("p", "1").set("A", "owl").set("B", "gull").build());
    fixture.declare(SearchDefinition.of(property));
    fixture.settled();
  }
}
