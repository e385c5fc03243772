package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

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
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What is written as CSV with types is read as the same entities, whatever their values look like.
 */
final class CsvRoundTripProperties {

  @Property(tries = 500)
  void entitiesAreReadAsTheyWereWritten(@ForAll("entities") List<Entity> written)
      throws IOException {
    var read = read(text(written));

    assertThat(read).extracting(Entity::key).isEqualTo(keys(written));
    assertThat(read).extracting(Entity::toMap).isEqualTo(values(written));
  }

  @Provide
  Arbitrary<List<Entity>> entities() {
    return AnyEntities.lists();
  }

  private static String text(List<Entity> entities) throws IOException {
    var text = new StringWriter();
    try (var output = new CsvOutput(text, ',', Selection.ALL, true)) {
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
