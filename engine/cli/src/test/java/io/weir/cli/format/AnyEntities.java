package io.weir.cli.format;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Entities with properties of all types, and with texts that formats may take for something else.
 */
public final class AnyEntities {

  private static final String[] NAMES = {"a", "b", "Age", "_x", "Größe", "Timestamp2", "NType", "N"
  };

  private AnyEntities() {}

  /** Returns lists of entities, of which some may have the same keys. */
  public static Arbitrary<List<Entity>> lists() {
    var properties = Arbitraries.maps(Arbitraries.of(NAMES), values()).ofMaxSize(6);
    return Combinators.combine(keyTexts(), keyTexts(), properties)
        .as(AnyEntities::entity)
        .list()
        .ofMaxSize(8);
  }

  private static Entity entity(String partition, String row, Map<String, EdmValue> properties) {
    var entity = Entity.builder(partition, row);
    properties.forEach(entity::set);
    return entity.build();
  }

  private static Arbitrary<String> keyTexts() {
    return Arbitraries.strings().withChars(",\"' \uFEFF;=@aé\u4F60 0").ofMaxLength(4);
  }

  private static Arbitrary<EdmValue> values() {
    return Arbitraries.oneOf(
        texts().map(EdmString::new),
        Arbitraries.integers().map(EdmInt32::new),
        Arbitraries.longs().map(EdmInt64::new),
        Arbitraries.longs().map(Double::longBitsToDouble).map(EdmDouble::new),
        Arbitraries.of(0.0, -0.0, 1e20, 5.0, Double.NaN, Double.NEGATIVE_INFINITY)
            .map(EdmDouble::new),
        Arbitraries.of(true, false).map(EdmBoolean::new),
        Arbitraries.longs().between(0, EdmDateTime.MAX_TICKS).map(EdmDateTime::new),
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
            .as(UUID::new)
            .map(EdmGuid::new),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(EdmBinary::new));
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "", "5", "007", "true", "null", "1.50", "2026-01-02", "YQ==", "Int32", "NaN", "=1+1"),
        Arbitraries.of(new UUID(1, 2).toString(), "2026-01-02T03:04:05Z", " ", "\"", "\"\"", "#a"),
        Arbitraries.strings().withChars(",\"\r\n\t \uFEFF\0aé;'@").ofMaxLength(6),
        Arbitraries.of("\uD83E\uDD89", "a\r", "\r\nb", "\"a\",\"b\"\n"));
  }
}
