package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Random writes, removals, batches and removed ranges, also at the same time, with stops, crashes,
 * rebuilds, changed and dropped definitions in between. When the index has caught up it finds
 * exactly the entities of a scan whose terms match.
 */
@Tag(Effort.THOROUGHLY)
class RandomSearchTest {

  private static final List<String> WORDS =
      List.of("owl", "Owls", "gull", "goose", "geese", "a12", "b-c", "the", "fly", "flying");
  private static final List<SearchDefinition> DEFINITIONS = List.of(
      SearchDefinition.of("A", "B"),
      new SearchDefinition(List.of(
          new SearchedProperty("A", TextAnalyzer.ENGLISH, 2),
          new SearchedProperty("B", TextAnalyzer.KEYWORD, 1))),
      new SearchDefinition(List.of(new SearchedProperty("A", TextAnalyzer.SIMPLE, 1))));
  private static final int ROUNDS = 12;

  private Random random = new Random();
  private SearchDefinition definition = DEFINITIONS.get(0);

  /** Each run draws others; {@code -Dweir.seed=N} repeats one. */
  static LongStream seeds() {
    var chosen = Long.getLong("weir.seed");
    return chosen == null ? new Random().longs(Effort.choose(1, 2, 20)) : LongStream.of(chosen);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aSearchThatHasCaughtUpFindsWhatAScanFinds(long seed) throws IOException {
    System.out.println("RandomSearchTest seed=" + seed);
    random = new Random(seed);
    try (var fixture = SearchFixture.start(RandomSearchTest::small)) {
      fixture.use(random.nextBoolean() ? SearchFixture.OFTEN : SearchFixture.RARELY);
      fixture.tables().createTable(SearchFixture.TABLE).block();
      fixture
          .tables()
          .set(SearchFixture.TABLE, TableSetting.EXPIRY, new AtProperty("Ends"))
          .block();
      fixture.declare(definition);
      for (var round = 0; round < ROUNDS; round++) {
        var writes = random.nextInt(40);
        for (var n = 0; n < writes; n++) {
          write(fixture);
        }
        disturb(fixture);
        for (var n = random.nextInt(10); n > 0; n--) {
          write(fixture);
        }
        compare(fixture, "seed=" + seed + " round=" + round);
      }
    }
  }

  private static StoreOptions small(StoreOptions options) {
    return options.withPartitionGroups(4);
  }

  private void disturb(SearchFixture fixture) throws IOException {
    switch (random.nextInt(7)) {
      case 0 -> fixture.restart();
      case 1 -> fixture.crashSearch();
      case 2 -> fixture.service().rebuild(SearchFixture.TABLE).block();
      case 3 -> {
        definition = DEFINITIONS.get(random.nextInt(DEFINITIONS.size()));
        fixture.declare(definition);
      }
      case 4 -> {
        fixture.service().rebuild(SearchFixture.TABLE).block();
        fixture.crashSearch(); // in the middle of the rebuild, often
      }
      case 5 -> {
        fixture.service().drop(SearchFixture.TABLE).block();
        fixture.declare(definition);
      }
      default -> {}
    }
  }

  private void write(SearchFixture fixture) {
    var tables = fixture.tables();
    switch (random.nextInt(11)) {
      case 10 -> burst(fixture);
      case 0 ->
        tables
            .write(SearchFixture.TABLE, new Write.Delete(key(), IfMatch.ANY))
            .onErrorComplete()
            .block();
      case 1 -> tables.submit(SearchFixture.TABLE, batch()).block();
      case 2 ->
        tables
            .deleteRange(
                SearchFixture.TABLE,
                FilterParser.parse(
                    "PartitionKey eq '" + partition() + "' and RowKey ge '" + row() + "'"))
            .block();
      case 3 -> {
        if (random.nextInt(8) == 0) {
          tables
              .deleteRange(
                  SearchFixture.TABLE, FilterParser.parse("PartitionKey ge '" + partition() + "'"))
              .block();
        }
      }
      default -> fixture.put(entity(partition(), row()));
    }
  }

  /**
   * Writes while a range over all partition groups is removed: the order of each group counts, and
   * no other.
   */
  private void burst(SearchFixture fixture) {
    var tables = fixture.tables();
    var all = new ArrayList<Mono<?>>();
    for (var partition = 0; partition < 6; partition++) {
      for (var n = 0; n < 3; n++) {
        all.add(tables.write(
            SearchFixture.TABLE,
            new Write.Upsert(entity("p" + partition, row()), WriteMode.REPLACE)));
      }
    }
    all.add(
        random.nextInt(all.size()),
        tables.deleteRange(
            SearchFixture.TABLE, FilterParser.parse("PartitionKey ge '" + partition() + "'")));
    Flux.merge(Flux.fromIterable(all), all.size()).blockLast();
  }

  private Batch batch() {
    var partition = partition();
    var writes = new ArrayList<Write>();
    for (var n = 0; n < 12; n += 1 + random.nextInt(4)) {
      writes.add(new Write.Upsert(entity(partition, "r" + n), WriteMode.REPLACE));
    }
    return Batch.of(writes.toArray(Write[]::new));
  }

  private Entity entity(String partition, String row) {
    var entity = Entity.builder(partition, row);
    if (random.nextInt(8) > 0) {
      entity.set("A", text());
    } else {
      entity.set("A", 7); // no string
    }
    if (random.nextInt(3) > 0) {
      entity.set("B", text());
    }
    if (random.nextInt(10) == 0) {
      entity.set("Ends", EdmDateTime.of(Instant.parse("2001-01-01T00:00:00Z")));
    }
    return entity.build();
  }

  private String text() {
    return random
        .ints(1 + random.nextInt(4), 0, WORDS.size())
        .mapToObj(WORDS::get)
        .collect(Collectors.joining(" "));
  }

  private EntityKey key() {
    return new EntityKey(partition(), row());
  }

  private String partition() {
    return "p" + random.nextInt(6);
  }

  private String row() {
    return "r" + random.nextInt(12);
  }

  private void compare(SearchFixture fixture, String facts) {
    fixture.awaited(status -> status.definition().equals(definition));
    fixture.settled();
    var stored =
        fixture.tables().query(SearchFixture.TABLE, Query.ALL).collectList().block();
    var model = new TermModel(definition);
    for (var word : WORDS) {
      compare(fixture, stored, "\"" + word + "\"", entity -> hasWord(model, entity, word), facts);
      compare(
          fixture,
          stored,
          "A:\"" + word + "\"",
          entity -> text(entity, "A", text -> model.matches("A", text, word)),
          facts);
      var other = WORDS.get(random.nextInt(WORDS.size()));
      if (!word.equals("the") && !other.equals("the")) { // a function word asks for nothing
        compare(
            fixture,
            stored,
            "+\"" + word + "\" -\"" + other + "\"",
            entity -> hasWord(model, entity, word) && !hasWord(model, entity, other),
            facts);
      }
    }
    compare(
        fixture,
        stored,
        "A:f*",
        entity -> text(entity, "A", text -> model.hasPrefix("A", text, "f")),
        facts);
    compare(
        fixture,
        stored,
        "A:\"goose gull\"",
        entity -> text(entity, "A", text -> model.matches("A", text, "goose gull")),
        facts);
  }

  private boolean hasWord(TermModel model, Entity entity, String word) {
    return definition.properties().stream()
        .map(SearchedProperty::name)
        .anyMatch(name -> text(entity, name, text -> model.matches(name, text, word)));
  }

  private static boolean text(Entity entity, String name, Predicate<String> condition) {
    return entity.get(name).orElse(null) instanceof EdmString text && condition.test(text.value());
  }

  private static void compare(
      SearchFixture fixture,
      List<Entity> stored,
      String search,
      Predicate<Entity> matches,
      String facts) {
    Set<EntityKey> expected =
        stored.stream().filter(matches).map(Entity::key).collect(Collectors.toSet());
    var found = fixture.page(SearchRequest.of(search).top(1_000)).hits().stream()
        .map(hit -> hit.entity().key())
        .toList();
    assertThat(found)
        .as("%s search=%s", facts, search)
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
