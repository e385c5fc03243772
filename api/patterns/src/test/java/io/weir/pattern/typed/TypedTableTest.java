package io.weir.pattern.typed;

import static io.weir.pattern.filter.Condition.partitionKey;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.Write;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.KeyRing;
import io.weir.pattern.encryption.ObservedService;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** A table of values behaves like a table of entities. */
final class TypedTableTest {

  private static final TableName STAFF = new TableName("Staff");

  private final ModelTableService service = new ModelTableService();
  private final TypedTable<Person> staff = TypedTable.of(service, "Staff", Person.class);

  record Person(
      @PartitionKey String department,
      @RowKey String name,
      int age,
      Optional<String> phone,
      @EntityVersion String version,
      @Timestamp Instant written) {

    static Person of(String department, String name, int age) {
      return new Person(department, name, age, Optional.empty(), null, null);
    }

    Person withAge(int other) {
      return new Person(department, name, other, phone, version, written);
    }
  }

  record Age(@RowKey String name, int age) {}

  @BeforeEach
  void createTheTableOnceOrTwice() {
    staff.createIfAbsent().then(staff.createIfAbsent()).as(StepVerifier::create).verifyComplete();
  }

  @Test
  void anInsertedValueIsReturnedWithItsVersion() {
    var stored = staff.insert(Person.of("Sales", "Ada", 36)).block();

    assertThat(stored.version()).startsWith("W/");
    assertThat(stored.written()).isNotNull();
    staff.get("Sales", "Ada").as(StepVerifier::create).expectNext(stored).verifyComplete();
    staff
        .reread(Person.of("Sales", "Ada", 0))
        .as(StepVerifier::create)
        .expectNext(stored)
        .verifyComplete();
    staff.get("Sales", "Bob").as(StepVerifier::create).verifyComplete();
    staff.insert(stored).as(StepVerifier::create).verifyError(ConflictException.class);
  }

  @Test
  void writesRequireTheVersionThatWasRead() {
    var first = staff.insert(Person.of("Sales", "Ada", 36)).block();
    var second = staff.replace(first.withAge(37)).block();

    staff
        .replace(first.withAge(99))
        .as(StepVerifier::create)
        .verifyError(PreconditionFailedException.class);
    staff
        .merge(first.withAge(99))
        .as(StepVerifier::create)
        .verifyError(PreconditionFailedException.class);
    staff.delete(first).as(StepVerifier::create).verifyError(PreconditionFailedException.class);
    staff.get("Sales", "Ada").as(StepVerifier::create).expectNext(second).verifyComplete();
    staff.delete(second).as(StepVerifier::create).verifyComplete();
    staff.get("Sales", "Ada").as(StepVerifier::create).verifyComplete();
  }

  @Test
  void aReplaceWithoutAVersionIsUnconditional() {
    staff.insert(Person.of("Sales", "Ada", 36)).block();

    staff.replace(Person.of("Sales", "Ada", 37)).then().as(StepVerifier::create).verifyComplete();
    staff.delete(new EntityKey("Sales", "Ada")).as(StepVerifier::create).verifyComplete();
    staff
        .replace(Person.of("Sales", "Ada", 38))
        .as(StepVerifier::create)
        .verifyError(NotFoundException.class);
  }

  @Test
  void mergesKeepUnmappedPropertiesAndReplacesDropThem() {
    var entity =
        Entity.builder("Sales", "Ada").set("age", 1).set("hobby", "chess").build();
    service.write(STAFF, new Write.Insert(entity)).block();

    staff.merge(Person.of("Sales", "Ada", 2)).block();
    staff.upsertMerging(Person.of("Sales", "Ada", 3)).block();

    var merged = service.get(STAFF, entity.key()).block();
    assertThat(merged.getString("hobby")).contains("chess");
    assertThat(merged.getInt32("age")).contains(3);

    staff.upsert(Person.of("Sales", "Ada", 4)).block();
    assertThat(service.get(STAFF, entity.key()).block().getString("hobby")).isEmpty();
  }

  @Test
  void aQueryHonoursDemandAndCancellation() {
    insertTen();

    StepVerifier.create(staff.query().map(Person::age), 0)
        .thenRequest(2)
        .expectNext(0, 1)
        .thenRequest(1)
        .expectNext(2)
        .thenCancel()
        .verify();
    StepVerifier.create(staff.as(Age.class).query(), 1)
        .expectNext(new Age("0", 0))
        .thenRequest(1)
        .expectNext(new Age("1", 1))
        .thenCancel()
        .verify();
  }

  @Test
  void aQueryAcceptsConditionsAndQueries() {
    insertTen();

    staff
        .query(where("age").gt(6).and(partitionKey().is("Sales")))
        .map(Person::age)
        .as(StepVerifier::create)
        .expectNext(7, 8, 9)
        .verifyComplete();
    staff
        .query(Query.ALL.descending().top(1).select("nothing"))
        .map(Person::age)
        .as(StepVerifier::create)
        .expectNext(9)
        .verifyComplete();
    staff.query(where("age").gt(9)).as(StepVerifier::create).verifyComplete();
  }

  @Test
  void aProjectionReadsOnlyItsOwnProperties() {
    insertTen();
    var asked = new ObservedService(service);
    var ages = TypedTable.of(asked.service(), "Staff", Person.class).as(Age.class);

    ages.query(where("age").ge(8))
        .as(StepVerifier::create)
        .expectNext(new Age("8", 8), new Age("9", 9))
        .verifyComplete();
    ages.get(new EntityKey("Sales", "3"))
        .as(StepVerifier::create)
        .expectNext(new Age("3", 3))
        .verifyComplete();

    assertThat(asked.selections)
        .hasSize(2)
        .allSatisfy(selection -> assertThat(selection.names())
            .containsExactlyInAnyOrder("PartitionKey", "RowKey", "age"));
  }

  @Test
  void failuresAreSignalsAndNothingIsSentBeforeASubscription() {
    var nothing = Person.of("Sales", null, 1);
    var untouched = new ModelTableService();
    var table = TypedTable.of(untouched, "Staff", Person.class);

    table.insert(nothing).as(StepVerifier::create).verifyError(MappingException.class);
    table.delete(nothing).as(StepVerifier::create).verifyError(MappingException.class);
    table.query().as(StepVerifier::create).verifyError(NotFoundException.class);
    table.get("a", "b/").as(StepVerifier::create).verifyError();
    service
        .write(
            STAFF,
            new Write.Insert(Entity.builder("Sales", "Bad").set("age", "old").build()))
        .block();
    staff.query().as(StepVerifier::create).verifyError(MappingException.class);
  }

  @Test
  void aTypeWithEncryptedPropertiesNeedsKeys() {
    record Patient(
        @PartitionKey String ward,
        @RowKey String id,
        @Encrypted String illness) {}

    assertThatThrownBy(() -> TypedTable.of(service, "Staff", Patient.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[illness]");

    var keys = KeyRing.of(AesWrappingKey.of("k1", new byte[32]));
    var patients = TypedTable.encrypted(service, "Staff", EntityType.of(Patient.class), keys);
    var patient = new Patient("w", "1", "flu");

    patients.insert(patient).as(StepVerifier::create).expectNext(patient).verifyComplete();
    patients.query().as(StepVerifier::create).expectNext(patient).verifyComplete();
    assertThat(service.get(STAFF, new EntityKey("w", "1")).map(Entity::toString).block())
        .doesNotContain("flu");
    record Illness(String illness) {}
    patients
        .as(Illness.class)
        .query()
        .as(StepVerifier::create)
        .expectNext(new Illness("flu"))
        .verifyComplete();
  }

  private void insertTen() {
    Flux.range(0, 10)
        .concatMap(age -> staff.insert(Person.of("Sales", "" + age, age)))
        .blockLast();
  }
}
