package io.weir.api.contract;

import static io.weir.api.contract.Changes.change;
import static io.weir.api.contract.Changes.operation;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertOtherVersion;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Cases for changes in place: several operations, conditions, creation, answers, batches, and many
 * writers of one entity.
 */
public interface ChangeContract extends PropertyOperationContract {

  @Test
  default void severalOperationsAreOneWrite() {
    var strikes = Table.in(this);
    strikes.insert(
        entity("TX", "1").set("Seen", 1).set("Low", 9).set("Old", true).set("Kept", "k"));

    var result = strikes.write(Write.change(
        key("TX", "1"),
        PropertyOperation.of("Seen", Operator.ADD, new EdmInt32(2)),
        PropertyOperation.of("Low", Operator.MIN, new EdmInt32(4)),
        PropertyOperation.remove("Old"),
        PropertyOperation.of("New", Operator.SET_IF_ABSENT, new EdmString("n"))));
    midScenario();

    var stored = strikes.get("TX", "1");
    assertThat(stored.timestampTicks()).isEqualTo(result.timestampTicks());
    assertThat(stored.toMap())
        .isEqualTo(Map.of(
            "Seen", new EdmInt32(3),
            "Low", new EdmInt32(4),
            "Kept", new EdmString("k"),
            "New", new EdmString("n")));
  }

  @Test
  default void aFailingOperationChangesNothing() {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1").set("Seen", 1).set("Name", "n"));

    var failure = assertInvalid(
        ErrorCode.INVALID_VALUE_TYPE,
        () -> strikes.write(Write.change(
            key("TX", "1"),
            PropertyOperation.of("Seen", Operator.ADD, new EdmInt32(2)),
            PropertyOperation.of("Name", Operator.ADD, new EdmInt32(2)))));
    midScenario();

    assertThat(failure.facts()).contains("property=Name operation=add stored=Edm.String");
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(first.etag());
  }

  @Test
  default void aChangeThatChangesNoValueMakesANewVersion() {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1").set("Value", 1));

    var second = change(strikes, operation(Operator.ADD, new EdmInt32(0)));
    midScenario();

    assertThat(second.timestampTicks()).isGreaterThan(first.timestampTicks());
    assertThat(strikes.get("TX", "1").toMap()).isEqualTo(Map.of("Value", new EdmInt32(1)));
  }

  @Test
  default void aChangeHasUpTo100Operations() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));
    var operations = IntStream.range(0, Write.Change.MAX_OPERATIONS)
        .mapToObj(i -> PropertyOperation.of("P" + i, Operator.ADD, new EdmInt32(i)))
        .toArray(PropertyOperation[]::new);

    strikes.write(Write.change(key("TX", "1"), operations));
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(Write.Change.MAX_OPERATIONS);
  }

  @Test
  default void aChangeMayFillAnEntityUpTo252Properties() {
    var strikes = Table.in(this);
    var entity = entity("TX", "1");
    IntStream.range(0, Limits.PROPERTIES - 1).forEach(i -> entity.set("P" + i, i));
    strikes.insert(entity);

    change(strikes, operation(Operator.ADD, new EdmInt32(1)));
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(Limits.PROPERTIES);
    assertInvalid(
        ErrorCode.TOO_MANY_PROPERTIES,
        () -> strikes.write(Write.change(
            key("TX", "1"), PropertyOperation.of("Another", Operator.ADD, new EdmInt32(1)))));
  }

  @Test
  default void anAbsentEntityIsNotChanged() {
    var strikes = Table.in(this);

    assertNotFound(() -> change(strikes, operation(Operator.ADD, new EdmInt32(1))));
    midScenario();

    assertThat(strikes.all()).isEmpty();
    assertTableNotFound(
        () -> change(Table.absentIn(this), operation(Operator.ADD, new EdmInt32(1))));
  }

  @Test
  default void anAbsentEntityIsCreatedFromDefaultsAndAPresentOneIgnoresThem() {
    var strikes = Table.in(this);
    var take = Write.change(
            key("TX", "1"), PropertyOperation.of("Stock", Operator.ADD, new EdmInt32(-1)))
        .orCreate(entity("TX", "1").set("Stock", 10).set("Name", "nut").build());

    strikes.write(take);
    midScenario();
    strikes.write(take);

    assertThat(strikes.get("TX", "1").toMap())
        .isEqualTo(Map.of("Stock", new EdmInt32(8), "Name", new EdmString("nut")));
  }

  @Test
  default void aConditionIsJudgedByTheStoredEntity() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Stock", 1));
    var take = Write.change(
            key("TX", "1"), PropertyOperation.of("Stock", Operator.ADD, new EdmInt32(-1)))
        .when(FilterParser.parse("Stock ge 1 and not (Closed eq true)"));

    strikes.write(take);
    var failure = assertOtherVersion(() -> strikes.write(take));
    midScenario();

    assertThat(failure.facts()).contains("condition=false");
    assertThat(strikes.get("TX", "1").getInt32("Stock")).contains(0);
  }

  @Test
  default void aConditionIsJudgedByTheDefaultsOfAnAbsentEntity() {
    var strikes = Table.in(this);
    var take = Write.change(
            key("TX", "1"), PropertyOperation.of("Stock", Operator.ADD, new EdmInt32(-1)))
        .when(FilterParser.parse("Stock ge 1"));

    assertOtherVersion(() -> strikes.write(take.orCreate()));
    strikes.write(take.orCreate(entity("TX", "1").set("Stock", 1).build()));
    midScenario();

    assertThat(strikes.get("TX", "1").getInt32("Stock")).contains(0);
    assertNotFound(() -> strikes.write(
        Write.change(key("TX", "2"), PropertyOperation.of("Stock", Operator.ADD, new EdmInt32(-1)))
            .when(FilterParser.parse("Stock ge 1"))));
  }

  @Test
  default void aVersionIsACondition() {
    var strikes = Table.in(this);
    var first =
        IfMatch.version(strikes.insert(entity("TX", "1").set("Value", 1)).etag().orElseThrow());
    var add = Write.change(key("TX", "1"), operation(Operator.ADD, new EdmInt32(1)));

    strikes.write(add.ifMatch(first));
    assertOtherVersion(() -> strikes.write(add.ifMatch(first)));
    midScenario();

    assertThat(strikes.get("TX", "1").getInt32("Value")).contains(2);
  }

  @Test
  default void theAnswerCarriesTheEntitiesThatWereAskedFor() {
    var strikes = Table.in(this);
    var add = Write.change(key("TX", "1"), operation(Operator.ADD, new EdmInt32(1)));

    var created = strikes.write(add.orCreate().answering(Write.Answer.BEFORE_AND_AFTER));
    var second = strikes.write(add.answering(Write.Answer.BEFORE_AND_AFTER));
    var third = strikes.write(add.answering(Write.Answer.AFTER));
    var fourth = strikes.write(add);
    midScenario();

    assertThat(created.before()).isEmpty();
    assertThat(created.after().orElseThrow().toMap()).isEqualTo(Map.of("Value", new EdmInt32(1)));
    assertThat(second.before()).isEqualTo(created.after());
    assertThat(second.after().flatMap(Entity::timestamp).map(EdmDateTime::ticks))
        .contains(second.timestampTicks());
    assertThat(third.before()).isEmpty();
    assertThat(third.after().flatMap(after -> after.getInt32("Value"))).contains(3);
    assertThat(fourth.images()).isEqualTo(WriteResult.Images.NONE);
    assertThat(strikes.get("TX", "1").getInt32("Value")).contains(4);
  }

  @Test
  default void aLargeEntityIsAnsweredBeforeAndAfter() {
    var strikes = Table.in(this);
    var large = Entities.filled("p", "1", "A", Entities.LARGEST_FILLING - 100).build();
    strikes.insert(large);

    var result = strikes.write(
        Write.change(large.key(), PropertyOperation.of("Value", Operator.ADD, new EdmInt32(1)))
            .answering(Write.Answer.BEFORE_AND_AFTER));
    midScenario();

    assertThat(result.before().map(Entity::toMap)).contains(large.toMap());
    assertThat(result.after()).contains(strikes.get("p", "1"));
  }

  @Test
  default void changesAreCarriedOutInABatchOrNotAtAll() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Value", 1));
    var add = Write.change(key("TX", "1"), operation(Operator.ADD, new EdmInt32(1)));

    var results = strikes.submit(add, new Write.Insert(entity("TX", "2").build()));
    var failure = assertOtherVersion(() -> strikes.submit(
        new Write.Insert(entity("TX", "3").build()), add.when(FilterParser.parse("Value gt 2"))));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(results)
        .extracting(WriteResult::timestampTicks)
        .containsOnly(strikes.get("TX", "1").timestampTicks());
    assertThat(strikes.get("TX", "1").getInt32("Value")).contains(2);
    assertThat(strikes.find("TX", "3")).isEmpty();
  }

  @Test
  default void changesAreLinesOfABulkWrite() {
    var strikes = Table.in(this);
    var add =
        Write.change(key("TX", "1"), operation(Operator.ADD, new EdmInt32(1))).orCreate();

    var end = service()
        .bulk(strikes.name(), Flux.range(0, 50).map(i -> BulkLine.of(add)))
        .last()
        .block(Table.PATIENCE);
    midScenario();

    assertThat(end).isEqualTo(new BulkResult.End(50, 0));
    assertThat(strikes.get("TX", "1").getInt32("Value")).contains(50);
  }

  @Test
  default void manyWritersOfOneEntityLoseNothingAndNeverConflict() {
    var strikes = Table.in(this);
    var writers = 64;
    var each = 5;
    var add = Write.change(
            key("TX", "1"), PropertyOperation.of("Value", Operator.ADD, new EdmInt64(1)))
        .orCreate()
        .answering(Write.Answer.AFTER);

    var values = Flux.range(0, writers)
        .flatMap(
            i -> service()
                .write(strikes.name(), add)
                .repeat(each - 1L)
                .subscribeOn(Schedulers.parallel()),
            writers)
        .map(result -> result.after().flatMap(after -> after.getInt64("Value")).orElseThrow())
        .collectList()
        .blockOptional(Table.PATIENCE)
        .orElseThrow();
    midScenario();

    assertThat(values).hasSize(writers * each).doesNotHaveDuplicates();
    assertThat(strikes.get("TX", "1").getInt64("Value")).contains((long) writers * each);
  }

  /** Cases for services with joint commits. */
  interface Joint extends ChangeContract {

    @Test
    default void aChangeBesideChecksIsAnsweredWithEntities() {
      var strikes = Table.in(this);
      strikes.insert(entity("a", "1").set("Value", 5).set("Name", "owl"));
      strikes.insert(entity("b", "1"));
      var add = Write.change(key("a", "1"), operation(Operator.ADD, new EdmInt32(2)));
      var checks = List.of(
          TableWrite.present(strikes.name(), key("b", "1"), IfMatch.ANY),
          TableWrite.absent(strikes.name(), key("c", "1")));

      var both = changed(strikes, checks, add.answering(Write.Answer.BEFORE_AND_AFTER));
      var after = changed(strikes, checks, add.answering(Write.Answer.AFTER));
      var created = changed(
          strikes,
          checks,
          Write.change(key("a", "2"), operation(Operator.ADD, new EdmInt32(3)))
              .orCreate()
              .answering(Write.Answer.BEFORE_AND_AFTER));
      midScenario();

      assertThat(both.before().flatMap(found -> found.getInt32("Value"))).contains(5);
      assertThat(both.after().flatMap(found -> found.getInt32("Value"))).contains(7);
      assertThat(both.after().map(Entity::timestampTicks)).contains(both.timestampTicks());
      assertThat(after.before()).isEmpty();
      assertThat(after.after()).contains(strikes.get("a", "1"));
      assertThat(created.before()).isEmpty();
      assertThat(created.after()).contains(strikes.get("a", "2"));
    }

    @Test
    default void aLargeEntityIsAnsweredByAJointCommit() {
      var strikes = Table.in(this);
      var large = Entities.filled("p", "1", "A", Entities.LARGEST_FILLING - 100).build();
      strikes.insert(large);
      var add = Write.change(
              large.key(), PropertyOperation.of("Value", Operator.ADD, new EdmInt32(1)))
          .answering(Write.Answer.BEFORE_AND_AFTER);

      var result = changed(strikes, List.of(), add);
      midScenario();

      assertThat(result.before().map(Entity::toMap)).contains(large.toMap());
      assertThat(result.after()).contains(strikes.get("p", "1"));
    }

    /** Commits the change after the first check, before the others. */
    private WriteResult changed(Table table, List<TableWrite> checks, Write.Change change) {
      var operations = new ArrayList<>(checks);
      var at = Math.min(1, checks.size());
      operations.add(at, TableWrite.of(table.name(), change));
      var results = service()
          .commit(new JointCommit(operations))
          .blockOptional(Table.PATIENCE)
          .orElseThrow();
      assertThat(results).hasSize(operations.size());
      checks.forEach(check ->
          assertThat(results.get(operations.indexOf(check))).isEqualTo(WriteResult.REMOVED));
      return results.get(at);
    }

    @Test
    default void changesAreCarriedOutInAJointCommitOrNotAtAll() {
      var strikes = Table.in(this);
      strikes.insert(entity("a", "1").set("Coins", 5));
      strikes.insert(entity("b", "1").set("Coins", 0));

      pay(strikes, 4);
      var failure = assertOtherVersion(() -> pay(strikes, 4));
      midScenario();

      assertThat(failure.failedOperation()).isEqualTo(1);
      assertThat(strikes.get("a", "1").getInt32("Coins")).contains(1);
      assertThat(strikes.get("b", "1").getInt32("Coins")).contains(4);
    }

    private void pay(Table strikes, int coins) {
      strikes.commit(
          Write.change(
              key("b", "1"), PropertyOperation.of("Coins", Operator.ADD, new EdmInt32(coins))),
          Write.change(
                  key("a", "1"), PropertyOperation.of("Coins", Operator.ADD, new EdmInt32(-coins)))
              .when(FilterParser.parse("Coins ge " + coins)));
    }
  }
}
