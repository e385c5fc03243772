package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/**
 * Cases for entities that expire, by moments far from the present, so that no clock has to be
 * stepped.
 */
public interface ExpiryContract extends Door {

  EdmDateTime PAST = EdmDateTime.parse("2001-02-03T04:05:06Z");
  EdmDateTime FUTURE = EdmDateTime.parse("9876-05-04T03:02:01Z");
  String MOMENT = "ExpiresAt";

  @Test
  default void aTableHasNoExpiryUntilItIsSet() {
    var rain = Table.in(this);

    assertThat(expiry(rain)).isEmpty();
    set(rain, Expiry.at(MOMENT));
    midScenario();
    assertThat(expiry(rain)).contains(new AtProperty(MOMENT));
    set(rain, Expiry.after(Duration.ofDays(7)));
    midScenario();
    assertThat(expiry(rain)).contains(new AfterAge(Duration.ofDays(7)));
    service().clear(rain.name(), TableSetting.EXPIRY).block(Table.PATIENCE);
    service().clear(rain.name(), TableSetting.EXPIRY).block(Table.PATIENCE);
    midScenario();
    assertThat(expiry(rain)).isEmpty();
  }

  @Test
  default void anExpiryOfAMissingTableFails() {
    var absent = Table.absentIn(this);

    assertTableNotFound(() -> set(absent, Expiry.at(MOMENT)));
    assertTableNotFound(() -> expiry(absent));
    assertTableNotFound(
        () -> service().clear(absent.name(), TableSetting.EXPIRY).block(Table.PATIENCE));
  }

  @Test
  default void aTableThatIsCreatedAgainHasNoExpiry() {
    var rain = expiring();

    rain.drop();
    rain.create();
    rain.insert(expired("a", "1"));
    midScenario();

    assertThat(expiry(rain)).isEmpty();
    assertThat(rain.find("a", "1")).isPresent();
  }

  @Test
  default void anAgeHasBoundsOnBothSides() {
    Expiry.after(AfterAge.LEAST);
    Expiry.after(AfterAge.MOST);

    assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> Expiry.after(AfterAge.LEAST.minusNanos(1)));
    assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> Expiry.after(AfterAge.MOST.plusNanos(1)));
    assertInvalid(ErrorCode.PROPERTY_NAME_INVALID, () -> Expiry.at("Timestamp"));
    assertInvalid(ErrorCode.PROPERTY_NAME_INVALID, () -> Expiry.at("not a name"));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> AfterAge.parse("P1M"));
    assertThat(AfterAge.parse("P7D").text()).isEqualTo("P7D");
    assertThat(AfterAge.parse("PT90M").text()).isEqualTo("PT1H30M");
  }

  @Test
  default void noReadFindsAnExpiredEntity() {
    var rain = expiring();
    rain.insert(expired("a", "1"));
    rain.insert(entity("a", "2").set(MOMENT, FUTURE));
    rain.insert(entity("a", "3"));
    rain.insert(entity("a", "4").set(MOMENT, "2001-02-03T04:05:06Z"));
    rain.insert(expired("b", "1"));
    midScenario();

    assertThat(rain.find("a", "1")).isEmpty();
    assertThat(rain.find("b", "1")).isEmpty();
    assertThat(keysOf(rain.all())).containsExactly("a/2", "a/3", "a/4");
    assertThat(rain.select("RowKey eq '1'")).isEmpty();
    assertThat(rain.items(Query.ALL).stream().filter(item -> item instanceof StreamItem.Row))
        .hasSize(3);
    assertThat(Objects.requireNonNull(service().count(rain.name(), Query.ALL).block(Table.PATIENCE))
            .returned())
        .isEqualTo(3);
    assertThat(getAll(rain, "1", "2").map(Optional::isPresent)).containsExactly(false, true);
  }

  @Test
  default void pagesLeadPastExpiredEntities() {
    var rain = expiring()
        .load(IntStream.range(0, 3_000)
            .mapToObj(i -> i % 100 == 7
                ? entity("p", "%04d".formatted(i))
                : expired("p", "%04d".formatted(i))));
    midScenario();

    assertThat(rain.all()).hasSize(30);
    assertThat(rain.select(Query.ALL.top(4))).hasSize(30);
  }

  @Test
  default void anInsertSucceedsOverAnExpiredEntity() {
    var rain = expiring();
    rain.insert(expired("a", "1").set("Old", 1));

    rain.insert(entity("a", "1").set("New", 2));
    midScenario();

    assertThat(rain.get("a", "1").toMap()).containsOnlyKeys("New");
    assertEntityExists(() -> rain.insert(entity("a", "1")));
  }

  @Test
  default void anUpdateAndARemovalDoNotFindAnExpiredEntity() {
    var rain = expiring();
    var stored = rain.insert(expired("a", "1"));
    var version = IfMatch.version(stored.etag().orElseThrow());
    midScenario();

    for (var ifMatch : List.of(IfMatch.ANY, version)) {
      assertNotFound(() -> rain.update(WriteMode.REPLACE, entity("a", "1"), ifMatch));
      assertNotFound(() -> rain.update(WriteMode.MERGE, entity("a", "1"), ifMatch));
      assertNotFound(() -> rain.delete("a", "1", ifMatch));
    }
  }

  @Test
  default void aMergingUpsertStartsFromNothingOverAnExpiredEntity() {
    var rain = expiring();
    rain.insert(expired("a", "1").set("Old", 1));

    rain.upsert(WriteMode.MERGE, entity("a", "1").set("New", 2));
    midScenario();

    assertThat(rain.get("a", "1").toMap()).containsOnlyKeys("New");
  }

  @Test
  default void aMergeThatMovesTheMomentIntoThePastHidesTheEntity() {
    var rain = expiring();
    rain.insert(entity("a", "1").set(MOMENT, FUTURE).set("Other", 1));

    rain.update(WriteMode.MERGE, entity("a", "1").set(MOMENT, PAST), IfMatch.ANY);
    midScenario();

    assertThat(rain.find("a", "1")).isEmpty();
  }

  @Test
  default void aBatchJudgesExpiredEntitiesAsAbsent() {
    var rain = expiring();
    rain.insert(expired("a", "1"));
    rain.insert(expired("a", "2"));

    var failure = assertNotFound(() -> rain.submit(
        new Write.Insert(entity("a", "1").build()), new Write.Delete(key("a", "2"), IfMatch.ANY)));
    assertThat(failure.failedOperation()).isEqualTo(1);
    rain.submit(
        new Write.Insert(entity("a", "1").build()),
        new Write.Insert(entity("a", "2").build()));
    midScenario();

    assertThat(keysOf(rain.all())).containsExactly("a/1", "a/2");
  }

  @Test
  default void aBulkWriteJudgesExpiredEntitiesAsAbsent() {
    var rain = expiring();
    rain.insert(expired("a", "1"));
    rain.insert(expired("a", "2"));

    var results = Objects.requireNonNull(service()
        .bulk(
            rain.name(),
            Flux.just(
                BulkLine.of(new Write.Insert(entity("a", "1").build())),
                BulkLine.of(new Write.Delete(key("a", "2"), IfMatch.ANY))))
        .collectList()
        .block(Table.PATIENCE));
    midScenario();

    assertThat(results.get(0)).isInstanceOf(BulkResult.Done.class);
    assertThat(results.get(1)).isInstanceOf(BulkResult.Refused.class);
    assertThat(keysOf(rain.all())).containsExactly("a/1");
  }

  @Test
  default void aJointCommitJudgesExpiredEntitiesAsAbsent() {
    var rain = expiring();
    rain.insert(expired("a", "1"));
    rain.insert(expired("b", "1"));

    assertNotFound(() -> commit(
        TableWrite.absent(rain.name(), key("a", "1")),
        TableWrite.present(rain.name(), key("b", "1"), IfMatch.ANY)));
    commit(
        TableWrite.absent(rain.name(), key("a", "1")),
        TableWrite.of(rain.name(), new Write.Insert(entity("b", "1").build())));
    midScenario();

    assertThat(keysOf(rain.all())).containsExactly("b/1");
  }

  @Test
  default void aRemovedExpiryShowsWhatIsNotRemovedYetAndLeavesOtherTablesAlone() {
    var rain = expiring();
    var wind = Table.in(this);
    wind.insert(expired("a", "1"));
    rain.insert(entity("a", "1").set(MOMENT, FUTURE));

    service().clear(rain.name(), TableSetting.EXPIRY).block(Table.PATIENCE);
    midScenario();

    assertThat(rain.find("a", "1")).isPresent();
    assertThat(wind.find("a", "1")).isPresent();
  }

  @Test
  default void anAgeKeepsWhatIsYounger() {
    var rain = Table.in(this);
    set(rain, Expiry.after(AfterAge.MOST));
    rain.insert(expired("a", "1"));
    midScenario();

    assertThat(rain.find("a", "1")).isPresent();
    assertEntityExists(() -> rain.insert(entity("a", "1")));
  }

  private Table expiring() {
    var table = Table.in(this);
    set(table, Expiry.at(MOMENT));
    return table;
  }

  private static EntityBuilder expired(String partition, String row) {
    return entity(partition, row).set(MOMENT, PAST);
  }

  private void set(Table table, Expiry expiry) {
    service().set(table.name(), TableSetting.EXPIRY, expiry).block(Table.PATIENCE);
  }

  private Optional<Expiry> expiry(Table table) {
    return service().setting(table.name(), TableSetting.EXPIRY).blockOptional(Table.PATIENCE);
  }

  private Stream<Optional<Entity>> getAll(Table table, String... rows) {
    var keys = Arrays.stream(rows)
        .map(row -> new TableKey(table.name(), key("a", row)))
        .toList();
    return Objects.requireNonNull(service().getAll(keys).block(Table.PATIENCE)).stream();
  }

  private void commit(TableWrite... operations) {
    service().commit(JointCommit.of(operations)).block(Table.PATIENCE);
  }
}
