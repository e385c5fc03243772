package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexName;
import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.HotPartition;
import io.weir.engine.advice.NeverUsedIndex;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A report of advice is read as it was written. */
final class AdviceJsonTest {

  private static final TableName BIRDS = new TableName("Birds");

  @Test
  void aReportIsReadAsItWasWritten() {
    var read = AdviceDocument.read(written(
        new NeverUsedIndex(BIRDS, new IndexName("ByAge"), 1_000, Duration.ofHours(2)),
        new HotPartition(BIRDS, "a \"hot\" one", 5, 6, 0.75, 10, 3)));

    assertThat(read.observing()).isTrue();
    assertThat(read.every()).isEqualTo(32);
    assertThat(read.seconds()).isEqualTo(90);
    assertThat(read.items()).hasSize(2);
    assertThat(read.items().get(0))
        .returns("unusedIndex", AdviceDocument.Item::kind)
        .returns("Birds", AdviceDocument.Item::table)
        .returns(List.of("weir index drop Birds ByAge"), AdviceDocument.Item::commands);
    assertThat(read.items().get(1).evidence())
        .containsEntry("partitionKey", "a \"hot\" one")
        .containsEntry("sharePercent", new BigDecimal("75.0"))
        .containsEntry("writes", 6);
    assertThat(read.items().get(1).pattern()).isEqualTo("keys");
  }

  @Test
  void numbersAreNumbers() {
    assertThat(new String(written(new HotPartition(BIRDS, "p", 5, 6, 0.75, 10, 3)), UTF_8))
        .contains("\"partitionKey\":\"p\",\"sharePercent\":75.0,\"reads\":5,\"writes\":6,");
  }

  @Test
  void membersOfLaterVersionsAreSkipped() {
    var known = new String(written(new HotPartition(BIRDS, "p", 5, 6, 0.75, 10, 3)), UTF_8);
    var newer = known
        .replace("{\"observing\"", "{\"new\":{\"a\":[1]},\"observing\"")
        .replace("{\"kind\"", "{\"new\":[{}],\"kind\"");

    assertThat(newer).hasSizeGreaterThan(known.length() + 20);
    assertThat(AdviceDocument.read(newer.getBytes(UTF_8)))
        .isEqualTo(AdviceDocument.read(known.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          "observing":true           | "observing":7
          "every":32                 | "every":"x"
          "every":32                 | "every":null
          "every":32,                |
          "advice":[                 | "advice":7,"more":[
          "advice":[                 | "advice":[7,
          "reads":5                  | "reads":[]
          "commands":[               | "commands":[7,
          "evidence":{               | "evidence":7,"more":{
          }]}                        | }]} {}
          """)
  void anythingElseIsRefused(String part, String instead) {
    var known = new String(
        written(
            new NeverUsedIndex(BIRDS, new IndexName("ByAge"), 1_000, Duration.ofHours(2)),
            new HotPartition(BIRDS, "p", 5, 6, 0.75, 10, 3)),
        UTF_8);

    assertThat(known).contains(part);
    assertThatThrownBy(() -> AdviceDocument.read(
            known.replace(part, instead == null ? "" : instead).getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("expected=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{}"})
  void whatIsNoReportIsRefused(String text) {
    assertThatThrownBy(() -> AdviceDocument.read(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class);
  }

  private static byte[] written(Advice... advice) {
    return AdviceDocument.of(new AdviceReport(32, Duration.ofSeconds(90), List.of(advice)))
        .write();
  }
}
