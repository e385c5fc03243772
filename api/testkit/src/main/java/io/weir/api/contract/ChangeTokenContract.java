package io.weir.api.contract;

import static io.weir.api.contract.Changes.operation;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertOtherVersion;
import static io.weir.api.contract.Failures.assertTokenReused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Cases for changes in place that are sent again with their token. */
public interface ChangeTokenContract extends Door {

  @Test
  default void aRepeatChangesNothingAndIsAnsweredAsTheFirst() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Value", 1));
    var add = add("TX", "1", 2).withToken(UUID.randomUUID());

    var first = strikes.write(add);
    var soon = strikes.write(add);
    midScenario();
    var later = strikes.write(add);

    assertThat(List.of(soon, later)).containsOnly(first);
    assertThat(value(strikes, "TX", "1")).isEqualTo(3);
    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(first.timestampTicks());
  }

  @Test
  default void aRepeatIsAnsweredWithTheEntitiesOfTheFirst() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Value", 1).set("Name", "owl"));
    var both =
        add("TX", "1", 2).answering(Write.Answer.BEFORE_AND_AFTER).withToken(UUID.randomUUID());
    var after =
        add("TX", "2", 5).orCreate().answering(Write.Answer.AFTER).withToken(UUID.randomUUID());

    var first = strikes.write(both);
    var created = strikes.write(after);
    strikes.write(add("TX", "1", 10));
    midScenario();

    assertThat(strikes.write(both)).isEqualTo(first);
    assertThat(first.before().flatMap(found -> found.getInt32("Value"))).contains(1);
    assertThat(first.after().flatMap(found -> found.getInt32("Value"))).contains(3);
    assertThat(strikes.write(after)).isEqualTo(created);
    assertThat(created.before()).isEmpty();
    assertThat(value(strikes, "TX", "1")).isEqualTo(13);
  }

  @Test
  default void aLargeAnswerIsRepeated() {
    var strikes = Table.in(this);
    var large = Entities.filled("p", "1", "A", Entities.LARGEST_FILLING - 100).build();
    strikes.insert(large);
    var add = Write.change(large.key(), operation(Operator.ADD, new EdmInt32(1)))
        .answering(Write.Answer.BEFORE_AND_AFTER)
        .withToken(UUID.randomUUID());

    var first = strikes.write(add);
    midScenario();

    assertThat(strikes.write(add)).isEqualTo(first);
  }

  @Test
  default void aRepeatIsAnsweredWhateverHasBecomeOfTheEntity() {
    var strikes = Table.in(this);
    var add = add("TX", "1", 1).orCreate().withToken(UUID.randomUUID());
    var take =
        add("TX", "1", -1).when(FilterParser.parse("Value ge 1")).withToken(UUID.randomUUID());
    var created = strikes.write(add);
    var taken = strikes.write(take);

    strikes.upsert(WriteMode.REPLACE, entity("TX", "1").set("Other", 1));
    assertThat(strikes.write(take)).isEqualTo(taken);
    strikes.delete("TX", "1", IfMatch.ANY);
    midScenario();

    assertThat(strikes.write(add)).isEqualTo(created);
    assertThat(strikes.write(take)).isEqualTo(taken);
    assertThat(strikes.all()).isEmpty();
  }

  @Test
  default void aChangeOfAVersionIsRepeatedThoughTheVersionIsGone() {
    var strikes = Table.in(this);
    var stored =
        IfMatch.version(strikes.insert(entity("TX", "1").set("Value", 1)).etag().orElseThrow());
    var add = add("TX", "1", 1).ifMatch(stored).withToken(UUID.randomUUID());

    var first = strikes.write(add);
    midScenario();

    assertThat(strikes.write(add)).isEqualTo(first);
    assertOtherVersion(() -> strikes.write(add("TX", "1", 1).ifMatch(stored)));
  }

  @Test
  default void aRefusedChangeIsNotRemembered() {
    var strikes = Table.in(this);
    var take =
        add("TX", "1", -1).when(FilterParser.parse("Value ge 1")).withToken(UUID.randomUUID());

    assertNotFound(() -> strikes.write(take));
    strikes.insert(entity("TX", "1").set("Value", 0));
    assertOtherVersion(() -> strikes.write(take));
    strikes.upsert(WriteMode.REPLACE, entity("TX", "1").set("Value", 1));
    midScenario();
    var first = strikes.write(take);

    assertThat(strikes.write(take)).isEqualTo(first);
    assertThat(value(strikes, "TX", "1")).isZero();
  }

  @Test
  default void aTokenStandsForOneChangeOfAnEntity() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Value", 1));
    var token = UUID.randomUUID();
    var add = add("TX", "1", 1).withToken(token);
    strikes.write(add);
    midScenario();

    assertTokenReused(() -> strikes.write(add("TX", "1", 2).withToken(token)));
    assertTokenReused(() -> strikes.write(add.answering(Write.Answer.AFTER)));
    assertTokenReused(() -> strikes.write(add.when(FilterParser.parse("Value ge 1"))));
    assertTokenReused(() -> strikes.write(
        Write.change(key("TX", "1"), PropertyOperation.of("Value", Operator.MAX, new EdmInt32(1)))
            .withToken(token)));
    var failure = assertTokenReused(
        () -> strikes.submit(new Write.Insert(entity("TX", "2").build()), add));

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(value(strikes, "TX", "1")).isEqualTo(2);
    assertThat(strikes.find("TX", "2")).isEmpty();
  }

  @Test
  default void aRepeatMayHaveItsOperationsInAnotherOrder() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Value", 1));
    var add = operation(Operator.ADD, new EdmInt32(1));
    var remove = PropertyOperation.remove("Old");
    var name = PropertyOperation.of("Name", Operator.SET, "owl");
    var token = UUID.randomUUID();

    var first = strikes.write(Write.change(key("TX", "1"), add, remove, name).withToken(token));
    midScenario();
    var again = strikes.write(Write.change(key("TX", "1"), name, add, remove).withToken(token));

    assertThat(again).isEqualTo(first);
    assertThat(value(strikes, "TX", "1")).isEqualTo(2);
    assertTokenReused(() -> strikes.write(
        Write.change(key("TX", "1"), add, PropertyOperation.remove("Name")).withToken(token)));
  }

  @Test
  default void entitiesAndTablesHaveTokensOfTheirOwn() {
    var token = UUID.randomUUID();
    var tables = List.of(Table.in(this), Table.in(this));
    for (var table : tables) {
      table.insert(entity("TX", "1").set("Value", 1));
      table.insert(entity("TX", "2").set("Value", 1));
      table.write(add("TX", "1", 1).withToken(token));
      table.write(add("TX", "2", 1).withToken(token));
    }
    midScenario();

    for (var table : tables) {
      assertThat(value(table, "TX", "1")).isEqualTo(2);
      assertThat(value(table, "TX", "2")).isEqualTo(2);
    }
  }

  @Test
  default void aTableThatIsCreatedAgainKnowsNoToken() {
    var strikes = Table.in(this);
    var add = add("TX", "1", 1).orCreate().withToken(UUID.randomUUID());
    strikes.write(add);

    strikes.drop();
    strikes.create();
    midScenario();
    strikes.write(add);

    assertThat(value(strikes, "TX", "1")).isEqualTo(1);
  }

  @Test
  default void theTokenOfAChangeInABatchStandsForTheBatch() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "old"));
    var batch = List.<Write>of(
        new Write.Insert(entity("TX", "new").build()),
        add("TX", "1", 1).orCreate().withToken(UUID.randomUUID()),
        add("TX", "2", 1).orCreate(),
        new Write.Delete(key("TX", "old"), IfMatch.ANY));

    var first = strikes.submit(batch);
    midScenario();
    var again = strikes.submit(batch);

    assertThat(again).isEqualTo(first);
    assertThat(first.get(3)).isEqualTo(WriteResult.REMOVED);
    assertThat(value(strikes, "TX", "1")).isEqualTo(1);
    assertThat(value(strikes, "TX", "2")).isEqualTo(1);
  }

  @Test
  default void aRepeatWithinABatchNamesItsOperationWhenTheBatchIsAnother() {
    var strikes = Table.in(this);
    var add = add("TX", "1", 1).orCreate().withToken(UUID.randomUUID());
    strikes.submit(add, new Write.Upsert(entity("TX", "2").build(), WriteMode.REPLACE));
    midScenario();

    var failure =
        assertTokenReused(() -> strikes.submit(new Write.Delete(key("TX", "2"), IfMatch.ANY), add));

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertTokenReused(() -> strikes.write(add));
  }

  @Test
  default void linesOfABulkWriteAreRepeated() {
    var strikes = Table.in(this);
    var token = UUID.randomUUID();
    var add = add("TX", "1", 1).orCreate().withToken(token);

    var results = bulk(strikes, BulkLine.of(add), BulkLine.of(add));
    midScenario();
    var again = bulk(
        strikes,
        BulkLine.of(add),
        BulkLine.of(add("TX", "1", 2).withToken(token)),
        BulkLine.of(add("TX", "2", 1).orCreate().withToken(token), "g"),
        BulkLine.of(add("TX", "3", 1).orCreate(), "g"));

    assertThat(results.get(2)).isEqualTo(new BulkResult.End(2, 0));
    assertThat(again.get(4)).isEqualTo(new BulkResult.End(3, 1));
    assertThat(again.get(0)).isEqualTo(results.get(0));
    assertThat(value(strikes, "TX", "1")).isEqualTo(1);
    assertThat(value(strikes, "TX", "3")).isEqualTo(1);
  }

  @Test
  default void repeatsThatOvertakeEachOtherCountOnce() {
    var strikes = Table.in(this);
    var tokens = Flux.range(0, 50).map(i -> UUID.randomUUID()).collectList().block();
    var sent = Flux.range(0, 4 * tokens.size())
        .map(i -> add("TX", "1", 1).orCreate().withToken(tokens.get(i % tokens.size())));

    sent.flatMap(add -> service().write(strikes.name(), add), 64).blockLast(Table.PATIENCE);
    midScenario();

    assertThat(value(strikes, "TX", "1")).isEqualTo(tokens.size());
  }

  private List<BulkResult> bulk(Table table, BulkLine... lines) {
    return service()
        .bulk(table.name(), Flux.just(lines))
        .collectList()
        .blockOptional(Table.PATIENCE)
        .orElseThrow();
  }

  private static Write.Change add(String partition, String row, int more) {
    return Write.change(new EntityKey(partition, row), operation(Operator.ADD, new EdmInt32(more)));
  }

  private static int value(Table table, String partition, String row) {
    return table.get(partition, row).getInt32("Value").orElseThrow();
  }

  /** Cases for services with joint commits. */
  interface Joint extends ChangeTokenContract {

    @Test
    default void theTokenOfAChangeInAJointCommitStandsForTheCommit() {
      var strikes = Table.in(this);
      var others = Table.in(this);
      strikes.insert(entity("a", "1").set("Value", 5));
      var pay = new JointCommit(List.of(
          TableWrite.of(others.name(), new Write.Insert(entity("c", "1").build())),
          TableWrite.of(strikes.name(), add("b", "1", 4).orCreate()),
          TableWrite.of(
              strikes.name(),
              add("a", "1", -4)
                  .when(FilterParser.parse("Value ge 4"))
                  .withToken(UUID.randomUUID())),
          TableWrite.absent(others.name(), key("d", "1"))));

      var first = committed(pay);
      midScenario();
      others.insert(entity("d", "1"));
      var again = committed(pay);

      assertThat(again).isEqualTo(first);
      assertThat(value(strikes, "a", "1")).isEqualTo(1);
      assertThat(value(strikes, "b", "1")).isEqualTo(4);
    }

    @Test
    default void aRepeatMayCheckAnotherVersion() {
      var strikes = Table.in(this);
      var fence = IfMatch.version(strikes.insert(entity("f", "1")).etag().orElseThrow());
      var add =
          add("a", "1", 4).orCreate().answering(Write.Answer.AFTER).withToken(UUID.randomUUID());
      var change = TableWrite.of(strikes.name(), add);
      var first = committed(
          JointCommit.of(change, TableWrite.present(strikes.name(), key("f", "1"), fence)));

      var moved = IfMatch.version(
          strikes.upsert(WriteMode.REPLACE, entity("f", "1")).etag().orElseThrow());
      midScenario();
      var again = committed(
          JointCommit.of(change, TableWrite.present(strikes.name(), key("f", "1"), moved)));

      assertThat(again).isEqualTo(first);
      assertThat(value(strikes, "a", "1")).isEqualTo(4);
      assertTokenReused(() ->
          committed(JointCommit.of(change, TableWrite.absent(strikes.name(), key("f", "1")))));
      assertTokenReused(() -> committed(
          JointCommit.of(change, TableWrite.present(strikes.name(), key("f", "2"), IfMatch.ANY))));
    }

    @Test
    default void aTokenOfAnotherJointCommitNamesItsOperation() {
      var strikes = Table.in(this);
      var add = add("a", "1", 1).orCreate().withToken(UUID.randomUUID());
      strikes.write(add);
      midScenario();

      var failure = assertTokenReused(() -> committed(JointCommit.of(
          TableWrite.of(strikes.name(), new Write.Insert(entity("b", "1").build())),
          TableWrite.of(strikes.name(), add))));

      assertThat(failure.failedOperation()).isEqualTo(1);
      assertThat(strikes.find("b", "1")).isEmpty();
    }

    private List<WriteResult> committed(JointCommit commit) {
      return service().commit(commit).blockOptional(Table.PATIENCE).orElseThrow();
    }
  }
}
