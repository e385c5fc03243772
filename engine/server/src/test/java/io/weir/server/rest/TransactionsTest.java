package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.rest.BatchBody.changeSet;
import static io.weir.server.rest.BatchBody.etags;
import static io.weir.server.rest.BatchBody.insert;
import static io.weir.server.rest.BatchBody.operation;
import static io.weir.server.rest.BatchBody.send;
import static io.weir.server.rest.BatchBody.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionsTest {

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"Batched\"}").send();
    post(server, "/Tables", "{\"TableName\":\"Other\"}").send();
  }

  @Test
  void changeSetAppliesAllOperations() {
    send(server, changeSet(insert(server, "all", "old"), insert(server, "all", "gone")));

    var answer = send(
        server,
        changeSet(
            insert(server, "all", "new"),
            operation(
                server,
                "MERGE",
                "/Batched(PartitionKey='all',RowKey='old')",
                "If-Match: *\r\nContent-Type: application/json\r\n\r\n{\"M\":2}"),
            operation(
                server,
                "PUT",
                "/Batched(PartitionKey='all',RowKey='put')",
                "Content-Type: application/json\r\n\r\n{\"P\":3}"),
            operation(
                server,
                "DELETE",
                "/Batched(PartitionKey='all',RowKey='gone')",
                "If-Match: *\r\n\r\n")));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(header(answer, "Content-Type"))
        .startsWith("multipart/mixed; boundary=batchresponse_");
    assertThat(statuses(answer)).containsExactly(204, 204, 204, 204);
    assertThat(etags(answer))
        .hasSize(3)
        .allMatch(etag -> etag.equals(etags(answer).get(0)));
    assertThat(get(server, "/Batched()?$filter=PartitionKey%20eq%20'all'&$select=RowKey,N,M,P")
            .send()
            .body())
        .isEqualTo("{\"value\":[{\"RowKey\":\"new\",\"N\":1,\"M\":null,\"P\":null},"
            + "{\"RowKey\":\"old\",\"N\":1,\"M\":2,\"P\":null},"
            + "{\"RowKey\":\"put\",\"P\":3,\"N\":null,\"M\":null}]}");
  }

  @Test
  void insertWithoutAPreferenceReturnsTheEntity() {
    var loud = insert(server, "loud", "1").replace("Prefer: return-no-content\r\n", "");

    var answer = send(server, changeSet(loud));

    assertThat(statuses(answer)).containsExactly(201);
    assertThat(answer.body())
        .contains("Location: " + server.accountUrl() + "/Batched(PartitionKey='loud',RowKey='1')")
        .contains("\r\n\r\n{\"PartitionKey\":\"loud\",\"RowKey\":\"1\",\"Timestamp\":");
  }

  @Test
  void failedOperationIsNamedAndNothingIsStored() {
    send(server, changeSet(insert(server, "fails", "1")));

    var answer =
        send(server, changeSet(insert(server, "fails", "0"), insert(server, "fails", "1")));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(statuses(answer)).containsExactly(409);
    assertThat(answer.body())
        .contains("\"code\":\"EntityAlreadyExists\"", "\"value\":\"1:The specified entity");
    assertThat(get(server, "/Batched(PartitionKey='fails',RowKey='0')").send().statusCode())
        .isEqualTo(404);
  }

  @Test
  void staleVersionIsNamed() {
    send(server, changeSet(insert(server, "version", "1")));

    var answer = send(
        server,
        changeSet(operation(
            server,
            "DELETE",
            "/Batched(PartitionKey='version',RowKey='1')",
            "If-Match: W/\"datetime'2020-11-07T01%3A23%3A21Z'\"\r\n\r\n")));

    assertThat(statuses(answer)).containsExactly(412);
    assertThat(answer.body()).contains("\"value\":\"0:The update condition");
  }

  @Test
  void missingTableIsReportedForTheFirstOperation() {
    var answer =
        send(server, changeSet(insert(server, "p", "1").replace("/Batched ", "/Missing ")));

    assertThat(statuses(answer)).containsExactly(404);
    assertThat(answer.body()).contains("\"code\":\"TableNotFound\"", "\"value\":\"0:");
  }

  @Test
  void operationsMustShareOnePartitionAndTable() {
    assertFails(
        changeSet(insert(server, "one", "1"), insert(server, "two", "1")),
        "CommandsInBatchActOnDifferentPartitions",
        1);
    assertFails(
        changeSet(
            insert(server, "one", "1"), insert(server, "one", "2").replace("/Batched ", "/Other ")),
        "CommandsInBatchActOnDifferentPartitions",
        1);
  }

  @Test
  void entityIsWrittenAtMostOnce() {
    assertFails(
        changeSet(insert(server, "twice", "1"), insert(server, "twice", "1")),
        "InvalidDuplicateRow",
        1);
  }

  @Test
  void hundredOperationsAreAcceptedAndOneMoreIsRejected() {
    assertThat(statuses(send(server, changeSet(inserts(100)))))
        .isEqualTo(Collections.nCopies(100, 204));
    assertFails(changeSet(inserts(101)), "InvalidInput", 99);
  }

  @Test
  void invalidEntityIsNamed() {
    var wrong =
        insert(server, "rule", "1").replace("\"N\":1", "\"N@odata.type\":\"Edm.No\",\"N\":1");

    assertFails(changeSet(insert(server, "rule", "0"), wrong), "InvalidInput", 1);
  }

  @Test
  void singleReadIsAccepted() {
    send(server, changeSet(insert(server, "read", "1")));
    var read = operation(
        server,
        "GET",
        "/Batched()?$filter=PartitionKey%20eq%20'read'&$select=N",
        "Accept: application/json;odata=nometadata\r\n\r\n");

    var answer = send(server, alone(read));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(statuses(answer)).containsExactly(200);
    assertThat(answer.body()).contains("\r\n\r\n{\"value\":[{\"N\":1}]}");
  }

  @Test
  void missingEntityIsReportedInThePart() {
    var answer = send(
        server, alone(operation(server, "GET", "/Batched(PartitionKey='no',RowKey='no')", "\r\n")));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(statuses(answer)).containsExactly(404);
  }

  @ParameterizedTest
  @CsvSource({
    "/Batched()?$filter=N%20lt,400,InvalidInput",
    "/Batched()?$top=1001,400,InvalidInput",
    "/Batched()?$skip=1,501,NotImplemented",
    "/Missing(),404,TableNotFound",
  })
  void failedReadIsReportedInThePart(String resource, int status, String code) {
    var answer = send(server, alone(operation(server, "GET", resource, "\r\n")));

    if (status < 500) {
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(statuses(answer)).containsExactly(status);
    } else {
      assertThat(answer.statusCode()).isEqualTo(status);
    }
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
  }

  /** Syntax variants of clients in other languages. */
  @ParameterizedTest
  @ValueSource(strings = {"crlf", "lf", "blankLines", "lowerCase", "relative", "path", "noClose"})
  void everySyntaxVariantIsAccepted(String way) {
    var body = changeSet(insert(server, "ways", way));
    var written = switch (way) {
      case "lf" -> body.replace("\r\n", "\n");
      case "blankLines" ->
        "\r\n\r\n"
            + body.replace("\r\n\r\n{", "\r\n\r\n\r\n{")
                .replace("\r\n\r\nPOST", "\r\n\r\n\r\nPOST");
      case "lowerCase" ->
        body.replace("Content-Type", "content-type").replace("Prefer:", "prefer:");
      case "relative" -> body.replace(server.accountUrl() + "/", "");
      case "path" -> body.replace("http://127.0.0.1:" + server.port(), "");
      case "noClose" -> body.replace("--batch_A--\r\n", "--batch_A\r\n");
      default -> body;
    };

    assertThat(statuses(send(server, written))).containsExactly(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no parts",
        "--batch_A\r\n\r\nnot a message\r\n--batch_A--",
        "--batch_A--",
        "--batch_A\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--batch_A--",
        "--batch_A\r\nContent-Type: multipart/mixed\r\n\r\n--c--\r\n--batch_A--",
      })
  void malformedTransactionFailsTheRequest(String body) {
    var answer = send(server, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(header(answer, "x-ms-error-code")).isEqualTo("InvalidInput");
  }

  @Test
  void secondChangeSetIsRejected() {
    var one = changeSet(insert(server, "two", "1")).replace("--batch_A--\r\n", "");
    var two = one + one + "--batch_A--\r\n";

    assertThat(header(send(server, two), "x-ms-error-code")).isEqualTo("InvalidInput");
  }

  @Test
  void readInAChangeSetIsRejected() {
    assertFails(changeSet(operation(server, "GET", "/Batched", "\r\n")), "InvalidInput", 0);
  }

  @Test
  void bodyOfAnotherTypeIsRejected() {
    assertThat(header(post(server, "/$batch", "{}").send(), "x-ms-error-code"))
        .isEqualTo("MediaTypeNotSupported");
  }

  @Test
  void onlyPostIsAllowed() {
    var answer = request(server, "GET", "/$batch", "").send();

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(header(answer, "Allow")).isEqualTo("POST");
  }

  private static void assertFails(String body, String code, int operation) {
    var answer = send(server, body);
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(statuses(answer)).hasSize(1);
    assertThat(answer.body())
        .contains("\"code\":\"" + code + "\"", "\"value\":\"" + operation + ":");
  }

  private static List<String> inserts(int count) {
    return IntStream.range(0, count)
        .mapToObj(row -> insert(server, "many" + count, "r" + row))
        .collect(Collectors.toList());
  }

  private static String alone(String read) {
    return "--batch_A\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
        + read + "\r\n--batch_A--\r\n";
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
