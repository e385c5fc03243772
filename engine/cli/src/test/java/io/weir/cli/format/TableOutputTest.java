package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableOutputTest {

  @Test
  void columnsFitTheirCellsAndNumbersAreAlignedRight() throws IOException {
    var entities = List.of(
        Entity.builder("Texas", "1").set("Species", "Owl").set("Cost", 7).build(),
        Entity.builder("Utah", "2").set("Species", "Gull").set("Cost", 12345).build());

    assertThat(shown(Selection.of("PartitionKey", "Species", "Cost"), entities))
        .containsExactly(
            "PartitionKey  Species   Cost",
            "------------  -------  -----",
            "Texas         Owl          7",
            "Utah          Gull     12345");
  }

  @Test
  void longCellsAreCutAndControlCharactersAreBlanks() throws IOException {
    var entity = Entity.builder("p", "r").set("Text", "a\tb" + "c".repeat(60)).build();

    assertThat(shown(Selection.of("Text"), List.of(entity)))
        .last()
        .isEqualTo("a b" + "c".repeat(36) + "…");
  }

  @Test
  void rowsAfterTheSampleKeepItsColumns() throws IOException {
    var entities = new ArrayList<Entity>();
    for (var i = 0; i < 150; i++) {
      entities.add(Entity.builder("p", "r" + i).set("A", i).build());
    }
    entities.add(Entity.builder("p", "s").set("B", 1).build());

    assertThat(shown(Selection.ALL, entities)).hasSize(153).last().isEqualTo("p             s");
  }

  @Test
  void anEmptyResultIsOnlyAHeader() throws IOException {
    assertThat(shown(Selection.ALL, List.of()))
        .containsExactly("PartitionKey  RowKey", "------------  ------");
  }

  @Test
  void bufferedRowsAreShownOnRequest() throws IOException {
    var text = new StringWriter();
    var output = new TableOutput(text, Selection.of("A"));
    output.write(Entity.builder("p", "r").set("A", 1).build());
    assertThat(text.toString()).isEmpty();

    output.flush();
    assertThat(text.toString().lines()).containsExactly("A", "-", "1");

    output.end();
    assertThat(text.toString().lines()).hasSize(3);
  }

  @Test
  void aResultWithoutRowsOrEndPrintsNothing() throws IOException {
    var text = new StringWriter();

    new TableOutput(text, Selection.ALL).close();

    assertThat(text.toString()).isEmpty();
  }

  private static List<String> shown(Selection selection, List<Entity> entities) throws IOException {
    var text = new StringWriter();
    try (var output = new TableOutput(text, selection)) {
      for (var entity : entities) {
        output.write(entity);
      }
      output.end();
    }
    return text.toString().lines().toList();
  }
}
