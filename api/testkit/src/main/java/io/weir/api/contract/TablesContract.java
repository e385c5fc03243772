package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertTableExists;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Cases for the creation and removal of tables. */
public interface TablesContract extends Door {

  @Test
  default void aCreatedTableExists() {
    var strikes = Table.in(this);

    midScenario();

    assertThat(strikes.lookUp()).contains(strikes.name());
    assertThat(strikes.all()).isEmpty();
  }

  @Test
  default void aTableThatWasNeverCreatedIsAbsent() {
    var strikes = Table.absentIn(this);

    midScenario();

    assertThat(strikes.lookUp()).isEmpty();
  }

  @Test
  default void aTableIsCreatedOnlyOnce() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));

    midScenario();
    assertTableExists(strikes::create);

    assertThat(keysOf(strikes.all())).containsExactly("TX/1");
  }

  @Test
  default void namesThatDifferInCaseAloneNameOneTable() {
    var strikes = Table.in(this);
    var shouted = Table.named(this, strikes.name().value().toUpperCase(Locale.ROOT));
    strikes.insert(entity("TX", "1"));

    midScenario();

    assertTableExists(shouted::create);
    assertThat(keysOf(shouted.all())).containsExactly("TX/1");
    assertThat(shouted.find("TX", "1")).isPresent();
  }

  @Test
  default void aTableKeepsTheCaseOfItsCreation() {
    var strikes = Table.in(this);
    var whispered = Table.named(this, strikes.name().value().toLowerCase(Locale.ROOT));

    midScenario();

    assertThat(whispered.lookUp().orElseThrow().value())
        .isEqualTo(strikes.name().value());
  }

  @Test
  default void aTableRecreatedInOtherCaseHasThatCase() {
    var strikes = Table.in(this);
    var shouted = Table.named(this, strikes.name().value().toUpperCase(Locale.ROOT));
    strikes.drop();
    shouted.create();

    midScenario();

    assertThat(strikes.lookUp().orElseThrow().value()).isEqualTo(shouted.name().value());
  }

  @Test
  default void aDroppedTableIsAbsent() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    strikes.drop();

    midScenario();

    assertThat(strikes.lookUp()).isEmpty();
    assertTableNotFound(strikes::all);
    assertTableNotFound(() -> strikes.find("TX", "0001"));
    assertTableNotFound(() -> strikes.insert(entity("TX", "0001")));
  }

  @Test
  default void aTableIsDroppedByItsNameInAnyCase() {
    var strikes = Table.in(this);
    Table.named(this, strikes.name().value().toUpperCase(Locale.ROOT)).drop();

    midScenario();

    assertThat(strikes.lookUp()).isEmpty();
  }

  @Test
  default void anAbsentTableCannotBeDropped() {
    var strikes = Table.absentIn(this);

    midScenario();

    assertNotFound(strikes::drop);
  }

  @Test
  default void aTableIsDroppedOnlyOnce() {
    var strikes = Table.in(this);
    strikes.drop();

    midScenario();

    assertNotFound(strikes::drop);
  }

  @Test
  default void aTableRecreatedAtOnceIsEmpty() {
    var strikes = Table.in(this).load(numbered("TX", 250)).load(numbered("CA", 250));
    strikes.drop();
    strikes.create();

    midScenario();

    assertThat(strikes.all()).isEmpty();
    assertThat(strikes.find("TX", "0001")).isEmpty();
  }

  @Test
  default void aRecreatedTableAcceptsItsFormerKeys() {
    var strikes = Table.in(this).load(numbered("TX", 100));
    strikes.drop();
    strikes.create();
    strikes.insert(entity("TX", "0042").set("Species", "Killdeer"));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/0042");
    assertThat(strikes.get("TX", "0042").getString("Species")).contains("Killdeer");
  }

  @Test
  default void aTableMayBeDroppedAndRecreatedManyTimes() {
    var strikes = Table.in(this);
    for (var life = 1; life <= 5; life++) {
      strikes.insert(entity("TX", "life" + life));
      strikes.drop();
      strikes.create();
    }
    strikes.insert(entity("TX", "last"));

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/last");
  }

  @Test
  default void tablesKeepTheirEntitiesApart() {
    var strikes = Table.in(this);
    var sightings = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));
    sightings.insert(entity("TX", "1").set("Species", "Osprey"));

    midScenario();

    assertThat(strikes.get("TX", "1").getString("Species")).contains("Killdeer");
    assertThat(sightings.get("TX", "1").getString("Species")).contains("Osprey");
    assertThat(strikes.select(Query.ALL)).hasSize(1);
  }

  @Test
  default void droppingATableKeepsItsNeighbours() {
    var before = Table.in(this).load(numbered("TX", 20));
    var strikes = Table.in(this).load(numbered("TX", 20));
    var behind = Table.in(this).load(numbered("TX", 20));
    strikes.drop();

    midScenario();

    assertThat(before.all()).hasSize(20);
    assertThat(behind.all()).hasSize(20);
  }
}
