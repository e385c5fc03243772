package io.weir.api.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares entities with maps, and reads damaged bytes. */
class EntityProperties {

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anEncodedEntityIsDecodedUnchanged(@ForAll("entities") Entity entity) {
    assertThat(Entity.decode(entity.encoded())).isEqualTo(entity);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void sizesAtACursorAreThoseOfTheDecodedValues(@ForAll("entities") Entity entity) {
    for (var cursor = entity.properties(); cursor.next(); ) {
      var value = cursor.value();
      assertThat(EntitySize.ofProperty(cursor))
          .isEqualTo(EntitySize.ofProperty(cursor.name(), value));
      if (value instanceof EdmString text) {
        assertThat(EntitySize.ofContent(cursor)).isEqualTo(2 * text.value().length());
      }
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void mergingWorksAsForMaps(@ForAll("twoOfOneKey") List<Entity> two) {
    var model = new LinkedHashMap<>(two.get(0).toMap());
    model.putAll(two.get(1).toMap());

    var merged = two.get(1).mergedOver(two.get(0));

    assertThat(entries(merged)).isEqualTo(List.copyOf(model.entrySet()));
    assertThat(merged.key()).isEqualTo(two.get(0).key());
    assertThat(merged.timestampTicks()).isZero();
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void selectingWorksAsForMaps(
      @ForAll("entities") Entity entity, @ForAll("names") Set<String> names) {
    var model = new LinkedHashMap<>(entity.toMap());
    if (!names.isEmpty()) {
      model.keySet().retainAll(names);
    }

    var selected = entity.select(Selection.of(names));

    assertThat(entries(selected)).isEqualTo(List.copyOf(model.entrySet()));
    assertThat(selected.key()).isEqualTo(entity.key());
    assertThat(selected.timestampTicks()).isEqualTo(entity.timestampTicks());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void damagedBytesAreRefusedOrDecodeToAnotherEntity(
      @ForAll("entities") Entity entity, @ForAll Random random) {
    for (var round = 0; round < 30; round++) {
      var bytes = entity.encoded().clone();
      for (var damages = random.nextInt(3); damages >= 0; damages--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      assertRefusedOrRead(bytes);
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void truncatedOrExtendedBytesAreRefusedOrDecodeToAnotherEntity(
      @ForAll("entities") Entity entity, @ForAll Random random) {
    for (var round = 0; round < 10; round++) {
      var bytes = new byte[random.nextInt(entity.encoded().length + 20)];
      random.nextBytes(bytes);
      System.arraycopy(
          entity.encoded(), 0, bytes, 0, Math.min(bytes.length, entity.encoded().length));
      assertRefusedOrRead(bytes);
    }
  }

  @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
  void randomBytesAfterAKeyAreRefusedOrDecodeToAnEntity(@ForAll Random random) {
    var noise = new byte[random.nextInt(60)];
    random.nextBytes(noise);
    for (var i = 0; i < noise.length; i++) {
      noise[i] = random.nextInt(4) == 0 ? noise[i] : (byte) random.nextInt(9);
    }

    assertRefusedOrRead(noise);
    assertRefusedOrRead(ByteBuffer.allocate(7 + 8 + noise.length)
        .putInt(3)
        .put(new byte[] {'p', 0, 'r'})
        .putLong(random.nextInt(3))
        .put(noise)
        .array());
  }

  /**
   * Asserts that the bytes are refused, or are read as an entity that is encoded as the same bytes
   * and can be read completely.
   */
  private static void assertRefusedOrRead(byte[] bytes) {
    Entity entity;
    try {
      entity = Entity.decode(bytes);
    } catch (InvalidRequestException e) {
      return;
    }
    assertThat(entity.encoded()).isEqualTo(bytes);
    var copy = new EntityBuilder().key(entity.key());
    entity.toMap().forEach(copy::set);
    assertThat(copy.build().withTimestamp(entity.timestampTicks())).isEqualTo(entity);
  }

  private static List<Map.Entry<String, EdmValue>> entries(Entity entity) {
    return List.copyOf(entity.toMap().entrySet());
  }

  @Provide
  Arbitrary<Entity> entities() {
    return ArbitraryEntities.entities();
  }

  @Provide
  Arbitrary<List<Entity>> twoOfOneKey() {
    return ArbitraryText.keys()
        .flatMap(key -> ArbitraryEntities.ofKey(key).list().ofSize(2));
  }

  @Provide
  Arbitrary<Set<String>> names() {
    return Arbitraries.of("a", "b", "Age", "RowKey", "absent").set();
  }
}
