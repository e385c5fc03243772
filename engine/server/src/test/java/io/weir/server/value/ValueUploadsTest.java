package io.weir.server.value;

import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.pattern.large.LargeValues;
import io.weir.server.EngineServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/**
 * Uploads in several requests: they continue at the stored offset, become the value at once, and
 * are listed until then.
 */
final class ValueUploadsTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;

  @RegisterExtension
  static final EngineServer SERVED = EngineServer.start();

  private ValueClient client = new ValueClient(SERVED.server(), Version.HTTP_1_1);

  @BeforeEach
  void createTable() {
    tables().createTable(BIRDS).onErrorComplete(ConflictException.class).block(PATIENCE);
  }

  @AfterEach
  void emptyTable() {
    tables().deleteRange(BIRDS, Query.ALL.filter()).block(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void partsBecomeOneValue(Version version) {
    client = new ValueClient(SERVED.server(), version);
    var content = bytes(5 * CHUNK + 5);
    client.put(PHOTO, bytes(3));
    var upload = client.begin("Content-Type", "image/png");

    var first = client.append(upload, 0, false, part(content, 0, 2 * CHUNK + 100));
    assertThat(first.statusCode()).isEqualTo(204);
    assertThat(offset(first)).as("whole chunks are stored").isEqualTo(2 * CHUNK);
    assertThat(first.headers().firstValue("Upload-Complete")).contains("?0");
    assertThat(client.get(PHOTO).body()).as("the old value").hasSize(3);
    assertThat(offset(client.head(upload))).isEqualTo(2 * CHUNK);
    var last = client.append(upload, 2 * CHUNK, true, part(content, 2 * CHUNK, content.length));

    assertThat(last.statusCode()).isEqualTo(204);
    assertThat(last.headers().firstValue("Upload-Complete")).contains("?1");
    var read = client.get(PHOTO);
    assertThat(read.body()).isEqualTo(content);
    assertThat(read.headers().firstValue("Content-Type")).contains("image/png");
    assertThat(ValueClient.tag(read)).isEqualTo(ValueClient.tag(last));
    assertThat(client.head(upload).statusCode()).as("it is finished").isEqualTo(404);
    assertThat(rows()).as("the head and six chunks").hasSize(7);
  }

  @Test
  void anUploadSaysItsLimits() {
    var begun = client.send("POST", PHOTO + "?comp=upload", BodyPublishers.noBody());

    assertThat(offset(begun)).isZero();
    assertThat(begun.headers().firstValue("Upload-Limit"))
        .contains("max-size=983040000000, min-append-size=983040, max-age=604800");
  }

  @Test
  void anUploadSurvivesARestart() throws IOException {
    var content = bytes(2 * CHUNK + 5);
    var upload = client.begin();
    client.append(upload, 0, false, part(content, 0, CHUNK));

    SERVED.restart();

    client = new ValueClient(SERVED.server(), Version.HTTP_1_1);
    assertThat(offset(client.head(upload))).isEqualTo(CHUNK);
    assertThat(client
            .append(upload, CHUNK, true, part(content, CHUNK, content.length))
            .statusCode())
        .isEqualTo(201);
    assertThat(client.get(PHOTO).body()).isEqualTo(content);
  }

  @Test
  void aPartAtAnotherOffsetIsToldTheRightOne() {
    var upload = client.begin();
    client.append(upload, 0, false, bytes(CHUNK));

    for (var offset : List.of(0L, CHUNK - 1L, CHUNK + 1L)) {
      var refused = client.append(upload, offset, false, bytes(CHUNK));

      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(code(refused)).isEqualTo("UploadOffsetMismatch");
      assertThat(offset(refused)).isEqualTo(CHUNK);
    }
  }

  @Test
  void aPartThatIsNotTheLastFillsAChunk() {
    var upload = client.begin();

    var refused = client.append(upload, 0, false, bytes(CHUNK - 1));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains("part=tooShort expectedBytes=983040");
    var undeclared = client.send(
        "PATCH",
        upload,
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes(CHUNK - 1))),
        "Content-Type",
        "application/partial-upload",
        "Upload-Offset",
        "0",
        "Upload-Complete",
        "?0");
    assertThat(new String(undeclared.body(), UTF_8)).contains("part=tooShort");
    assertThat(client.append(upload, 0, false, bytes(CHUNK)).statusCode()).isEqualTo(204);
    assertThat(client.append(upload, CHUNK, true, bytes(0)).statusCode()).isEqualTo(201);
    assertThat(client.get(PHOTO).body()).isEqualTo(bytes(CHUNK));
  }

  @Test
  void anOffsetHasAtMostFifteenDigits() {
    var upload = client.begin();

    assertThat(code(client.append(upload, 999_999_999_999_999L, true, bytes(0))))
        .isEqualTo("UploadOffsetMismatch");
    assertThat(code(client.append(upload, 1_000_000_000_000_000L, true, bytes(0))))
        .isEqualTo("InvalidHeaderValue");
  }

  @Test
  void incompleteHeadersAreRefused() {
    var upload = client.begin();
    var none = BodyPublishers.ofByteArray(bytes(1));

    assertThat(code(client.send("PATCH", upload, none, "Content-Type", "image/png")))
        .isEqualTo("MediaTypeNotSupported");
    assertThat(
            code(client.send("PATCH", upload, none, "Content-Type", "application/partial-upload")))
        .isEqualTo("MissingRequiredHeader");
    assertThat(code(client.send(
            "PATCH",
            upload,
            none,
            "Content-Type",
            "application/partial-upload",
            "Upload-Offset",
            "-1",
            "Upload-Complete",
            "?1")))
        .isEqualTo("InvalidHeaderValue");
    assertThat(code(client.head(PHOTO + "?comp=upload")))
        .isEqualTo("MissingRequiredQueryParameter");
    assertThat(code(client.head(PHOTO + "?comp=upload&id=1")))
        .isEqualTo("InvalidQueryParameterValue");
    assertThat(client.head(PHOTO + "?comp=upload&id=" + new UUID(1, 2)).statusCode())
        .isEqualTo(404);
    assertThat(client.send("POST", PHOTO + "?comp=upload", none).statusCode()).isEqualTo(400);
  }

  @Test
  void aConditionIsCheckedAtTheBeginningAndAtTheEnd() {
    var upload = client.begin("If-None-Match", "*");
    client.append(upload, 0, false, bytes(CHUNK), "If-None-Match", "*");
    client.put(PHOTO, bytes(4));

    assertThat(
            client.append(upload, CHUNK, true, bytes(1), "If-None-Match", "*").statusCode())
        .isEqualTo(412);
    assertThat(client.get(PHOTO).body()).hasSize(4);
    assertThat(client
            .send("POST", PHOTO + "?comp=upload", BodyPublishers.noBody(), "If-None-Match", "*")
            .statusCode())
        .isEqualTo(412);
    assertThat(client.append(upload, CHUNK, true, bytes(1)).statusCode())
        .as("the upload is still there")
        .isEqualTo(204);
  }

  @Test
  void anUploadOfAnotherDigestDoesNotBecomeTheValue() {
    var content = bytes(CHUNK + 10);
    var upload = client.begin();
    client.append(upload, 0, false, part(content, 0, CHUNK));

    var refused = client.append(
        upload,
        CHUNK,
        true,
        part(content, CHUNK, content.length),
        "Repr-Digest",
        ValuesTest.digest(bytes(3)));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(client.get(PHOTO).statusCode()).isEqualTo(404);
    var accepted = client.append(
        upload,
        CHUNK,
        true,
        part(content, CHUNK, content.length),
        "Repr-Digest",
        ValuesTest.digest(content));
    assertThat(accepted.statusCode()).isEqualTo(201);
  }

  @Test
  void anUploadBelongsToTheContentWithWhichItBegan() {
    var content = bytes(CHUNK + 10);
    var digest = ValuesTest.digest(content);
    var other = ValuesTest.digest(bytes(3));
    var upload = client.begin("Repr-Digest", digest);
    client.append(upload, 0, false, part(content, 0, CHUNK));

    assertThat(client.head(upload).headers().firstValue("Repr-Digest")).contains(digest);
    assertThat(text(client.get(PHOTO + "?comp=uploads")))
        .containsPattern("\"sha256\":\"[0-9a-f]{64}\"");
    assertThat(text(client.append(upload, CHUNK, true, bytes(10), "Repr-Digest", other)))
        .contains("sha256=other");
    assertThat(text(client.append(upload, CHUNK, true, bytes(11)))).contains("sha256=other");
    assertThat(client.get(PHOTO).statusCode()).isEqualTo(404);
    assertThat(client
            .append(upload, CHUNK, true, part(content, CHUNK, content.length))
            .statusCode())
        .isEqualTo(201);
  }

  @Test
  void aListHasTheFirstUploadsOfAPartition() {
    var values = LargeValues.of(tables(), BIRDS);
    Flux.range(0, PartitionUploads.MOST + 1)
        .flatMap(i -> values.announce(values.begin(new EntityKey("p", "r" + i))), 64)
        .blockLast(PATIENCE);

    var list = text(client.get("/Birds/$uploads?partition=p"));

    assertThat(list.split("\"id\"", -1)).hasSize(PartitionUploads.MOST + 1);
  }

  @Test
  void aCancelledUploadLeavesNoRow() {
    var upload = client.begin();
    client.append(upload, 0, false, bytes(4 * CHUNK));

    assertThat(client.send("DELETE", upload, BodyPublishers.noBody()).statusCode())
        .isEqualTo(204);

    assertThat(rows()).isEmpty();
    assertThat(client.send("DELETE", upload, BodyPublishers.noBody()).statusCode())
        .isEqualTo(404);
  }

  @Test
  void unfinishedUploadsAreListedAndCollected() {
    var upload = client.begin("Content-Type", "image/png");
    client.append(upload, 0, false, bytes(CHUNK));
    client.put("/Birds(PartitionKey='p',RowKey='r')/$value/kept", bytes(5));
    var id = upload.substring(upload.length() - 36);
    var ofPartition = "/Birds/$uploads?partition=p";

    assertThat(text(client.get(PHOTO + "?comp=uploads")))
        .contains("\"id\":\"" + id + "\"", "\"RowKey\":\"r!photo\"", "\"offset\":983040")
        .contains("\"contentType\":\"image/png\"", "\"lastStored\":\"2");
    assertThat(text(client.get(ofPartition))).contains(id);
    assertThat(text(client.get("/Birds/$uploads?partition=q"))).isEqualTo("{\"value\":[]}");
    assertThat(text(client.send("DELETE", ofPartition, BodyPublishers.noBody())))
        .as("it is not a week old")
        .isEqualTo("{\"collected\":0}");
    assertThat(text(client.send("DELETE", ofPartition + "&age=PT0S", BodyPublishers.noBody())))
        .isEqualTo("{\"collected\":1}");

    assertThat(rows()).as("the other value").hasSize(2);
    assertThat(text(client.get(ofPartition))).isEqualTo("{\"value\":[]}");
    assertThat(code(client.get("/Birds/$uploads"))).isEqualTo("MissingRequiredQueryParameter");
    assertThat(code(client.send("DELETE", ofPartition + "&age=-PT1S", BodyPublishers.noBody())))
        .isEqualTo("InvalidQueryParameterValue");
    assertThat(code(client.send("DELETE", ofPartition + "&age=x", BodyPublishers.noBody())))
        .isEqualTo("InvalidQueryParameterValue");
  }

  private static TableService tables() {
    return SERVED.engine().account(AccountName.DEVELOPMENT);
  }

  private static List<String> rows() {
    return tables().query(BIRDS, Query.ALL).map(Entity::rowKey).collectList().block(PATIENCE);
  }

  private static byte[] part(byte[] content, int first, int end) {
    return Arrays.copyOfRange(content, first, end);
  }

  private static long offset(HttpResponse<?> answer) {
    return answer.headers().firstValueAsLong("Upload-Offset").orElseThrow();
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }
}
