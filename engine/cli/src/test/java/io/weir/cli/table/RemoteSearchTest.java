package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.api.write.Write;
import io.weir.cli.serve.RunningService;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** The search of the client, over a running service. */
final class RemoteSearchTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final TableName LARGE = new TableName("Large");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir
  static Path folder;

  private static RunningService service;
  private static WeirClient client;

  @BeforeAll
  static void start() throws IOException {
    service = RunningService.start(folder);
    client = WeirClient.builder().endpoint(service.endpoint()).connect();
    for (var table : List.of(BIRDS, LARGE)) {
      client.createTable(table).block();
      client.searches().declare(table, SearchDefinition.of("Name")).block();
    }
    IntStream.rangeClosed(1, 3).forEach(n -> put(BIRDS, bird(n).build()));
    IntStream.range(0, 14).forEach(n -> put(LARGE, large(n)));
    awaitSettled(BIRDS);
    awaitSettled(LARGE);
  }

  private static EntityBuilder bird(int n) {
    return Entity.builder("Owls", "" + n)
        .set("Name", "owl ".repeat(n).strip())
        .set("Weight", n)
        .set("Size", n * 1.5)
        .set("Long", (long) n);
  }

  private static Entity large(int n) {
    var entity = Entity.builder("Owls", "r" + (10 + n)).set("Name", "owl " + "x ".repeat(n));
    for (var filler = 0; filler < 13; filler++) {
      entity.set("F" + filler, "x".repeat(30_000));
    }
    return entity.build();
  }

  private static void put(TableName table, Entity entity) {
    client.write(table, new Write.Insert(entity)).block();
  }

  private static void awaitSettled(TableName table) {
    var unused = client
        .searches()
        .status(table)
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(20)))
        .filter(status -> status.state() == SearchState.READY && status.lagBytes() == 0)
        .blockFirst(PATIENCE);
  }

  @AfterAll
  static void stop() {
    client.close();
    service.close();
  }

  @ParameterizedTest
  @EnumSource(DialectChoice.class)
  void hitsComeInTheOrderOfTheirScoresWithTheirEntities(DialectChoice dialect) {
    try (var one =
        WeirClient.builder().endpoint(service.endpoint()).dialect(dialect).connect()) {
      var hits = one.search(BIRDS, "owl").collectList().block(PATIENCE);

      assertThat(hits).extracting(hit -> hit.entity().rowKey()).containsExactly("3", "2", "1");
      assertThat(hits)
          .isSortedAccordingTo((better, worse) -> Float.compare(worse.score(), better.score()));
      assertThat(hits).allMatch(hit -> hit.score() > 0);
      var stored = one.get(BIRDS, new EntityKey("Owls", "3")).block(PATIENCE);
      assertThat(hits.get(0).entity()).isEqualTo(stored);
      assertThat(hits.get(0).entity().etag()).isEqualTo(stored.etag());
    }
  }

  @Test
  void filterSelectionTopAndSkipApply() {
    var request = SearchRequest.of("owl")
        .where(FilterParser.parse("Weight le 2"))
        .select(Selection.of("Weight"))
        .top(1);

    var page = client.searchPage(BIRDS, request).block(PATIENCE);
    var rest = client.searchPage(BIRDS, request.skip(page.next().getAsInt())).block(PATIENCE);

    assertThat(page.hits()).extracting(hit -> hit.entity().rowKey()).containsExactly("2");
    assertThat(page.hits().get(0).entity().toMap()).containsOnlyKeys("Weight");
    assertThat(page.lag()).isLessThan(PATIENCE);
    assertThat(rest.hits()).extracting(hit -> hit.entity().rowKey()).containsExactly("1");
    assertThat(rest.next()).isEmpty();
  }

  /** A page ends after 4 MiB, and an entity has 390,000 bytes. */
  @Test
  void aStreamOfHitsGoesOnWithTheNextPage() {
    var first = client.searchPage(LARGE, SearchRequest.of("owl")).block(PATIENCE);
    assertThat(first.next()).isPresent();
    assertThat(first.hits()).hasSize(11);

    assertThat(rows(client.search(LARGE, "owl")))
        .hasSize(14)
        .doesNotHaveDuplicates()
        .startsWith("r10", "r11");
    assertThat(rows(client.search(LARGE, SearchRequest.of("owl").top(13)))).hasSize(13);
  }

  private static List<String> rows(Flux<SearchHit> hits) {
    return hits.map(hit -> hit.entity().rowKey()).collectList().block(PATIENCE);
  }

  @Test
  void aStreamOfHitsHonoursDemand() {
    StepVerifier.create(client.search(LARGE, "owl"), 0)
        .thenRequest(1)
        .expectNextCount(1)
        .thenRequest(9)
        .expectNextCount(9)
        .thenCancel()
        .verify(PATIENCE);
  }

  @Test
  void failuresAreTyped() {
    client.createTable(new TableName("Plain")).block();

    assertCode(
        client.search(new TableName("Plain"), "owl"), ErrorCode.RESOURCE_NOT_FOUND, "search=none");
    assertCode(client.search(new TableName("Missing"), "owl"), ErrorCode.TABLE_NOT_FOUND, "");
    assertCode(client.search(BIRDS, "\"owl"), ErrorCode.INVALID_INPUT, "at=0");
    assertCode(client.search(BIRDS, "x".repeat(1_001)), ErrorCode.INVALID_INPUT, "tooLong");
    assertCode(
        client.searches().status(new TableName("Plain")).flux(), ErrorCode.RESOURCE_NOT_FOUND, "");
    assertCode(
        client.searches().drop(new TableName("Plain")).flux(), ErrorCode.RESOURCE_NOT_FOUND, "");
  }

  private static void assertCode(Flux<?> failing, ErrorCode code, String facts) {
    assertThatThrownBy(() -> failing.blockLast(PATIENCE))
        .isInstanceOfSatisfying(TableServiceException.class, failure -> {
          assertThat(failure.code()).isEqualTo(code);
          assertThat(failure.facts()).contains(facts);
        });
  }

  @Test
  void aSearchIsDeclaredListedRebuiltAndDropped() {
    var table = new TableName("Declared");
    client.createTable(table).block();
    var searches = client.searches();

    assertThat(searches.declare(table, SearchDefinition.of("Name")).block(PATIENCE))
        .extracting(SearchStatus::table, SearchStatus::definition)
        .containsExactly(table, SearchDefinition.of("Name"));
    awaitSettled(table);
    assertThat(searches.list().block(PATIENCE))
        .extracting(SearchStatus::table)
        .containsExactly(BIRDS, table, LARGE);
    searches.rebuild(table).block(PATIENCE);
    searches.drop(table).block(PATIENCE);
    assertThat(searches.list().block(PATIENCE))
        .extracting(SearchStatus::table)
        .doesNotContain(table);
  }
}
