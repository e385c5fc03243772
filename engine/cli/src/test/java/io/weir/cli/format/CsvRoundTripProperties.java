package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.weir.api.entity.Selection;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.KeyColumns;
import io.weir.cli.rows.Survey;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What is written as CSV with types is read as the same entities, whatever their values look like.
 */
final class CsvRoundTripProperties {

  private static final String[] NAMES = {"a", "b", "Age", "_x", "Größe", "Timestamp2", "NType", "N"
  };

  @Property(tries = 500)
  void entitiesAreReadAsTheyWereWritten(@ForAll("entities") List<Entity> written)
      throws IOException {
    var read = read(text(written));

    assertThat(read).extracting(Entity::key).isEqualTo(keys(written));
    assertThat(read).extracting(Entity::toMap).isEqualTo(values(written));
  }

  @Provide
  Arbitrary<List<Entity>> entities() {
    var properties = Arbitraries.maps(Arbitraries.of(NAMES), values()).ofMaxSize(6);
    return Combinators.combine(keyTexts(), keyTexts(), properties)
        .as(CsvRoundTripProperties::entity)
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

  private static String text(List<Entity> entities) throws IOException {
    var text = new StringWriter();
    try (var output = new CsvOutput(text, Selection.ALL, true)) {
      for (var entity : entities) {
        output.write(entity);
      }
      output.end();
    }
    return text.toString();
  }

  private static List<Entity> read(String text) throws IOException {
    var file = new CsvFile(new CsvSource(() -> new StringReader(text), ','), Map.of());
    var keys = new KeyColumns(List.of("PartitionKey"), List.of("RowKey"), null);
    return EntityRows.of(Survey.of(file, keys, false, count -> {}))
        .collectList()
        .block();
  }

  private static List<?> keys(List<Entity> entities) {
    return entities.stream().map(Entity::key).toList();
  }

  private static List<?> values(List<Entity> entities) {
    return entities.stream().map(Entity::toMap).toList();
  }
}
