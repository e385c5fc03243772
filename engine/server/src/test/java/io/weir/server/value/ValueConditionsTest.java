package io.weir.server.value;

import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static io.weir.server.value.ValueClient.tag;
import static io.weir.server.value.ValuesTest.digest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.pattern.large.LargeValues;
import io.weir.server.EngineServer;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads and writes of values under conditions: versions that a client knows or replaces, and
 * digests that a content must have.
 */
final class ValueConditionsTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;

  @RegisterExtension
  static final EngineServer SERVED = EngineServer.start();

  private final TableService tables = SERVED.engine().account(AccountName.DEVELOPMENT);
  private final ValueClient client = new ValueClient(SERVED.server(), Version.HTTP_1_1);

  @BeforeEach
  void createTable() {
    tables.createTable(BIRDS).onErrorComplete(ConflictException.class).block(PATIENCE);
  }

  @AfterEach
  void emptyTable() {
    tables.deleteRange(BIRDS, Query.ALL.filter()).block(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aKnownVersionIsNotSentAgain(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    var tag = tag(over.put(PHOTO, bytes(100)));

    for (var known : List.of(tag, "W/" + tag, "\"x\", " + tag, "*")) {
      assertThat(over.get(PHOTO, "If-None-Match", known).statusCode()).as(known).isEqualTo(304);
      assertThat(over.head(PHOTO, "If-None-Match", known).statusCode()).isEqualTo(304);
    }
    assertThat(over.get(PHOTO, "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
    assertThat(over.get(PHOTO, "If-Match", "\"x\"").statusCode()).isEqualTo(412);
    assertThat(over.get(PHOTO, "If-Match", tag).statusCode()).isEqualTo(200);
  }

  @Test
  void aConditionDecidesWhatIsReplaced() {
    assertThat(client.put(PHOTO, bytes(1), "If-Match", "*").statusCode()).isEqualTo(412);
    var first = client.put(PHOTO, bytes(2), "If-None-Match", "*");
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(client.put(PHOTO, bytes(3), "If-None-Match", "*").statusCode()).isEqualTo(412);
    var second = client.put(PHOTO, bytes(4), "If-Match", tag(first));
    assertThat(second.statusCode()).isEqualTo(204);
    assertThat(client.put(PHOTO, bytes(5), "If-Match", tag(first)).statusCode()).isEqualTo(412);
    assertThat(
            client.put(PHOTO, bytes(6), "If-Match", "\"x\", W/" + tag(second)).statusCode())
        .as("entity queries show the weak spelling")
        .isEqualTo(204);
    assertThat(client.put(PHOTO, bytes(7), "If-Match", "*").statusCode()).isEqualTo(204);
    assertThat(client.get(PHOTO).body()).hasSize(7);
    assertThat(client
            .send("DELETE", PHOTO, BodyPublishers.noBody(), "If-Match", tag(second))
            .statusCode())
        .isEqualTo(412);
    assertThat(rows()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"If-Match|x", "If-Match|\"a", "If-None-Match|\"a\"", "If-None-Match|nothing"})
  void aConditionThatCannotBeKeptIsRefused(String header, String value) {
    var refused = client.put(PHOTO, bytes(1), header, value);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(code(refused)).isEqualTo("InvalidHeaderValue");
  }

  @Test
  void aLongListOfTagsIsRead() {
    var tag = tag(client.put(PHOTO, bytes(9)));
    var list = "\"x\", ".repeat(5_000);

    assertThat(client.get(PHOTO, "If-None-Match", list + tag).statusCode()).isEqualTo(304);
    assertThat(client.get(PHOTO, "If-None-Match", list + "\"y\"").statusCode()).isEqualTo(200);
    assertThat(client.get(PHOTO, "If-None-Match", list + "y").statusCode()).isEqualTo(400);
  }

  @Test
  void aDeletionUnderIfNoneMatchFailsOverAValue() {
    assertThat(delete("If-None-Match", "*").statusCode()).isEqualTo(404);
    client.put(PHOTO, bytes(9));

    assertThat(delete("If-None-Match", "*").statusCode()).isEqualTo(412);
    assertThat(client.get(PHOTO).body()).hasSize(9);
    assertThat(delete("If-Match", "*").statusCode()).isEqualTo(204);
  }

  @Test
  void contentOfAnotherDigestIsNotStored() {
    client.put(PHOTO, bytes(9));

    var refused = client.put(PHOTO, bytes(CHUNK * 4), "Repr-Digest", digest(bytes(10)));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains("sha256=other");
    assertThat(client.get(PHOTO).body()).hasSize(9);
    assertThat(rows()).as("the refused content is removed").hasSize(2);
    assertThat(client.put(PHOTO, bytes(10), "Repr-Digest", digest(bytes(10))).statusCode())
        .isEqualTo(204);
    assertThat(client.put(PHOTO, bytes(10), "Repr-Digest", "sha-256=x").statusCode())
        .isEqualTo(400);
  }

  @Test
  void everyLineOfADigestHeaderCounts() {
    var wrong = digest(bytes(10));
    var right = digest(bytes(9));

    assertThat(client
            .put(PHOTO, bytes(9), "Repr-Digest", "sha-512=:AAAA:", "Repr-Digest", wrong)
            .statusCode())
        .isEqualTo(400);
    assertThat(code(client.put(PHOTO, bytes(9), "Repr-Digest", right, "Repr-Digest", wrong)))
        .isEqualTo("InvalidHeaderValue");
    assertThat(client
            .put(PHOTO, bytes(9), "Repr-Digest", right + ", sha-512=:AAAA:", "Repr-Digest", right)
            .statusCode())
        .isEqualTo(201);
  }

  private HttpResponse<byte[]> delete(String... headers) {
    return client.send("DELETE", PHOTO, BodyPublishers.noBody(), headers);
  }

  private List<String> rows() {
    return tables.query(BIRDS, Query.ALL).map(Entity::rowKey).collectList().block(PATIENCE);
  }
}
