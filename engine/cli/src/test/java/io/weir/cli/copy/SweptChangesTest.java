package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Following a source without a change feed. */
final class SweptChangesTest {

  private static final TableName TABLE = new TableName("Swept");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<String> places = new ArrayList<>();
  private final ModelTableService source = new ModelTableService();
  private final ModelTableService target = new ModelTableService();
  private final SourceChanges changes = new SweptChanges(
      source,
      new Loader(target, 2),
      () -> Flux.just(TABLE),
      Duration.ofMillis(1),
      new LoadProgress() {
        @Override
        public void advance(long count) {}

        @Override
        public void close() {}
      },
      Instant::now);

  @BeforeEach
  void create() {
    source.createTable(TABLE).block();
  }

  @Test
  void eachRoundStoresWhatIsYoungerAndCountsItOnce() {
    var place = changes.begin().blockOptional().orElseThrow();
    upsert("a");

    StepVerifier.create(changes.from(place, next -> Mono.fromRunnable(() -> places.add(next))), 1)
        .expectNext(1L)
        .thenRequest(1)
        .expectNext(0L)
        .then(() -> upsert("b"))
        .thenRequest(2)
        .expectNextCount(2)
        .thenCancel()
        .verify(PATIENCE);

    assertThat(target.query(TABLE, Query.ALL).map(Entity::rowKey).collectList().block())
        .containsExactly("a", "b");
    assertThat(places).hasSize(4).doesNotContain(place);
  }

  @Test
  void aPlaceOfAFeedIsRefused() {
    assertThatThrownBy(() -> changes.from("feed:abc", next -> Mono.empty()).blockFirst())
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("delete it");
  }

  private void upsert(String row) {
    var entity = Entity.builder("p", row).build();
    source.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block();
  }
}
