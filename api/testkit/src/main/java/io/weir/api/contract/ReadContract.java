package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cases for point reads: one entity is read by its keys. */
public interface ReadContract extends Door {

  @Test
  default void anEntityIsReadByItsKeys() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));
    strikes.insert(entity("TX", "2").set("Species", "Osprey"));
    strikes.insert(entity("CA", "1").set("Species", "Barn owl"));

    midScenario();

    assertThat(strikes.get("TX", "2").getString("Species")).contains("Osprey");
    assertThat(strikes.get("CA", "1").getString("Species")).contains("Barn owl");
  }

  @Test
  default void readingAnAbsentEntityIsEmpty() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "2"));

    midScenario();

    assertThat(strikes.find("TX", "1")).isEmpty();
    assertThat(strikes.find("TX", "3")).isEmpty();
    assertThat(strikes.find("CA", "2")).isEmpty();
    assertThat(strikes.find("TX", "")).isEmpty();
  }

  @Test
  default void everyReadOfAnAbsentTableFails() {
    var strikes = Table.absentIn(this);

    midScenario();

    assertTableNotFound(() -> strikes.find("TX", "1"));
    assertTableNotFound(() -> strikes.page(Query.ALL));
    assertTableNotFound(() -> strikes.page(Query.ALL.where("false")));
    assertTableNotFound(() -> strikes.page(Query.ALL.top(0)));
    assertTableNotFound(() -> strikes.items(Query.ALL));
    assertTableNotFound(() -> strikes.items(Query.ALL.where("false")));
  }

  @Test
  default void aReadAnswersTheSelectedProperties() {
    var strikes = Table.in(this);
    strikes.insert(
        entity("TX", "1").set("Species", "Killdeer").set("Height", 300).set("Damage", true));

    midScenario();
    var back = read(strikes, Selection.of("Height", "Species"));

    assertThat(back.toMap())
        .isEqualTo(Map.of("Species", new EdmString("Killdeer"), "Height", new EdmInt32(300)));
  }

  @Test
  default void aSelectionKeepsKeysAndVersion() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 300));

    midScenario();
    var back = read(strikes, Selection.of("Height"));

    assertThat(back.key()).isEqualTo(key("TX", "1"));
    assertThat(back.timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void aSelectedPropertyThatIsAbsentStaysAbsent() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();

    assertThat(read(strikes, Selection.of("species", "Cost")).toMap()).isEmpty();
    assertThat(read(strikes, Selection.of("Cost", "Species")).toMap()).containsOnlyKeys("Species");
  }

  @Test
  default void aSelectionOfSystemPropertiesHoldsNoOthers() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();

    assertThat(
            read(strikes, Selection.of("PartitionKey", "RowKey", "Timestamp")).toMap())
        .isEmpty();
  }

  private Entity read(Table table, Selection selection) {
    return service()
        .get(table.name(), key("TX", "1"), selection)
        .blockOptional(Table.PATIENCE)
        .orElseThrow();
  }
}
