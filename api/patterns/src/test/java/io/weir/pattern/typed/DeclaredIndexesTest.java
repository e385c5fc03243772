package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.KeyRing;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.StepVerifier;

/** The indexes that a type declares, and their creation. */
final class DeclaredIndexesTest {

  private static final TableName TABLE = new TableName("Birds");

  @Index(
      name = "heaviest",
      properties = {"Gramm desc", "species"},
      where = "Gramm gt 100",
      unique = true)
  @Index(name = "latest", properties = "at", sparse = true)
  record Bird(
      @PartitionKey String species,
      @RowKey(newestFirst = true) Instant at,
      @JsonProperty("Gramm") int weight,

      @Index(name = "byRing")
      @Index(name = "byRingOnce", unique = true)
      @Index(name = "byRingOrNone", unique = true, withMissing = true)
      String ring,

      @Timestamp Instant written) {}

  @Index(name = "byAge", properties = "age")
  public static final class Bean {
    @PartitionKey
    public String group;

    @RowKey
    public String id;

    @Index(name = "byCity")
    public String city;

    private int age;

    public int getAge() {
      return age;
    }

    public void setAge(int other) {
      age = other;
    }
  }

  @Index(
      name = "byKind",
      properties = {"EntityType", "RowKey desc"})
  sealed interface Event {}

  record Login(@PartitionKey String user, @RowKey String at, String device) implements Event {}

  record Payment(
      @PartitionKey String user,
      @RowKey String at,

      @Index(name = "byCents", where = "EntityType eq 'Payment'")
      long cents)
      implements Event {}

  record Plain(@PartitionKey String a, @RowKey String b) {}

  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void createTable() {
    service.createTable(TABLE).block();
  }

  @Test
  void namesOfJavaPropertiesBecomeThoseOfTheEntity() {
    var latest = new IndexDefinition(
        new IndexName("latest"),
        List.of(SortProperty.descending("RowKey")),
        IndexDefinition.of("any", "x").where(),
        false,
        true);

    assertThat(EntityType.of(Bird.class).indexes())
        .containsExactly(
            IndexDefinition.of("byRing", "ring"),
            IndexDefinition.of("byRingOnce", "ring").uniquely(),
            IndexDefinition.of("byRingOrNone", "ring").uniquely().whole(),
            IndexDefinition.of(
                    "heaviest",
                    List.of(
                        SortProperty.descending("Gramm"), SortProperty.ascending("PartitionKey")))
                .where("Gramm gt 100")
                .uniquely(),
            latest);
  }

  @Test
  void aBeanDeclaresIndexesOnItselfAndOnItsFields() {
    assertThat(EntityType.of(Bean.class).indexes())
        .containsExactly(IndexDefinition.of("byAge", "age"), IndexDefinition.of("byCity", "city"));
  }

  @Test
  void aFamilyHasTheIndexesOfItsRootAndOfItsMembers() {
    assertThat(EntityType.of(Event.class).indexes())
        .containsExactly(
            IndexDefinition.of("byCents", "cents").where("EntityType eq 'Payment'"),
            IndexDefinition.of(
                "byKind",
                List.of(SortProperty.ascending("EntityType"), SortProperty.descending("RowKey"))));
  }

  @Test
  void missingIndexesAreCreatedAndOthersStay() {
    var own = IndexDefinition.of("mine", "ring", "Gramm");
    service.createIndex(TABLE, own).block();
    service.createIndex(TABLE, IndexDefinition.of("byRing", "ring")).block();

    var birds = TypedTable.of(service, TABLE.value(), Bird.class);
    birds.ensureIndexes().then(birds.ensureIndexes()).block();

    assertThat(names())
        .containsExactly("byRing", "byRingOnce", "byRingOrNone", "heaviest", "latest", "mine");
  }

  @Test
  void anotherDefinitionOfADeclaredNameIsAConflictAndNothingIsCreated() {
    service.createIndex(TABLE, IndexDefinition.of("latest", "RowKey")).block();
    var birds = TypedTable.of(service, TABLE.value(), Bird.class);

    var failure = catchThrowableOfType(
        ConflictException.class, () -> birds.ensureIndexes().block());

    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_ALREADY_EXISTS);
    assertThat(failure.facts())
        .contains("index=latest")
        .contains("declared=[properties=[RowKey desc]")
        .contains("stored=[properties=[RowKey]");
    assertThat(names()).containsExactly("latest");
  }

  @Test
  void nothingIsSentWithoutADeclarationOrASubscription() {
    var absent = new ModelTableService();

    TypedTable.of(absent, TABLE.value(), Plain.class)
        .ensureIndexes()
        .as(StepVerifier::create)
        .verifyComplete();
    var birds = TypedTable.of(absent, TABLE.value(), Bird.class).ensureIndexes();
    birds.as(StepVerifier::create).verifyError(NotFoundException.class);
    absent.createTable(TABLE).block();
    birds.as(StepVerifier::create).verifyComplete();
  }

  @Test
  void plainPropertiesOfAnEncryptedTypeCanHaveIndexes() {
    record Patient(
        @PartitionKey String ward,
        @RowKey String id,
        @Encrypted String illness,
        @Index(name = "byBed") int bed) {}
    var keys = KeyRing.of(AesWrappingKey.of("k1", new byte[32]));

    TypedTable.encrypted(service, TABLE.value(), EntityType.of(Patient.class), keys)
        .ensureIndexes()
        .block();

    assertThat(names()).containsExactly("byBed");
  }

  @Index(name = "x", properties = "c", sparse = true, withMissing = true)
  record Contradictory(@PartitionKey String a, @RowKey String b, int c) {}

  @Index(name = "x", properties = "wings")
  record Unknown(@PartitionKey String a, @RowKey String b) {}

  @Index(name = "x", properties = "secret")
  record Hidden(
      @PartitionKey String a, @RowKey String b, @Encrypted String secret) {}

  record HiddenComponent(
      @PartitionKey String a,
      @RowKey String b,
      @Encrypted @Index(name = "x") String secret) {}

  @Index(name = "x", properties = "a", where = "not (secret eq '1') and a eq '2'")
  record HiddenInFilter(
      @PartitionKey String a, @RowKey String b, @Encrypted String secret) {}

  @Index(name = "x", properties = "version")
  record OfVersion(
      @PartitionKey String a,
      @RowKey String b,
      @EntityVersion String version) {}

  @Index(name = "x", properties = "c")
  record PartOfAKey(
      @PartitionKey String a, @RowKey String b, @RowKey int c) {}

  @Index(name = "x")
  record NoProperty(@PartitionKey String a, @RowKey String b) {}

  @Index(
      name = "x",
      properties = {"a", "PartitionKey desc"})
  record NamedTwice(@PartitionKey String a, @RowKey String b) {}

  @Index(name = "x", properties = "a down")
  record OtherDirection(@PartitionKey String a, @RowKey String b) {}

  @Index(name = "1x", properties = "a")
  record BadName(@PartitionKey String a, @RowKey String b) {}

  @Index(name = "x", properties = "a", where = "a eq")
  record BadFilter(@PartitionKey String a, @RowKey String b) {}

  record OthersOnAComponent(
      @PartitionKey String a,
      @RowKey String b,
      @Index(name = "x", properties = "a") int c) {}

  @Index(name = "x", properties = "a")
  record Contradiction(
      @PartitionKey String a,
      @RowKey String b,
      @Index(name = "x") int c) {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Unknown.class,
        Hidden.class,
        HiddenComponent.class,
        HiddenInFilter.class,
        OfVersion.class,
        PartOfAKey.class,
        NoProperty.class,
        NamedTwice.class,
        OtherDirection.class,
        BadName.class,
        BadFilter.class,
        OthersOnAComponent.class,
        Contradiction.class,
        Contradictory.class
      })
  void aDeclarationThatCannotBeMeantIsRefusedWhenTheTypeIsMapped(Class<?> type) {
    assertThatThrownBy(() -> EntityType.of(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("type=" + type.getName());
  }

  private List<String> names() {
    return service.indexes(TABLE).block().stream()
        .map(IndexStatus::definition)
        .map(definition -> definition.name().value())
        .toList();
  }
}
