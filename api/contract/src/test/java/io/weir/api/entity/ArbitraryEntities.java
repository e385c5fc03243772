package io.weir.api.entity;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Entities with few property names, so that two entities often share some. */
final class ArbitraryEntities {

  private static final String[] NAMES = {"a", "b", "c", "A", "Age", "_x", "Größe", "a".repeat(130)};

  private ArbitraryEntities() {}

  static Arbitrary<Entity> entities() {
    return ArbitraryText.keys().flatMap(ArbitraryEntities::ofKey);
  }

  static Arbitrary<Entity> ofKey(EntityKey key) {
    var properties = Arbitraries.maps(Arbitraries.of(NAMES), values()).ofMaxSize(6);
    var ticks = Arbitraries.longs().between(0, EdmDateTime.MAX_TICKS);
    return Combinators.combine(properties, ticks).as((map, timestamp) -> {
      var builder = new EntityBuilder().key(key);
      map.forEach(builder::set);
      return builder.build().withTimestamp(timestamp);
    });
  }

  private static Arbitrary<EdmValue> values() {
    return Arbitraries.oneOf(
        ArbitraryText.wellFormed().map(EdmString::new),
        ArbitraryText.wellFormed().map(text -> new EdmString(text.repeat(40))),
        Arbitraries.integers().map(EdmInt32::new),
        Arbitraries.longs().map(EdmInt64::new),
        Arbitraries.doubles().map(EdmDouble::new),
        Arbitraries.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY).map(EdmDouble::new),
        Arbitraries.of(true, false).map(EdmBoolean::new),
        Arbitraries.longs().between(0, EdmDateTime.MAX_TICKS).map(EdmDateTime::new),
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
            .as(UUID::new)
            .map(EdmGuid::new),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(300).map(EdmBinary::new));
  }
}
