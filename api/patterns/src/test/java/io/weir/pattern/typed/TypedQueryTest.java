package io.weir.pattern.typed;

import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.Direction;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.SortProperty;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Values in the order of their properties, and their number. */
final class TypedQueryTest {

  @Index(
      name = "byWeight",
      properties = {"Gramm", "ring desc"})
  record Bird(
      @PartitionKey String species,
      @RowKey(newestFirst = true) Instant at,
      @JsonProperty("Gramm") int weight,
      String ring,
      @Timestamp Instant written,
      @EntityVersion String version) {}

  record Weight(@JsonProperty("Gramm") int weight) {}

  record Parts(
      @PartitionKey String a,
      @RowKey int b,
      @RowKey String c,
      @JsonText List<String> tags) {}

  sealed interface Either {
    /** Stores {@code key} as the RowKey. */
    record Left(@PartitionKey String a, @RowKey String key) implements Either {}

    /** Stores {@code key} as a property. */
    record Right(@PartitionKey String a, @RowKey String b, String key) implements Either {}
  }

  private final ModelTableService service = new ModelTableService();
  private final TypedTable<Bird> birds = TypedTable.of(service, "Birds", Bird.class);

  @BeforeEach
  void loadFiveBirds() {
    birds.createIfAbsent().then(birds.ensureIndexes()).block();
    Flux.range(0, 5)
        .concatMap(i -> birds.insert(
            new Bird("Owl", Instant.EPOCH.plusSeconds(i), i * 7 % 5, "r" + i, null, null)))
        .blockLast();
  }

  @Test
  void valuesComeInTheOrderOfAProperty() {
    var heavy = where("Gramm").ge(0).and(where("ring").ge(""));

    assertThat(weights(birds.where(heavy).orderBy("Gramm"))).containsExactly(0, 1, 2, 3, 4);
    assertThat(weights(birds.orderBy("Gramm desc").where(heavy).top(2))).containsExactly(4, 3);
  }

  @Test
  void anOrderHonoursDemandAndCancellation() {
    var heavy = where("Gramm").ge(0).and(where("ring").ge(""));

    StepVerifier.create(birds.orderBy("Gramm").where(heavy).values().map(Bird::weight), 1)
        .expectNext(0)
        .thenRequest(1)
        .expectNext(1)
        .thenCancel()
        .verify();
  }

  @Test
  void aProjectionReadsTheQueryToo() {
    var heavy = where("Gramm").ge(3).and(where("ring").ge(""));

    birds
        .as(Weight.class)
        .query(birds.orderBy("Gramm desc").where(heavy).query())
        .as(StepVerifier::create)
        .expectNext(new Weight(4), new Weight(3))
        .verifyComplete();
  }

  @Test
  void anOrderWithoutAnIndexIsTheServicesRefusal() {
    birds
        .orderBy("ring")
        .values()
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                InvalidRequestException.class,
                refusal -> assertThat(refusal.facts()).contains("orderBy=[ring]")));
  }

  @Test
  void valuesAreCounted() {
    assertThat(birds.count().block()).isEqualTo(5);
    assertThat(birds.count(where("Gramm").gt(2)).block()).isEqualTo(2);
    assertThat(birds.where(where("Gramm").gt(0)).top(3).count().block()).isEqualTo(3);
  }

  @Test
  void aHintIsPassedOn() {
    var query =
        birds.orderBy("Gramm").hint(IndexHint.force(new IndexName("byWeight"))).query();

    assertThat(query.hint().forced()).isEqualTo(new IndexName("byWeight"));
  }

  @ParameterizedTest
  @CsvSource({
    "Gramm,Gramm,false",
    "Gramm desc,Gramm,true",
    "' ring  asc ',ring,false",
    "species,PartitionKey,false",
    "species desc,PartitionKey,true",
    "at,RowKey,true",
    "at desc,RowKey,false",
    "written desc,Timestamp,true",
    "RowKey desc,RowKey,true",
    "Timestamp,Timestamp,false"
  })
  void aNameIsMappedToTheStoredProperty(String text, String stored, boolean descending) {
    assertThat(EntityType.of(Bird.class).order(text))
        .containsExactly(new SortProperty(stored, descending));
  }

  @Test
  void anOrderByTheKeysIsTheOrderOfTheTable() {
    assertThat(birds.orderBy("species").query().order()).isEmpty();
    assertThat(birds.orderBy("species desc", "at").query().direction())
        .isEqualTo(Direction.DESCENDING);
    assertThat(birds
            .orderBy("species desc", "at")
            .values()
            .map(Bird::at)
            .collectList()
            .block())
        .isSorted()
        .hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({
    "weight,The type has no such property.",
    "wings,The type has no such property.",
    "'',The type has no such property.",
    "version,Entities cannot be sorted by this property.",
    "Gramm down,'A property is followed by asc, desc or nothing.'",
    "Gramm desc desc,'A property is followed by asc, desc or nothing.'"
  })
  void aNameThatCannotBeMeantIsRefused(String text, String reason) {
    assertThatThrownBy(() -> birds.orderBy(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(reason)
        .hasMessageContaining("type=" + Bird.class.getName());
  }

  @Test
  void onePartOfAKeyIsRefusedAndTheWholeKeyIsNot() {
    var type = EntityType.of(Parts.class);

    assertThatThrownBy(() -> type.order("b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("property=b reason=oneOfSeveralPartsOfRowKey");
    assertThat(type.order("RowKey", "tags"))
        .containsExactly(SortProperty.ascending("RowKey"), SortProperty.ascending("tags"));
  }

  @Test
  void aFamilyThatStoresANameDifferentlyRefusesIt() {
    var type = EntityType.of(Either.class);

    assertThatThrownBy(() -> type.order("key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The types of the family store this property differently.");
    assertThat(type.order("a", "EntityType desc"))
        .containsExactly(
            SortProperty.ascending("PartitionKey"), SortProperty.descending("EntityType"));
  }

  private static List<Integer> weights(TypedQuery<Bird> query) {
    return query.values().map(Bird::weight).collectList().block();
  }
}
