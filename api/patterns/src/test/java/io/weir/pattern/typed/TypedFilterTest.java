package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.Write;
import io.weir.pattern.filter.Condition;
import io.weir.testkit.CoreTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Filters and projections by references to accessors. */
final class TypedFilterTest {

  enum Size {
    SMALL,
    LARGE
  }

  record Bird(
      @PartitionKey String species,
      @RowKey(newestFirst = true) Instant seen,
      @JsonProperty("Gramm") int weight,
      double height,
      @Nullable Size size,
      Optional<Long> ring,
      String place,
      @Timestamp @Nullable Instant written,
      @EntityVersion @Nullable String version) {}

  record BirdWeight(
      @PartitionKey String species, @JsonProperty("Gramm") int weight) {}

  record Parts(
      @PartitionKey int number,
      @RowKey String a,
      @RowKey(order = 1) String b) {}

  /** A bean. */
  public static final class Counter {
    private String id = "";
    private String row = "";
    private long hits;

    @PartitionKey
    public String getId() {
      return id;
    }

    public void setId(String value) {
      id = value;
    }

    @RowKey
    public String getRow() {
      return row;
    }

    public void setRow(String value) {
      row = value;
    }

    public long getHits() {
      return hits;
    }

    public void setHits(long value) {
      hits = value;
    }
  }

  private static final Instant DAY = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Query> sent = new ArrayList<>();
  private final ModelTableService model = new ModelTableService();
  private final TypedTable<Bird> birds = TypedTable.of(
      new CoreTables(model) {
        @Override
        public Flux<StreamItem> stream(TableName table, Query query) {
          sent.add(query);
          return super.stream(table, query);
        }
      },
      "Birds",
      Bird.class);

  @BeforeEach
  void load() {
    birds.createIfAbsent().block();
    for (var i = 0; i < 6; i++) {
      birds
          .insert(new Bird(
              i < 3 ? "Owl" : "Gull",
              DAY.plusSeconds(i),
              i,
              i / 2.0,
              i == 0 ? null : Size.values()[i % 2],
              i % 3 == 0 ? Optional.empty() : Optional.of(10L * i),
              "Place " + i,
              null,
              null))
          .block();
    }
  }

  @Test
  void aConditionIsTheOneOfTheStoredProperty() {
    assertFilter(birds.where(Bird::weight).lt(3), "Gramm lt 3");
    assertFilter(birds.where(Bird::height).ge(0.5), "height ge 0.5");
    assertFilter(birds.where(Bird::size).is(Size.LARGE), "size eq 'LARGE'");
    assertFilter(birds.where(Bird::ring).gt(Optional.of(7L)), "ring gt 7L");
    assertFilter(birds.where(Bird::weight).in(1, 4), "Gramm eq 1 or Gramm eq 4");
    assertFilter(birds.where(Bird::weight).in(List.of()), "false");
    assertFilter(birds.where(Bird::weight).from(1, 4), "Gramm ge 1 and Gramm lt 4");
    assertFilter(birds.where(Bird::weight).isNot(2), "Gramm ne 2");
    assertFilter(birds.where(Bird::weight).le(2), "Gramm le 2");
  }

  @Test
  void conditionsAreJoinedFromLeftToRight() {
    assertFilter(
        birds
            .where(Bird::weight)
            .lt(3)
            .and(Bird::place)
            .is("a")
            .or(Bird::height)
            .gt(1.0),
        "Gramm lt 3 and place eq 'a' or height gt 1.0");
    assertFilter(
        birds
            .where(Bird::weight)
            .lt(3)
            .or(Bird::place)
            .is("a")
            .and(Bird::height)
            .gt(1.0),
        "(Gramm lt 3 or place eq 'a') and height gt 1.0");
    assertFilter(
        birds
            .where(Bird::weight)
            .lt(3)
            .and(birds
                .property(Bird::place)
                .is("a")
                .or(birds.property(Bird::place).is("b"))),
        "Gramm lt 3 and (place eq 'a' or place eq 'b')");
    assertFilter(birds.orderBy("species").and(Bird::weight).is(1), "Gramm eq 1");
  }

  @Test
  void textsAreTestedForTheirParts() {
    assertFilter(birds.where(Bird::place).contains("x"), "contains(place,'x')");
    assertFilter(birds.where(Bird::place).endsWith("x"), "endswith(place,'x')");
    assertFilter(birds.where(Bird::place).lowered().is("x"), "tolower(place) eq 'x'");
    assertFilter(birds.where(Bird::place).length().gt(3), "length(place) gt 3");
    assertFilter(birds.property(Bird::place).startsWith("x"), "place ge 'x' and place lt 'y'");
    assertFilter(
        birds.where(Bird::species).startsWith("O"), "PartitionKey ge 'O' and PartitionKey lt 'P'");
  }

  private void assertFilter(TypedQuery<?> query, String text) {
    assertThat(query.query().filter()).isEqualTo(Query.ALL.where(text).filter());
  }

  private void assertFilter(Condition condition, String text) {
    assertThat(condition.filter()).isEqualTo(Query.ALL.where(text).filter());
  }

  @Test
  void keysAndTheTimestampAreComparedByTheirValues() {
    var first = DAY.plusSeconds(1);

    assertThat(weights(birds.where(Bird::species).is("Owl"))).containsExactly(2, 1, 0);
    assertThat(weights(birds.where(Bird::species).is("Owl").and(Bird::seen).gt(first)))
        .containsExactly(2);
    assertThat(weights(birds.where(Bird::seen).le(first))).containsExactly(1, 0);
    assertThat(weights(birds.where(Bird::seen).is(first))).containsExactly(1);
    assertThat(weights(birds.where(Bird::seen).from(first, DAY.plusSeconds(4))))
        .containsExactly(3, 2, 1);
    assertThat(weights(birds.where(Bird::written).lt(Instant.EPOCH))).isEmpty();
    assertThat(weights(birds.where(Bird::written).gt(Instant.EPOCH))).hasSize(6);
  }

  private static List<Integer> weights(TypedQuery<Bird> query) {
    return query.values().map(Bird::weight).collectList().block();
  }

  @Test
  void aConditionOfItsOwnGuardsAChange() {
    var key =
        EntityType.of(Bird.class).keyOf(birds.where(Bird::weight).is(5).values().blockLast());

    birds
        .change(key)
        .add(Bird::weight, 1)
        .when(birds.property(Bird::weight).is(5))
        .apply()
        .block();

    assertThatThrownBy(() -> birds
            .change(key)
            .add(Bird::weight, 1)
            .when(birds.property(Bird::weight).is(5))
            .apply()
            .block())
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void aBeanIsFilteredByItsGetters() {
    var counters = TypedTable.of(model, "Counters", Counter.class);

    assertFilter(counters.where(Counter::getHits).ge(3L), "hits ge 3L");
    assertFilter(counters.where(Counter::getId).is("a"), "PartitionKey eq 'a'");
  }

  @Test
  void whatNoFilterComparesIsRefused() {
    var parts = TypedTable.of(model, "Parts", Parts.class);

    assertThatThrownBy(() -> parts.where(Parts::a))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("accessor=a");
    assertThatThrownBy(() -> birds.where(Bird::version))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("accessor=version");
    TypedChange.Property<Bird, Integer> computed = bird -> bird.weight() + 1;
    assertThatThrownBy(() -> birds.where(computed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Bird::seen");
    assertThat(parts.where(Parts::number).is(7).query().filter().toString())
        .contains("PartitionKey");
  }

  @Test
  void aSelectionAsksOnlyForTheProperties() {
    var weights = birds
        .where(Bird::height)
        .gt(1.5)
        .select(BirdWeight.class)
        .values()
        .collectList()
        .block();

    assertThat(weights).containsExactly(new BirdWeight("Gull", 5), new BirdWeight("Gull", 4));
    assertThat(sent.get(0).selection().names())
        .containsExactlyInAnyOrder("PartitionKey", "RowKey", "Gramm");
    assertThat(birds
            .select(BirdWeight.class)
            .where(BirdWeight::weight)
            .lt(2)
            .count()
            .block())
        .isEqualTo(2);
  }

  @Test
  void aDeleteTellsWhetherTheValueWasThere() {
    var key = new EntityKey("Crow", "1");
    model
        .write(
            new TableName("Birds"), new Write.Insert(Entity.builder("Crow", "1").build()))
        .block();
    var owl = birds.where(Bird::weight).is(2).values().blockFirst();

    assertThat(birds.deleteIfExists(key).block()).isTrue();
    assertThat(birds.deleteIfExists(key).block()).isFalse();
    assertThat(birds.deleteIfExists(owl).block()).isTrue();
    assertThat(birds.deleteIfExists(owl).block()).isFalse();
    assertThat(birds.count().block()).isEqualTo(5);
  }

  sealed interface Event permits Log, Audit {
    Instant at();
  }

  record Log(
      @PartitionKey String id, @RowKey(newestFirst = true) Instant at) implements Event {}

  record Audit(@PartitionKey String id, @RowKey Instant at) implements Event {}

  sealed interface Sighting permits First, Later {
    Instant at();
  }

  record First(
      @PartitionKey String id, @RowKey(newestFirst = true) Instant at) implements Sighting {}

  record Later(
      @PartitionKey String id, @RowKey(newestFirst = true) Instant at) implements Sighting {}

  @Test
  void aPropertyThatClassesStoreInDifferentWaysIsNotCompared() {
    assertThatThrownBy(() -> Accessors.filtered(
            (TypedChange.Property<Event, Instant>) Event::at, classes(Event.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in one way");
    assertThat(Accessors.filtered(
                (TypedChange.Property<Sighting, Instant>) Sighting::at, classes(Sighting.class))
            .isOpposite())
        .isTrue();
  }

  private static Collection<BoundType> classes(Class<?> type) {
    return Hierarchy.of(type, EntityMapper.forType(type)).types().values();
  }
}
