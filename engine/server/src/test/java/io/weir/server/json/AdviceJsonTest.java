package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.weir.api.TableName;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexName;
import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.HotPartition;
import io.weir.engine.advice.UnusedIndex;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A report of advice is read as it was written. */
final class AdviceJsonTest {

  private static final TableName BIRDS = new TableName("Birds");

  @Test
  void aReportIsReadAsItWasWritten() {
    var read = AdviceDocument.read(written(
        new UnusedIndex(BIRDS, new IndexName("ByAge"), 1_000, Duration.ofHours(2)),
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
        .containsEntry("sharePercent", "75.0")
        .containsEntry("writes", "6");
    assertThat(read.items().get(1).pattern()).isEqualTo("keys");
  }

  @Test
  void numbersAreNumbers() {
    assertThat(new String(written(new HotPartition(BIRDS, "p", 5, 6, 0.75, 10, 3)), UTF_8))
        .contains("\"partitionKey\":\"p\",\"sharePercent\":75.0,\"reads\":5,\"writes\":6,");
  }

  @Test
  void membersOfLaterVersionsAreSkipped() {
    var read = AdviceDocument.read(
        "{\"new\":{\"a\":[1]},\"advice\":[{\"kind\":\"k\",\"new\":[{}]}]}".getBytes(UTF_8));

    assertThat(read.items())
        .singleElement()
        .returns("k", AdviceDocument.Item::kind)
        .returns("", AdviceDocument.Item::table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"advice\":7}",
        "{\"advice\":[7]}",
        "{\"advice\":[{\"evidence\":7}]}",
        "{\"advice\":[{\"evidence\":{\"a\":[]}}]}",
        "{\"advice\":[{\"commands\":[7]}]}",
        "{\"observing\":7}",
        "{\"every\":\"x\"}",
        "{} {}"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> AdviceDocument.read(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class);
  }

  private static byte[] written(Advice... advice) {
    var out = Unpooled.buffer();
    AdviceJson.write(new AdviceReport(32, Duration.ofSeconds(90), List.of(advice)), out);
    var bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    out.release();
    return bytes;
  }
}
