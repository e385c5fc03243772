package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.json.EntityReader;
import io.weir.api.json.NamedTable;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Bodies and lines of JSON are either parsed or rejected. A parsed entity is written as a line that
 * parses to an equal entity.
 */
class EntityJsonFuzzTest {

  private static final EntityKey KEY = new EntityKey("p", "r");

  private static final Grammar CONTROL_LINES = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var members = draw.times(
          draw.below(4),
          ",",
          () -> "\"" + draw.word() + draw.below(9) + "\":\"" + draw.below(99) + "\"");
      return Grammar.utf8("{\"" + draw.of("progress", "end", "error") + "\":{" + members + "}}\n");
    }

    @Override
    public List<String> words() {
      return new JsonTexts().words();
    }
  };

  @Test
  void everyBodyIsParsedOrRejected() {
    var outcome = Fuzz.of("entity")
        .run(new JsonTexts(), characters -> readWriteAndReadAgain(Grammar.bytes(characters)));

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 20);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  static void readWriteAndReadAgain(byte[] body) {
    EntityReader.read(body, KEY);
    var entity = EntityReader.read(body);
    if (!EntityReader.read(line(entity)).equals(entity)) {
      throw new IllegalStateException("reads differently line=" + new String(line(entity), UTF_8));
    }
  }

  private static byte[] line(Entity entity) {
    var out = Unpooled.buffer();
    try (var lines = new EntityLines(out, Selection.ALL)) {
      lines.entity(entity);
    }
    var bytes = new byte[out.readableBytes()];
    out.readBytes(bytes).release();
    return bytes;
  }

  @Test
  void everyControlLineIsParsedOrRejected() {
    var outcome = Fuzz.of("controlLine")
        .run(CONTROL_LINES, characters -> ControlLine.read(Grammar.bytes(characters)));

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  @Test
  void everyTableNameIsParsedOrRejected() {
    var outcome = Fuzz.slow("table", 10)
        .run(
            new Grammar() {
              @Override
              public String draw(Draw draw) {
                return "{\"TableName\":\"" + draw.of("Birds", "abc", "Tables", "a1")
                    + draw.of("", "X", "-") + "\""
                    + draw.of("", ",\"odata.type\":\"x\"", ",\"A\":[1]") + "}";
              }

              @Override
              public List<String> words() {
                return new JsonTexts().words();
              }
            },
            characters -> NamedTable.read(Grammar.bytes(characters)));

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }
}
