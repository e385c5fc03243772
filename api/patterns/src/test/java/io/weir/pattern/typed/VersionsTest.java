package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import org.junit.jupiter.api.Test;

/** A changed type reads entities that its older versions wrote. */
final class VersionsTest {

  record Customer(@PartitionKey String country, @RowKey String id, String phone, String tier) {}

  private static final EntityType<Customer> CUSTOMERS = EntityType.of(Customer.class)
      .upgradedBy(
          first -> first.put("phone", first.remove("tel")),
          second -> second.putIfAbsent("tier", new EdmString("basic")));

  @Test
  void everyOlderVersionIsUpgradedStepByStep() {
    var first = Entity.builder("no", "1").set("tel", "12").build();
    var second =
        Entity.builder("no", "1").set("EntityVersion", 2).set("phone", "12").build();
    var third =
        Entity.builder("no", "1").set("EntityVersion", 3).set("phone", "12").build();

    assertThat(CUSTOMERS.fromEntity(first)).isEqualTo(new Customer("no", "1", "12", "basic"));
    assertThat(CUSTOMERS.fromEntity(second)).isEqualTo(new Customer("no", "1", "12", "basic"));
    assertThat(CUSTOMERS.fromEntity(third)).isEqualTo(new Customer("no", "1", "12", null));
    assertThat(CUSTOMERS.fromEntity(Entity.builder("no", "1").build()).phone()).isNull();
  }

  @Test
  void writtenEntitiesHaveTheCurrentVersion() {
    assertThat(CUSTOMERS.toEntity(new Customer("no", "1", "12", null)))
        .isEqualTo(
            Entity.builder("no", "1").set("EntityVersion", 3).set("phone", "12").build());
    assertThat(EntityType.of(Customer.class)
            .upgradedBy()
            .toEntity(new Customer("no", "1", null, null))
            .getInt32("EntityVersion"))
        .contains(1);
  }

  @Test
  void aLaterVersionIsRefused() {
    assertThatThrownBy(() -> CUSTOMERS.fromEntity(
            Entity.builder("no", "1").set("EntityVersion", 4).build()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("version=4 known=1..3");
    assertThatThrownBy(() -> CUSTOMERS.fromEntity(
            Entity.builder("no", "1").set("EntityVersion", 0).build()))
        .hasMessageContaining("version=0");
  }

  @Test
  void anUpgradeMayReadAllProperties() {
    assertThat(CUSTOMERS.selection()).isEqualTo(Selection.ALL);
  }
}
