package io.weir.server.value;

import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static io.weir.server.value.ValueClient.tag;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.large.LargeValues;
import io.weir.server.EngineServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** Large values over HTTP: whole and in parts, and the same rows as those of the client library. */
final class ValuesTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final EntityKey KEY = new EntityKey("p", "r!photo");
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
  void aValueOfAnyLengthIsReadAsItWasWritten(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    for (var length : List.of(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7)) {
      var content = bytes(length);
      var stored = over.put(PHOTO, content, "Content-Type", "image/png");

      var read = over.get(PHOTO);

      assertThat(stored.statusCode()).as("length=" + length).isIn(201, 204);
      assertThat(stored.version()).isEqualTo(version);
      assertThat(read.statusCode()).isEqualTo(200);
      assertThat(read.body()).as("length=" + length).isEqualTo(content);
      assertThat(tag(read)).isEqualTo(tag(stored)).doesNotStartWith("W/");
      assertThat(read.headers().firstValue("Content-Type")).contains("image/png");
      assertThat(read.headers().firstValueAsLong("Content-Length")).hasValue(length);
      assertThat(read.headers().firstValue("Accept-Ranges")).contains("bytes");
      assertThat(read.headers().firstValue("Repr-Digest")).contains(digest(content));
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void theHeadHasTheHeadersAndNoBody(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    var stored = over.put(PHOTO, bytes(70_000));

    var head = over.head(PHOTO, "Range", "bytes=0-9");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(70_000);
    assertThat(head.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(tag(head)).isEqualTo(tag(stored));
    assertThat(over.head("/Birds(PartitionKey='p',RowKey='x')/$value/photo").statusCode())
        .isEqualTo(404);
  }

  @Test
  void aNewValueIsCreatedAndAnOldOneReplaced() {
    assertThat(client.put(PHOTO, bytes(5)).statusCode()).isEqualTo(201);
    assertThat(client.put(PHOTO, bytes(CHUNK * 4)).statusCode()).isEqualTo(204);
    assertThat(client.put(PHOTO, bytes(6)).statusCode()).isEqualTo(204);

    assertThat(rows()).as("the head and one chunk").hasSize(2);
  }

  @Test
  void aBodyInChunksOfHttpNeedsNoLength() {
    var content = bytes(2 * CHUNK + 3);
    var body = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content));

    assertThat(client.send("PUT", PHOTO, body).statusCode()).isEqualTo(201);

    assertThat(client.get(PHOTO).body()).isEqualTo(content);
  }

  @Test
  void aDeletedValueLeavesNoRow() {
    client.put(PHOTO, bytes(CHUNK * 2));

    var deleted = client.send("DELETE", PHOTO, BodyPublishers.noBody());

    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(rows()).isEmpty();
    assertThat(client.send("DELETE", PHOTO, BodyPublishers.noBody()).statusCode())
        .isEqualTo(404);
    assertThat(code(client.get(PHOTO))).isEqualTo("ResourceNotFound");
  }

  @Test
  void theLibraryAndHttpReadEachOthersValues() {
    var library = LargeValues.of(tables, BIRDS).withChunkBytes(10_000);
    var content = bytes(123_456);
    library.put(KEY, Flux.just(ByteBuffer.wrap(content))).block(PATIENCE);

    assertThat(client.get(PHOTO).body()).isEqualTo(content);
    assertThat(client.get("/Birds(PartitionKey='p',RowKey='r!photo')/$value").body())
        .as("the value whose head has these keys")
        .isEqualTo(content);

    client.put(PHOTO, bytes(CHUNK + 9), "Content-Type", "image/png");
    var read = library.read(KEY).reduce(0, (sum, buffer) -> sum + buffer.remaining());
    assertThat(read.block(PATIENCE)).isEqualTo(CHUNK + 9);
    assertThat(library.find(KEY).block(PATIENCE).contentType()).isEqualTo("image/png");
  }

  @Test
  void aNameWithASeparatorIsAnotherValue() {
    client.put("/Birds(PartitionKey='p',RowKey='a')/$value/b!c", bytes(1));
    client.put("/Birds(PartitionKey='p',RowKey='a!b')/$value/c", bytes(2));

    assertThat(client.get("/Birds(PartitionKey='p',RowKey='a')/$value/b!c").body())
        .hasSize(1);
    assertThat(client.get("/Birds(PartitionKey='p',RowKey='a!b')/$value/c").body())
        .hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aRangeIsAPartOfTheValue(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    var content = bytes(CHUNK + 1_000);
    over.put(PHOTO, content);

    assertPart(over.get(PHOTO, "Range", "bytes=0-0"), content, 0, 1);
    assertPart(over.get(PHOTO, "Range", "bytes=999-1000"), content, 999, 1_001);
    assertPart(
        over.get(PHOTO, "Range", "bytes=" + (CHUNK - 1) + "-" + CHUNK),
        content,
        CHUNK - 1,
        CHUNK + 1);
    assertPart(over.get(PHOTO, "Range", "bytes=5-"), content, 5, content.length);
    assertPart(over.get(PHOTO, "Range", "bytes=-10"), content, content.length - 10, content.length);
    assertPart(over.get(PHOTO, "Range", "bytes=-99999999"), content, 0, content.length);
    assertPart(
        over.get(PHOTO, "Range", "bytes=5-99999999999999999999"), content, 5, content.length);
    assertPart(
        over.get(PHOTO, "Range", "bytes=" + (content.length - 1) + "-"),
        content,
        content.length - 1,
        content.length);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aRangeBeyondTheEndIsRefusedWithTheLength(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    over.put(PHOTO, bytes(100));

    for (var range : List.of("bytes=100-", "bytes=100-200", "bytes=-0")) {
      var refused = over.get(PHOTO, "Range", range);

      assertThat(refused.statusCode()).as(range).isEqualTo(416);
      assertThat(code(refused)).isEqualTo("InvalidRange");
      assertThat(refused.headers().firstValue("Content-Range")).contains("bytes */100");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bytes=0-1,5-6", "bytes=5-4", "bytes=-", "bytes=a-b", "lines=0-1", "bytes"})
  void aRangeThatIsNotUnderstoodIsIgnored(String range) {
    client.put(PHOTO, bytes(100));

    var read = client.get(PHOTO, "Range", range);

    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(read.body()).hasSize(100);
  }

  @Test
  void anEmptyValueHasNoRange() {
    client.put(PHOTO, bytes(0));

    assertThat(client.get(PHOTO, "Range", "bytes=0-").statusCode()).isEqualTo(416);
    assertThat(client.get(PHOTO, "Range", "bytes=-5").statusCode()).isEqualTo(200);
  }

  @Test
  void aRangeOfAnotherVersionIsTheWholeValue() {
    var first = tag(client.put(PHOTO, bytes(100)));

    assertThat(client.get(PHOTO, "Range", "bytes=0-9", "If-Range", first).statusCode())
        .isEqualTo(206);
    assertThat(client.get(PHOTO, "Range", "bytes=0-9", "If-Range", "W/" + first).statusCode())
        .as("a weak tag does not name bytes")
        .isEqualTo(200);
    client.put(PHOTO, bytes(200));
    var other = client.get(PHOTO, "Range", "bytes=0-9", "If-Range", first);
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.body()).hasSize(200);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void anAnswerWithoutABodyHasNoLengthOrThatOfTheValue(Version version) {
    var over = new ValueClient(SERVED.server(), version);
    var tag = tag(over.put(PHOTO, bytes(70_000)));
    var replaced = over.put(PHOTO, bytes(70_000));
    var known = tag(replaced);
    var upload = over.begin();

    assertThat(length(replaced)).as("204").isEmpty();
    assertThat(length(over.head(PHOTO))).as("HEAD").hasValue(70_000);
    assertThat(length(over.head(upload))).as("HEAD of an upload, 204").isEmpty();
    assertThat(length(over.get(PHOTO, "If-None-Match", known))).as("304").isEmpty();
    assertThat(length(over.head(PHOTO, "If-None-Match", known))).as("HEAD, 304").isEmpty();
    assertThat(length(over.head(PHOTO, "If-Match", tag))).as("HEAD, 412").isPresent();
    assertThat(length(over.send("DELETE", upload, BodyPublishers.noBody()))).isEmpty();
    assertThat(length(over.send("DELETE", PHOTO, BodyPublishers.noBody()))).isEmpty();
  }

  @Test
  void aMediaTypeIsKeptUpToItsLimit() {
    assertThat(
            client.put(PHOTO, bytes(1), "Content-Type", "a/" + "x".repeat(253)).statusCode())
        .isEqualTo(201);
    assertThat(client.get(PHOTO).headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).hasSize(255));

    var refused = client.put(PHOTO, bytes(1), "Content-Type", "a/" + "x".repeat(254));
    assertThat(code(refused)).isEqualTo("InvalidHeaderValue");
  }

  @Test
  void aStoredTypeThatIsNoHeaderIsLeftOut() {
    client.put(PHOTO, bytes(1));
    var head = Entity.builder("p", "r!photo").set("ContentType", "a/b\r\nX-Injected: 1");
    tables
        .write(BIRDS, new Write.Update(head.build(), WriteMode.MERGE, IfMatch.ANY))
        .block(PATIENCE);

    var read = client.get(PHOTO);

    assertThat(read.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(read.headers().firstValue("X-Injected")).isEmpty();
  }

  @Test
  void aBrowserRunsNoScriptOfAValue() {
    client.put(PHOTO, bytes(1), "Content-Type", "text/html");

    assertThat(client.get(PHOTO).headers().firstValue("Content-Security-Policy"))
        .contains("sandbox");
  }

  @Test
  void rowsOfOtherKindsAreNoValues() {
    tables.write(BIRDS, new Write.Insert(Entity.builder("p", "r").build())).block(PATIENCE);

    assertThat(code(client.get("/Birds(PartitionKey='p',RowKey='r')/$value")))
        .isEqualTo("InvalidInput");
    assertThat(code(client.put("/Birds(PartitionKey='p',RowKey='r')/$value", bytes(1))))
        .isEqualTo("InvalidInput");
    var reserved = client.put("/Birds(PartitionKey='p',RowKey='~chunk!a')/$value", bytes(1));
    assertThat(new String(reserved.body(), UTF_8)).contains("rowKey=reserved");
    assertThat(client
            .put("/Birds(PartitionKey='p',RowKey='~chunka')/$value", bytes(1))
            .statusCode())
        .isEqualTo(201);
  }

  @Test
  void aKeyMustLeaveRoomForTheKeysOfItsChunks() {
    var room = 512 - "~chunk!".length() - "!00000000-0000-0000-0000-000000000000!000000".length();
    var longest = "/Birds(PartitionKey='p',RowKey='" + "k".repeat(room) + "')/$value";
    var longer = "/Birds(PartitionKey='p',RowKey='" + "k".repeat(room + 1) + "')/$value";

    assertThat(client.put(longest, bytes(5)).statusCode()).isEqualTo(201);
    assertThat(code(client.put(longer, bytes(5)))).isEqualTo("KeyValueTooLarge");
  }

  @Test
  void anAbsentTableAndOtherVerbsAreRefused() {
    assertThat(code(client.put("/Fish(PartitionKey='p',RowKey='r')/$value/x", bytes(5))))
        .isEqualTo("TableNotFound");
    assertThat(client.send("POST", PHOTO, BodyPublishers.noBody()).statusCode()).isEqualTo(405);
    assertThat(code(client.get(PHOTO + "?comp=other"))).isEqualTo("InvalidQueryParameterValue");
  }

  private static OptionalLong length(HttpResponse<?> answer) {
    return answer.headers().firstValueAsLong("Content-Length");
  }

  private List<String> rows() {
    return tables.query(BIRDS, Query.ALL).map(Entity::rowKey).collectList().block(PATIENCE);
  }

  private static void assertPart(HttpResponse<byte[]> read, byte[] content, int first, int end) {
    assertThat(read.statusCode()).isEqualTo(206);
    assertThat(read.body()).isEqualTo(Arrays.copyOfRange(content, first, end));
    assertThat(read.headers().firstValue("Content-Range"))
        .contains("bytes " + first + "-" + (end - 1) + "/" + content.length);
    assertThat(read.headers().firstValueAsLong("Content-Length")).hasValue(end - first);
  }

  static String digest(byte[] content) {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256").digest(content);
      return "sha-256=:" + Base64.getEncoder().encodeToString(sha256) + ":";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
