package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.KeyColumns;
import io.weir.cli.rows.Survey;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class CsvOutputTest {

  @Test
  void writtenEntitiesAreReadBackUnchanged() throws IOException {
    var written = List.of(
        Entity.builder("p,1", "r\"1")
            .set("Name", "two\nlines")
            .set("Count", 3)
            .set("Large", 1L << 40)
            .set("At", Instant.parse("1990-01-08T12:30:00.5Z"))
            .set("Id", new UUID(1, 2))
            .build(),
        Entity.builder("p,1", "r2")
            .set("Name", "x")
            .set("Share", 0.25)
            .set("Open", true)
            .build());

    assertThat(read(text(Selection.ALL, written)))
        .extracting(Entity::key, entity -> Map.copyOf(entity.toMap()))
        .containsExactlyElementsOf(written.stream()
            .map(entity -> tuple(entity.key(), Map.copyOf(entity.toMap())))
            .toList());
  }

  @Test
  void theSelectionDeterminesTheColumnsAndTheirOrder() throws IOException {
    var entity = Entity.builder("p", "r").set("A", 1).set("B", 2).build();

    assertThat(text(Selection.of("B", "RowKey", "Missing"), List.of(entity)))
        .isEqualTo("B,B@type,RowKey,Missing,Missing@type\n2,Int32,r,,\n");
  }

  @Test
  void typesAreLeftOutOnDemand() throws IOException {
    var text = new StringWriter();
    try (var output = new CsvOutput(text, ',', Selection.ALL, false)) {
      output.write(Entity.builder("p", "r").set("A", 1).build());
    }

    assertThat(text).hasToString("PartitionKey,RowKey,A\np,r,1\n");
  }

  @Test
  void anEmptyResultIsOnlyAHeader() throws IOException {
    assertThat(text(Selection.ALL, List.of())).isEqualTo("PartitionKey,RowKey\n");
  }

  @Test
  void propertiesWithoutAColumnAreReported() throws IOException {
    var text = new StringWriter();
    var output = new CsvOutput(text, ',', Selection.ALL, true);
    for (var i = 0; i < 1000; i++) {
      output.write(Entity.builder("p", "r" + i).set("A", i).build());
    }

    output.write(Entity.builder("p", "s").set("A", 1).set("Late", 1).build());
    output.end();

    assertThat(output.leftOut()).containsExactly("Late");
    assertThat(text.toString())
        .startsWith("PartitionKey,RowKey,A,A@type\n")
        .endsWith("p,s,1,Int32\n");
  }

  private static String text(Selection selection, List<Entity> entities) throws IOException {
    var text = new StringWriter();
    try (var output = new CsvOutput(text, ',', selection, true)) {
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
}
