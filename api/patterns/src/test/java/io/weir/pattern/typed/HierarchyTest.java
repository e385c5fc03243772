package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** Several types in one table. */
final class HierarchyTest {

  sealed interface Event {}

  record Login(@PartitionKey String user, @RowKey String at, String device) implements Event {}

  @JsonTypeName("Pay")
  record Payment(@PartitionKey String user, @RowKey String at, long cents) implements Event {}

  sealed interface Rare extends Event {}

  record Deletion(@PartitionKey String user, @RowKey String at) implements Rare {}

  @Test
  void theTypeNameSelectsTheSubtypeOfASealedType() {
    var type = EntityType.of(Event.class);

    assertThat(type.toEntity(new Payment("u", "1", 5)))
        .isEqualTo(
            Entity.builder("u", "1").set("EntityType", "Pay").set("cents", 5L).build());
    assertThat(Stream.of(
            new Login("u", "1", "phone"), new Payment("u", "2", 5), new Deletion("u", "3")))
        .allSatisfy(event -> assertThat(type.fromEntity(type.toEntity(event))).isEqualTo(event));
    assertThat(type.selection().names())
        .containsExactlyInAnyOrder("PartitionKey", "RowKey", "EntityType", "cents", "device");
  }

  @Test
  void aSingleSubtypeStoresItsTypeName() {
    var logins = EntityType.of(Login.class);

    assertThat(logins.toEntity(new Login("u", "1", "phone")).getString("EntityType"))
        .contains("Login");
    assertThatThrownBy(
            () -> logins.fromEntity(EntityType.of(Event.class).toEntity(new Deletion("u", "3"))))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("EntityType=Deletion known=[Login]");
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "Kind", defaultImpl = Plain.class)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Plain.class, name = "plain"),
    @JsonSubTypes.Type(value = Fancy.class, name = "fancy")
  })
  abstract static class Widget {
    @PartitionKey
    public String group = "g";

    @RowKey
    public String name = "n";
  }

  static class Plain extends Widget {
    public int size = 1;
  }

  static class Fancy extends Plain {
    public String colour = "red";
  }

  @Test
  void jacksonAnnotationsSelectTheSubclass() {
    var type = EntityType.of(Widget.class);
    var entity = type.toEntity(new Fancy());

    assertThat(entity)
        .isEqualTo(Entity.builder("g", "n")
            .set("Kind", "fancy")
            .set("size", 1)
            .set("colour", "red")
            .build());
    assertThat(type.fromEntity(entity)).isInstanceOf(Fancy.class);
    assertThat(type.fromEntity(Entity.builder("g", "n").build())).isExactlyInstanceOf(Plain.class);
  }

  @Test
  void entitiesWithoutATypeNameAreResolvedByAFunction() {
    var type = EntityType.of(Event.class)
        .resolvedBy(entity -> entity.getInt64("cents").isPresent() ? "Pay" : "Login");

    assertThat(type.fromEntity(Entity.builder("u", "1").set("cents", 5L).build()))
        .isEqualTo(new Payment("u", "1", 5));
    assertThat(type.fromEntity(
            Entity.builder("u", "1").set("EntityType", "Deletion").build()))
        .isEqualTo(new Deletion("u", "1"));
  }

  @Test
  void aBranchIsReadWithTheUpgradesOfItsFamily() {
    var service = new ModelTableService();
    var type = EntityType.of(Event.class)
        .upgradedBy(first -> first.put("device", first.remove("terminal")));
    var events = TypedTable.of(service, "Events", type);
    var old = Entity.builder("u", "1")
        .set("EntityType", "Login")
        .set("terminal", "phone")
        .build();
    var stored = events
        .createIfAbsent()
        .then(service.write(new TableName("Events"), new Write.Insert(old)))
        .then(events.insert(new Login("u", "2", "tablet")));

    stored
        .thenMany(events.only(Login.class).query())
        .as(StepVerifier::create)
        .expectNext(new Login("u", "1", "phone"), new Login("u", "2", "tablet"))
        .verifyComplete();
    events
        .only(Login.class)
        .get(old.key())
        .as(StepVerifier::create)
        .expectNext(new Login("u", "1", "phone"))
        .verifyComplete();
  }

  @Test
  void anUnknownTypeNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> EntityType.of(Event.class)
            .fromEntity(Entity.builder("u", "1").set("EntityType", "Alien").build()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("EntityType=Alien")
        .hasMessageContaining("Login")
        .hasMessageContaining("Pay");
    assertThatThrownBy(
            () -> EntityType.of(Event.class).fromEntity(Entity.builder("u", "1").build()))
        .hasMessageContaining("EntityType=absent");
  }

  interface Unknown {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  abstract static class ByClass {}

  @Test
  void familiesWithoutTypeNamesAreRefused() {
    assertThatThrownBy(() -> EntityType.of(Unknown.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("@JsonSubTypes");
    assertThatThrownBy(() -> EntityType.of(ByClass.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use=CLASS");
  }
}
