package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of uploads as JSON: read back, from a newer service, and from something else. */
final class UploadJsonTest {

  private static final UnfinishedUpload FULL = new UnfinishedUpload(
      new UUID(1, 2),
      new EntityKey("p", "r!photo"),
      960 * 1024,
      "image/png",
      Optional.of("0f".repeat(32)),
      Optional.of(Instant.parse("2030-01-02T03:04:05Z")));
  private static final UnfinishedUpload BARE = new UnfinishedUpload(
      new UUID(3, 4), new EntityKey("", ""), 0, "", Optional.empty(), Optional.empty());

  @Test
  void aListIsReadAsItWasWritten() {
    var written = UploadJson.list(List.of(FULL, BARE));

    assertThat(UploadJson.readList(written)).containsExactly(FULL, BARE);
    assertThat(UploadJson.readCollected(UploadJson.collected(7))).isEqualTo(7);
  }

  @Test
  void membersOfANewerServiceAreIgnored() {
    var list =
        "{\"next\":{\"page\":[1]},\"value\":[{\"owner\":{\"name\":\"x\"},\"tags\":[1,[2]],\"id\":\""
            + new UUID(3, 4)
            + "\",\"PartitionKey\":\"\",\"RowKey\":\"\",\"offset\":0,\"last\":true}],\"more\":false}";

    assertThat(UploadJson.readList(list.getBytes(UTF_8))).containsExactly(BARE);
    assertThat(UploadJson.readCollected("{\"took\":[1],\"collected\":2,\"x\":{}}".getBytes(UTF_8)))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"value\":{}}",
        "{\"value\":[1]}",
        "{\"value\":[{}]}",
        "{\"value\":[{\"id\":\"x\",\"offset\":0}]}",
        "{\"value\":[{\"id\":\"00000000-0000-0001-0000-000000000002\",\"offset\":\"x\"}]}",
        "{\"value\":[{\"id\":\"00000000-0000-0001-0000-000000000002\",\"offset\":0,\"lastStored\":\"x\"}]}",
        "{\"value\":[",
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> UploadJson.readList(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{}", "{\"collected\":\"2\"}", "{\"collected\":1.5}", "{\"collected\":1e99}"})
  void aNumberOfAnotherKindIsRefused(String text) {
    assertThatThrownBy(() -> UploadJson.readCollected(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class);
  }
}
