package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Interruption;
import io.weir.pattern.filter.Condition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes in place of entities that an older version of their type has written. */
final class UpgradedChangeTest {

  private static final TableName TABLE = new TableName("Owls");
  private static final EntityKey KEY = new EntityKey("TX", "1");

  record Owl(
      @PartitionKey String state,
      @RowKey String id,
      long calls,
      @Nullable String place) {}

  private static final EntityType<Owl> TYPE = EntityType.of(Owl.class)
      .upgradedBy(
          first -> first.put("calls", first.remove("seen")),
          second -> second.putIfAbsent("place", new EdmString("barn")));

  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void create() {
    service.createTable(TABLE).block();
  }

  @Test
  void anOlderEntityIsStoredInTheCurrentVersionBeforeItIsChanged() {
    store(entity().set("seen", 5L).set("Other", "kept"));

    assertThat(add(service, 2)).isEqualTo(new Owl("TX", "1", 7, "barn"));
    assertThat(add(service, 2)).isEqualTo(new Owl("TX", "1", 9, "barn"));

    assertThat(stored().toMap())
        .isEqualTo(Map.of(
            "EntityVersion", new EdmInt32(3),
            "calls", new EdmInt64(9),
            "place", new EdmString("barn"),
            "Other", new EdmString("kept")));
  }

  @Test
  void writersOfTheOlderVersionThatComeBetweenLoseNothing() {
    store(entity().set("seen", 5L));
    var another =
        service.write(TABLE, Write.change(KEY, PropertyOperation.of("seen", Operator.ADD, 10L)));

    assertThat(add(Interruption.after(service, "get", TABLE, another), 2).calls())
        .isEqualTo(17);
  }

  @Test
  void anEntityThatIsDeletedBeforeItsUpgradeIsAbsent() {
    store(entity().set("seen", 5L));
    var deletion = service.write(TABLE, new Write.Delete(KEY, IfMatch.ANY));
    var overtaken = Interruption.after(service, "get", TABLE, deletion);

    assertThatThrownBy(() -> add(overtaken, 2)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aConditionIsJudgedByTheCurrentVersion() {
    store(entity().set("seen", 5L));
    var add = owls(service).change(KEY).add(Owl::calls, 2);

    assertThatThrownBy(() -> add.when(Condition.where("calls").gt(5)).apply().block())
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(add.when(Condition.where("calls").ge(5)).apply().map(Owl::calls).block())
        .isEqualTo(7);
  }

  @Test
  void anAbsentEntityIsCreatedInTheCurrentVersion() {
    var add = owls(service).change(KEY).add(Owl::calls, 2);

    assertThatThrownBy(() -> add.apply().block()).isInstanceOf(NotFoundException.class);
    add.orCreate(new Owl("TX", "1", 3, null)).apply().block();

    assertThat(stored().toMap())
        .isEqualTo(Map.of("EntityVersion", new EdmInt32(3), "calls", new EdmInt64(5)));
  }

  @Test
  void aLaterVersionIsNotChanged() {
    var firstOnly = TypedTable.of(service, "Owls", EntityType.of(Owl.class).upgradedBy());
    for (var owls : List.of(owls(service), firstOnly)) {
      store(entity().set("EntityVersion", 4).set("calls", 5L));

      var add = owls.change(KEY).add(Owl::calls, 2);
      assertThatThrownBy(() -> add.apply().block())
          .isInstanceOf(MappingException.class)
          .hasMessageContaining("version=4");
      assertThat(stored().getInt64("calls")).contains(5L);
    }
  }

  @Test
  void aTypeWithoutUpgradesChangesEntitiesWithoutAVersion() {
    store(entity().set("calls", 5L));
    var firstOnly = TypedTable.of(service, "Owls", EntityType.of(Owl.class).upgradedBy());

    assertThat(firstOnly.change(KEY).add(Owl::calls, 2).apply().map(Owl::calls).block())
        .isEqualTo(7);
  }

  private static TypedTable<Owl> owls(TableService service) {
    return TypedTable.of(service, "Owls", TYPE);
  }

  private static Owl add(TableService service, int calls) {
    return owls(service).change(KEY).add(Owl::calls, calls).apply().block();
  }

  private static EntityBuilder entity() {
    return Entity.builder("TX", "1");
  }

  private void store(EntityBuilder entity) {
    service.write(TABLE, new Write.Upsert(entity.build(), WriteMode.REPLACE)).block();
  }

  private Entity stored() {
    return service.get(TABLE, KEY).block();
  }
}
