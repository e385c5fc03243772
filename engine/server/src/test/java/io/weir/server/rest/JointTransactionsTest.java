package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.rest.BatchBody.changeSet;
import static io.weir.server.rest.BatchBody.etags;
import static io.weir.server.rest.BatchBody.insert;
import static io.weir.server.rest.BatchBody.operation;
import static io.weir.server.rest.BatchBody.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transactions with {@code x-weir-scope: account}, and joint reads. */
class JointTransactionsTest {

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"Batched\"}").send();
    post(server, "/Tables", "{\"TableName\":\"Other\"}").send();
  }

  @Test
  void aChangeSetSpansPartitionsAndTables() {
    var answer = joint(insert(server, "a1", "r"), insert(server, "b1", "r"), other("c1"));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(statuses(answer)).containsExactly(204, 204, 204);
    assertThat(etags(answer)).hasSize(3).allMatch(etags(answer).get(0)::equals);
    assertThat(get(server, "/Other(PartitionKey='c1',RowKey='r')").send().statusCode())
        .isEqualTo(200);
  }

  @Test
  void withoutTheHeaderASecondPartitionIsRefused() {
    var answer =
        BatchBody.send(server, changeSet(insert(server, "a2", "r"), insert(server, "b2", "r")));

    assertThat(statuses(answer)).containsExactly(400);
    assertThat(answer.body()).contains("CommandsInBatchActOnDifferentPartitions");
  }

  @Test
  void anotherScopeIsRefused() {
    var answer = TestRequest.post(server, "/$batch", changeSet(insert(server, "a3", "r")))
        .header("Content-Type", BatchBody.TYPE)
        .header("x-weir-scope", "world")
        .send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("x-weir-scope");
  }

  @Test
  void aFailingOperationIsNamedAndNothingIsStored() {
    joint(insert(server, "taken4", "r"));

    var answer = joint(insert(server, "a4", "r"), insert(server, "taken4", "r"));

    assertThat(statuses(answer)).containsExactly(409);
    assertThat(answer.body()).contains("\"value\":\"1:");
    assertThat(get(server, "/Batched(PartitionKey='a4',RowKey='r')").send().statusCode())
        .isEqualTo(404);
  }

  @Test
  void aHeadWithIfMatchChecksAVersion() {
    var etag = etags(joint(insert(server, "read5", "r"))).get(0);

    var passes = joint(check("read5", "If-Match: " + etag), insert(server, "a5", "r"));
    var fails = joint(check("read5", "If-Match: W/\"datetime'2000-01-01T00%3A00%3A00Z'\""));

    assertThat(statuses(passes)).containsExactly(204, 204);
    assertThat(statuses(fails)).containsExactly(412);
  }

  @Test
  void aHeadWithIfNoneMatchChecksThatTheEntityIsAbsent() {
    var passes = joint(check("absent6", "If-None-Match: *"), insert(server, "absent6", "other"));
    var fails = joint(insert(server, "b6", "r"), check("taken6", "If-None-Match: *"));
    joint(insert(server, "taken6", "r"));
    var failsNow = joint(insert(server, "c6", "r"), check("taken6", "If-None-Match: *"));

    assertThat(statuses(passes)).containsExactly(204, 204);
    assertThat(statuses(fails)).containsExactly(204, 204);
    assertThat(statuses(failsNow)).containsExactly(409);
  }

  @Test
  void aCheckNeedsAPrecondition() {
    var answer = joint(insert(server, "a7", "r"), check("b7", "Accept: */*"));

    assertThat(statuses(answer)).containsExactly(400);
    assertThat(answer.body()).contains("MissingRequiredHeader").contains("1:");
  }

  @Test
  void aThousandOperationsAreTakenAndOneMoreIsRefused() {
    var operations = IntStream.range(0, 1_001)
        .mapToObj(i -> insert(server, "many" + i, "r"))
        .toArray(String[]::new);

    var refused = joint(operations);
    var taken = joint(Arrays.copyOf(operations, 1_000));

    assertThat(statuses(taken)).hasSize(1_000).containsOnly(204);
    assertThat(refused.body()).contains("InvalidInput");
  }

  @Test
  void aBodyMayBeLongerThanAnyOther() {
    var large = "x".repeat(30_000);
    var entity = "{\"PartitionKey\":\"%s\",\"RowKey\":\"r\""
        + IntStream.range(0, 16)
            .mapToObj(i -> ",\"P" + i + "\":\"" + large + "\"")
            .collect(Collectors.joining())
        + "}";
    var operations = IntStream.range(0, 14)
        .mapToObj(i -> operation(
            server,
            "POST",
            "/Batched",
            "Content-Type: application/json\r\nPrefer: return-no-content\r\n\r\n"
                + entity.formatted("large" + i)))
        .toArray(String[]::new);

    assertThat(statuses(joint(operations))).hasSize(14).containsOnly(204);
  }

  @Test
  void aJointReadAnswersEntitiesAndNullsInTheOrderOfTheKeys() {
    joint(insert(server, "read8", "r"), other("read8"));

    var answer = post(
            server,
            "/$getAll",
            "{\"keys\":[{\"table\":\"Other\",\"PartitionKey\":\"read8\",\"RowKey\":\"r\"},"
                + "{\"table\":\"Batched\",\"PartitionKey\":\"nothing\",\"RowKey\":\"r\"},"
                + "{\"table\":\"Batched\",\"PartitionKey\":\"read8\",\"RowKey\":\"r\"}]}")
        .send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .matches("\\{\"value\":\\[\\{\"PartitionKey\":\"read8\".*\"O\":1\\},null,"
            + "\\{\"PartitionKey\":\"read8\".*\"N\":1\\}\\]\\}");
  }

  @Test
  void aJointReadRefusesABodyOfAnotherForm() {
    assertThat(post(server, "/$getAll", "{}").send().statusCode()).isEqualTo(400);
    assertThat(post(server, "/$getAll", "{\"keys\":[{}]}").send().statusCode()).isEqualTo(400);
    assertThat(post(server, "/$getAll", "{\"keys\":[]}").send().statusCode()).isEqualTo(400);
    assertThat(get(server, "/$getAll").send().statusCode()).isEqualTo(405);
  }

  private static String check(String partition, String header) {
    return operation(
        server,
        "HEAD",
        "/Batched(PartitionKey='" + partition + "',RowKey='r')",
        header + "\r\n\r\n");
  }

  private static String other(String partition) {
    return operation(
        server,
        "POST",
        "/Other",
        "Content-Type: application/json\r\nPrefer: return-no-content\r\n\r\n"
            + "{\"PartitionKey\":\"" + partition + "\",\"RowKey\":\"r\",\"O\":1}");
  }

  private static HttpResponse<String> joint(String... operations) {
    return TestRequest.post(server, "/$batch", changeSet(operations))
        .header("Content-Type", BatchBody.TYPE)
        .header("x-weir-scope", "account")
        .send();
  }
}
