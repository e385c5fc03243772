package io.weir.api.entity;

import static io.weir.api.entity.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import org.junit.jupiter.api.Test;

class EntityTest {

  private static final Entity BIRD = Entity.builder("CA", "17")
      .set("Species", "Dove")
      .set("Age", 3)
      .set("Night", true)
      .build();

  @Test
  void anEntityThatWasNeverStoredHasNoVersion() {
    assertThat(BIRD.timestampTicks()).isZero();
    assertThat(BIRD.timestamp()).isEmpty();
    assertThat(BIRD.etag()).isEmpty();
  }

  @Test
  void aStoredEntityHasTheVersionOfItsTimestamp() {
    var stored = BIRD.withTimestamp(1);

    assertThat(stored.timestamp()).contains(new EdmDateTime(1));
    assertThat(stored.etag()).contains(ETag.ofTimestamp(1));
    assertThat(stored.toMap()).isEqualTo(BIRD.toMap());
    assertThat(BIRD.timestampTicks()).isZero();
  }

  @Test
  void anEntityIsRestoredFromItsKeyAndStoredForm() {
    var whole = BIRD.withTimestamp(77).encoded();

    assertThat(BIRD.keyLengthBytes()).isEqualTo("CA_17".length());
    assertThat(BIRD.key()).isEqualTo(new EntityKey(BIRD.partitionKey(), BIRD.rowKey()));
    assertThat(whole).startsWith(0, 0, 0, 5, 'C', 'A', 0, '1', '7').endsWith(BIRD.storedForm(77));
  }

  @Test
  void mergingReplacesInPlaceAndAddsAtTheEnd() {
    var change = Entity.builder("CA", "17").set("New", 1L).set("Age", "three").build();

    var merged = change.mergedOver(BIRD.withTimestamp(5));

    assertThat(merged)
        .isEqualTo(Entity.builder("CA", "17")
            .set("Species", "Dove")
            .set("Age", "three")
            .set("Night", true)
            .set("New", 1L)
            .build());
  }

  @Test
  void mergingMayReachButNotExceedTheLimits() {
    var full = Entity.builder("p", "r");
    for (var i = 0; i < 252; i++) {
      full.set("P" + i, i);
    }
    var stored = full.build();
    var replacing = Entity.builder("p", "r").set("P251", "x").build();
    var adding = Entity.builder("p", "r").set("OneMore", "x").build();

    assertThat(replacing.mergedOver(stored).toMap()).hasSize(252);
    assertRefused(ErrorCode.TOO_MANY_PROPERTIES, () -> adding.mergedOver(stored));
  }

  @Test
  void mergingCountsTheSizeOfTheResult() {
    var large = Entity.builder("p", "r");
    for (var i = 0; i < 15; i++) {
      large.set("P" + i, new byte[65536]);
    }
    var stored = large.build();
    var replacing = Entity.builder("p", "r").set("P1", "x".repeat(32768)).build();
    var adding = Entity.builder("p", "r").set("P15", new byte[65536]).build();

    assertThat(replacing.mergedOver(stored).getString("P1")).isPresent();
    assertRefused(ErrorCode.ENTITY_TOO_LARGE, () -> adding.mergedOver(stored));
  }

  @Test
  void selectingKeepsKeyVersionAndOrder() {
    var stored = BIRD.withTimestamp(9);

    assertThat(stored.select(Selection.of("Night", "Absent", "Species")))
        .isEqualTo(Entity.builder("CA", "17")
            .set("Species", "Dove")
            .set("Night", true)
            .build()
            .withTimestamp(9));
    assertThat(stored.select(Selection.of("RowKey")).toMap()).isEmpty();
    assertThat(stored.select(Selection.ALL)).isSameAs(stored);
  }

  @Test
  void entitiesAreEqualWhenTheirBytesAre() {
    var same = Entity.builder("CA", "17")
        .set("Species", "Dove")
        .set("Age", 3)
        .set("Night", true)
        .build();
    var otherOrder = Entity.builder("CA", "17")
        .set("Age", 3)
        .set("Species", "Dove")
        .set("Night", true)
        .build();

    assertThat(same).isEqualTo(BIRD).hasSameHashCodeAs(BIRD);
    assertThat(otherOrder).isNotEqualTo(BIRD);
    assertThat(BIRD.withTimestamp(1)).isNotEqualTo(BIRD);
  }
}
