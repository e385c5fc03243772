package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk writes as lines of JSON, sent with the JDK's client as a script would. */
final class BulkLinesTest {

  private static final TableName TABLE = new TableName("Birds");

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachLineIsAnsweredInItsPlace(boolean isHttp2) {
    var request = request("""
        {"$op":"insert","PartitionKey":"Owls","RowKey":"1","Name":"Athena"}
        {"$op":"insert","PartitionKey":"Owls","RowKey":"1"}
        {"$op":"upsert","$mode":"merge","PartitionKey":"Owls","RowKey":"1","Seen@odata.type":"Edm.DateTime","Seen":"2026-01-02T03:04:05Z"}
        {"$op":"update","$ifMatch":"*","PartitionKey":"Owls","RowKey":"2"}
        {"$op":"delete","$ifMatch":"W/\\"datetime'2020-01-01T00%3A00%3A00Z'\\"","PartitionKey":"Owls","RowKey":"1"}
        {"PartitionKey":"Owls","RowKey":"3","Name":"Minerva"}
        {"$op":"delete","PartitionKey":"Owls","RowKey":"3"}
        """);

    var response = (isHttp2 ? request.overHttp2() : request).send();
    var lines = response.body().lines().toList();

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(Dialect.NDJSON);
    assertThat(lines).hasSize(8);
    assertThat(lines.get(0)).startsWith("{\"$result\":{\"n\":0,\"etag\":\"W/\\\"datetime'");
    assertThat(lines.get(1)).startsWith("{\"$error\":{\"n\":1,\"code\":\"EntityAlreadyExists\",");
    assertThat(lines.get(2)).startsWith("{\"$result\":{\"n\":2,");
    assertThat(lines.get(3)).startsWith("{\"$error\":{\"n\":3,\"code\":\"ResourceNotFound\",");
    assertThat(lines.get(4))
        .startsWith("{\"$error\":{\"n\":4,\"code\":\"UpdateConditionNotSatisfied\",");
    assertThat(lines.get(5)).startsWith("{\"$result\":{\"n\":5,");
    assertThat(lines.get(6)).isEqualTo("{\"$result\":{\"n\":6}}");
    assertThat(lines.get(7)).isEqualTo("{\"$end\":{\"done\":4,\"refused\":3}}");
    assertThat(stored()).containsExactly("1");
  }

  @Test
  void aLineChangesAnEntityInPlace() {
    var lines = send("""
        {"$op":"change","PartitionKey":"Owls","RowKey":"1","Seen":2,"Seen@weir.change":"add","weir.create":"{\\"Seen\\":5}"}
        {"$op":"change","PartitionKey":"Owls","RowKey":"1","Seen":2,"Seen@weir.change":"add","weir.when":"Seen gt 9"}
        {"$op":"change","PartitionKey":"Owls","RowKey":"1","Seen":2,"Seen@weir.change":"add","weir.answer":"after"}
        {"$op":"upsert","PartitionKey":"Owls","RowKey":"1","Seen":2,"Seen@weir.change":"add"}
        """);

    assertThat(lines.get(0)).startsWith("{\"$result\":{\"n\":0,");
    assertThat(lines.get(1))
        .startsWith("{\"$error\":{\"n\":1,\"code\":\"UpdateConditionNotSatisfied\",");
    assertThat(lines.get(2)).contains("InvalidInput", "answer=AFTER do=writeAlone");
    assertThat(lines.get(3)).contains("InvalidInput", "Seen@weir.change");
    assertThat(tables.get(TABLE, new EntityKey("Owls", "1")).block().getInt32("Seen"))
        .contains(7);
  }

  @Test
  void aLineThatRepeatsAChangeIsAnsweredAsTheFirst() {
    var line = """
        {"$op":"change","PartitionKey":"Owls","RowKey":"once","Seen":2,"Seen@weir.change":"add","weir.create":"{}",\
        "weir.token":"0f8fad5b-d9cb-469f-a165-70867728950e"}
        """;

    var lines = send(line + line);

    assertThat(lines.get(0)).startsWith("{\"$result\":{\"n\":0,");
    assertThat(lines.get(1)).isEqualTo(lines.get(0).replace("\"n\":0", "\"n\":1"));
    assertThat(tables.get(TABLE, new EntityKey("Owls", "once")).block().getInt32("Seen"))
        .contains(2);
  }

  @Test
  void anUnreadableLineIsRefusedByItsNumberAndTheNextOnesAreRead() {
    var lines = send("""
        {"PartitionKey":"p","RowKey":"0"}
        not json

        {"PartitionKey":"p","RowKey":"2","Age@odata.type":"Edm.Int64","Age":"old"}
        {"$op":"replace","PartitionKey":"p","RowKey":"3"}
        {"$op":"insert","$ifMatch":"*","PartitionKey":"p","RowKey":"4"}
        {"$grp":"g","PartitionKey":"p","RowKey":"5"}
        {"PartitionKey":"p"}
        {"PartitionKey":"p","RowKey":"7"}""");

    assertThat(lines).hasSize(9);
    assertThat(lines.get(0)).startsWith("{\"$result\":{\"n\":0,");
    assertThat(lines.subList(1, 6)).allMatch(line -> line.contains("\"code\":\"InvalidInput\""));
    assertThat(lines.get(3)).contains("\"n\":3").contains("$op=replace");
    assertThat(lines.get(6)).startsWith("{\"$error\":{\"n\":6,\"code\":\"PropertiesNeedValue\"");
    assertThat(lines.get(7)).startsWith("{\"$result\":{\"n\":7,");
    assertThat(lines.get(8)).isEqualTo("{\"$end\":{\"done\":2,\"refused\":6}}");
    assertThat(stored()).containsExactly("0", "7");
  }

  @Test
  void aLineBeyondTheLimitIsRefusedAndTheNextOneIsRead() {
    var long1 = "{\"PartitionKey\":\"p\",\"RowKey\":\"0\",\"A\":\"" + "x".repeat(Dialect.LINE_BYTES)
        + "\"}\n";

    var lines = send(long1 + "{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}\n");

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("{\"$error\":{\"n\":0,\"code\":\"RequestBodyTooLarge\"");
    assertThat(lines.get(1)).startsWith("{\"$result\":{\"n\":1,");
    assertThat(stored()).containsExactly("1");
  }

  @Test
  void groupsNextToAnUnreadableLineAreRefused() {
    var lines = send("""
        {"$group":"a","PartitionKey":"p","RowKey":"0"}
        {"$group":"a","PartitionKey":"p","RowKey":"1"}
        ?
        {"$group":"b","PartitionKey":"p","RowKey":"3"}
        {"$group":"b","PartitionKey":"p","RowKey":"4"}
        {"$group":"c","PartitionKey":"p","RowKey":"5"}
        {"$group":"c","PartitionKey":"p","RowKey":"6","$op":"insert"}
        ?
        {"PartitionKey":"p","RowKey":"8"}
        """);

    assertThat(lines.subList(0, 8)).allMatch(line -> line.startsWith("{\"$error\":"));
    assertThat(lines.get(0)).endsWith(",\"operation\":2}}");
    assertThat(lines.get(4)).endsWith(",\"operation\":0}}");
    assertThat(lines.get(9)).isEqualTo("{\"$end\":{\"done\":1,\"refused\":8}}");
    assertThat(stored()).containsExactly("8");
  }

  @Test
  void aFailedGroupNamesItsFailedLine() {
    var lines = send("""
        {"$group":"a","$op":"insert","PartitionKey":"p","RowKey":"0"}
        {"$group":"a","$op":"delete","PartitionKey":"p","RowKey":"1"}
        """);

    assertThat(lines.subList(0, 2))
        .allMatch(line -> line.contains("ResourceNotFound") && line.endsWith(",\"operation\":1}}"));
    assertThat(stored()).isEmpty();
  }

  @Test
  void theLinesOfAStreamCanBeUploaded() {
    send("{\"PartitionKey\":\"p\",\"RowKey\":\"0\",\"N@odata.type\":\"Edm.Int64\",\"N\":\"9\"}\n");
    var exported = TestRequest.get(server, "/Birds()")
        .header("Accept", Dialect.NDJSON)
        .send()
        .body()
        .lines()
        .filter(line -> !line.startsWith("{\"$"))
        .toList();
    tables.deleteTable(TABLE).then(tables.createTable(TABLE)).block();

    var lines = send(String.join("\n", exported));

    assertThat(lines).endsWith("{\"$end\":{\"done\":1,\"refused\":0}}");
    assertThat(stored()).containsExactly("0");
  }

  @Test
  void anEmptyBodyIsAnsweredWithAnEnd() {
    assertThat(send("\n")).containsExactly("{\"$end\":{\"done\":0,\"refused\":0}}");
  }

  @Test
  void anAbsentTableHasItsOwnStatus() {
    var response = TestRequest.post(
            server, "/Nowhere/$bulk", "{\"PartitionKey\":\"p\",\"RowKey\":\"0\"}")
        .header("Content-Type", Dialect.NDJSON)
        .send();

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("TableNotFound");
  }

  @Test
  void otherMediaTypesAreRefused() {
    var response = TestRequest.post(server, "/Birds/$bulk", "{}").send();

    assertThat(response.statusCode()).isEqualTo(501);
  }

  private List<String> send(String body) {
    return request(body).send().body().lines().toList();
  }

  private TestRequest request(String body) {
    return TestRequest.post(server, "/Birds/$bulk", body)
        .header("Content-Type", Dialect.NDJSON + "; charset=utf-8");
  }

  private List<String> stored() {
    return tables
        .query(TABLE, Query.ALL)
        .map(entity -> entity.rowKey())
        .collectList()
        .blockOptional()
        .orElseThrow();
  }
}
