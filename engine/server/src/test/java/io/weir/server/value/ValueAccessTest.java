package io.weir.server.value;

import static io.weir.server.value.ValueClient.KEY;
import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.pattern.large.LargeValues;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read and write a value: the rights are those on the entity of its head. */
final class ValueAccessTest {

  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;

  private static final String NO_UPLOADS = "{\"value\":[]}";

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;
  private ValueClient client;

  @BeforeEach
  void start() {
    tables.createTable(new TableName("Birds")).block();
    server = TestServer.over(tables);
    client = new ValueClient(server, Version.HTTP_1_1);
    client.put(PHOTO, bytes(CHUNK + 3));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theLongFormOfASignatureCoversTheMediaType() throws Exception {
    var date = ValueClient.date();
    var uri = server.uri("/" + AccountName.DEVELOPMENT + PHOTO);
    var signed =
        KEY.sign("PUT\n\nimage/png\n" + date + "\n/" + AccountName.DEVELOPMENT + uri.getRawPath());
    for (var type : new String[] {"image/png", "image/gif"}) {
      var request = HttpRequest.newBuilder(uri)
          .PUT(BodyPublishers.ofByteArray(bytes(4)))
          .header("Content-Type", type)
          .header("x-ms-date", date)
          .header("Authorization", "SharedKey " + AccountName.DEVELOPMENT + ":" + signed)
          .build();
      var answer = client.http().send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).as(type).isEqualTo(type.equals("image/png") ? 204 : 403);
    }
    var unsigned = client.http().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(unsigned.statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "r, 200, 403, 403, 403, 403",
    "a, 403, 403, 412, 403, 403",
    "u, 403, 403, 403, 204, 403",
    "au, 403, 204, 412, 204, 403",
    "d, 403, 403, 403, 403, 204",
  })
  void eachLetterAllowsItsOperation(
      String letters, int read, int put, int add, int update, int delete) {
    var at = PHOTO + "?" + token(Map.of("sp", letters));

    assertThat(client.get(at).statusCode()).isEqualTo(read);
    assertThat(client.put(at, bytes(4 * CHUNK)).statusCode()).isEqualTo(put);
    assertThat(client.put(at, bytes(2), "If-None-Match", "*").statusCode()).isEqualTo(add);
    assertThat(client.put(at, bytes(4 * CHUNK), "If-Match", "*").statusCode()).isEqualTo(update);
    assertThat(client.send("DELETE", at, BodyPublishers.noBody()).statusCode()).isEqualTo(delete);
  }

  /** The rows of the chunks lie outside of the range; the sender needs no right on them. */
  @Test
  void aRangeOfKeysCoversTheHeadAlone() {
    var range = Map.of("spk", "p", "srk", "r!photo", "epk", "p", "erk", "r!photo");
    var terms = new HashMap<>(range);
    terms.put("sp", "raud");
    var token = "?" + token(terms);
    var other = "/Birds(PartitionKey='p',RowKey='r')/$value/other";
    client.put(other, bytes(1));
    client.begin();

    assertThat(client.put(PHOTO + token, bytes(5 * CHUNK)).statusCode()).isEqualTo(204);
    assertThat(client.get(PHOTO + token).body()).isEqualTo(bytes(5 * CHUNK));
    assertThat(client.get(other + token).statusCode()).isEqualTo(404);
    assertThat(code(client.put(other + token, bytes(1)))).isEqualTo("AuthorizationFailure");
    assertThat(code(client.send("DELETE", other + token, BodyPublishers.noBody())))
        .isEqualTo("AuthorizationFailure");
    assertThat(uploads("GET", token)).as("the upload's row is elsewhere").isEqualTo(NO_UPLOADS);
    var ofPartition = "?" + token(Map.of("sp", "r", "spk", "p", "epk", "p"));
    assertThat(uploads("GET", ofPartition)).contains("\"RowKey\":\"r!photo\"");
    assertThat(client.send("DELETE", PHOTO + token, BodyPublishers.noBody()).statusCode())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource({"~upload!, ~upload~, 0", "r, ~chunk~, 0", "s, ~upload~, 0", "r, ~upload~, 1"})
  void anUploadIsCollectedIfTheRangeOfKeysHasAllItsRows(String first, String last, int collected) {
    var upload = client.begin();
    client.append(upload, 0, false, bytes(CHUNK));
    var range = Map.of("sp", "rud", "spk", "p", "srk", first, "epk", "p", "erk", last);

    assertThat(uploads("DELETE", "?" + token(range) + "&age=PT0S"))
        .isEqualTo("{\"collected\":" + collected + "}");

    assertThat(rows()).as("the value has three").hasSize(collected == 0 ? 5 : 3);
    assertThat(uploads("DELETE", "?" + token(Map.of("sp", "rud")) + "&age=PT0S"))
        .isEqualTo("{\"collected\":" + (1 - collected) + "}");
    assertThat(rows()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"r", "ru", "d"})
  void aCollectionNeedsItsLetters(String letters) {
    client.begin();

    var refused = client.send(
        "DELETE",
        "/Birds/$uploads?" + token(Map.of("sp", letters)) + "&partition=p&age=PT0S",
        BodyPublishers.noBody());

    assertThat(code(refused)).isEqualTo("AuthorizationPermissionMismatch");
    assertThat(rows()).hasSize(4);
  }

  @Test
  void aWriterMayContinueAnUploadAndAReaderMayNot() {
    var upload = client.begin();
    var reader = "&" + token(Map.of("sp", "r"));
    var writer = "&" + token(Map.of("sp", "au"));

    assertThat(client.append(upload + reader, 0, false, bytes(CHUNK)).statusCode())
        .isEqualTo(403);
    assertThat(client.head(upload + reader).statusCode()).isEqualTo(403);
    assertThat(client.append(upload + writer, 0, false, bytes(CHUNK)).statusCode())
        .isEqualTo(204);
    assertThat(client.head(upload + writer).headers().firstValueAsLong("Upload-Offset"))
        .hasValue(CHUNK);
    assertThat(client.get(PHOTO + "?comp=uploads&" + token(Map.of("sp", "au"))).statusCode())
        .isEqualTo(403);
    assertThat(client.send("DELETE", upload + writer, BodyPublishers.noBody()).statusCode())
        .isEqualTo(204);
  }

  @Test
  void theSecondaryIsReadOnly() {
    var path = "/" + AccountName.DEVELOPMENT + "-secondary" + PHOTO;
    var read = TestRequest.secondary(server, "GET", PHOTO, "").sendForBytes();
    var write = TestRequest.secondary(server, "DELETE", PHOTO, "").send();

    assertThat(read.statusCode()).as(path).isEqualTo(200);
    assertThat(read.body()).hasSize(CHUNK + 3);
    assertThat(code(write)).isEqualTo("AuthorizationFailure");
  }

  @Test
  void operationsHaveMetrics() throws Exception {
    client.get(PHOTO);
    client.head(PHOTO);
    client.begin();

    var page = client
        .http()
        .send(HttpRequest.newBuilder(server.uri("/metrics")).build(), BodyHandlers.ofString());

    assertThat(page.body())
        .contains("operation=\"PutValue\",status=\"201\"")
        .contains("operation=\"GetValue\",status=\"200\"")
        .contains("operation=\"HeadValue\",status=\"200\"")
        .contains("operation=\"BeginUpload\",status=\"201\"")
        .containsPattern(
            "weir_request_bytes_total\\{operation=\"PutValue\",status=\"201\"\\} 983043")
        .containsPattern(
            "weir_response_bytes_total\\{operation=\"GetValue\",status=\"200\"\\} 983043");
  }

  private String uploads(String method, String query) {
    var at = "/Birds/$uploads" + query + "&partition=p";
    return new String(client.send(method, at, BodyPublishers.noBody()).body(), UTF_8);
  }

  private List<String> rows() {
    return tables
        .query(new TableName("Birds"), Query.ALL)
        .map(Entity::rowKey)
        .collectList()
        .block();
  }

  private static String token(Map<String, String> terms) {
    var all = new HashMap<>(terms);
    all.put(
        "se", Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS).toString());
    return SharedAccessToken.ofTable("birds", all);
  }
}
