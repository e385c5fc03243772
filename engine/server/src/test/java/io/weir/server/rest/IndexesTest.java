package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes, orders and counts over the protocol. */
class IndexesTest {

  private static final String BY_AGE = "{\"properties\":[{\"name\":\"Age\"}]}";
  private static final Pattern AGE = Pattern.compile("\"Age\":(\\d+)");

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"Birds\"}").send();
    for (var i = 0; i < 30; i++) {
      post(
              server,
              "/Birds",
              "{\"PartitionKey\":\"p" + i % 3 + "\",\"RowKey\":\"" + i + "\",\"Age\":" + i * 7 % 30
                  + "}")
          .send();
    }
    put("byAge", BY_AGE);
  }

  @Test
  void anIndexIsDescribedListedAndDropped() {
    var made = put(
        "byName",
        "{\"properties\":[{\"name\":\"Name\",\"descending\":true}],\"where\":\"Age gt 3\"}");
    var described = signed("GET", "/Birds?comp=index&name=byName", "").send();
    var listed = signed("GET", "/Birds?comp=index", "").send();
    var dropped = signed("DELETE", "/Birds?comp=index&name=byName", "").send();
    var absent = signed("GET", "/Birds?comp=index&name=byName", "").send();

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(described.body())
        .isEqualTo("{\"name\":\"byName\",\"properties\":[{\"name\":\"Name\",\"descending\":true}],"
            + "\"where\":\"Age gt 3\",\"unique\":false,\"withMissing\":true,\"sparse\":false,"
            + "\"state\":\"readable\",\"progress\":1.0,\"entries\":26,\"bytes\":0}");
    assertThat(listed.body())
        .startsWith("{\"value\":[{\"name\":\"byAge\"")
        .contains("\"name\":\"byName\"");
    assertThat(dropped.statusCode()).isEqualTo(204);
    assertThat(absent.statusCode()).isEqualTo(404);
    assertThat(code(absent)).isEqualTo("ResourceNotFound");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byAge | {\"properties\":[{\"name\":\"Name\"}]} | 409 | ResourceAlreadyExists",
        "1st | {\"properties\":[{\"name\":\"Name\"}]} | 400 | InvalidResourceName",
        "x | {} | 400 | InvalidInput",
        "x | {\"properties\":[]} | 400 | InvalidInput",
        "x | {\"properties\":[{\"name\":7}]} | 400 | InvalidInput",
        "x | {\"properties\":[{\"name\":\"A\"},{\"name\":\"A\"}]} | 400 | InvalidInput",
        "x | {\"properties\":[{\"name\":\"A\"}],\"where\":\"A gt\"} | 400 | InvalidInput",
        "x | {\"properties\":[{\"name\":\"A\"}],\"unique\":\"yes\"} | 400 | InvalidInput",
        "x | [] | 400 | InvalidInput",
      })
  void aBadDefinitionIsRefused(String name, String body, int status, String code) {
    var answer = put(name, body);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(code(answer)).isEqualTo(code);
  }

  @Test
  void valuesThatAnotherEntityHoldsAreAConflictAndAFailedIndexNamesTwoEntities() {
    post(server, "/Tables", "{\"TableName\":\"Rings\"}").send();

    var made = putOnce();
    var one = ring("u", "1");
    var other = ring("v", "2");
    signed("DELETE", "/Rings?comp=index&name=once", "").send();
    var unguarded = ring("v", "2");
    putOnce();
    var failed = signed("GET", "/Rings?comp=index&name=once", "").send();

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(one.statusCode()).isEqualTo(201);
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(code(other)).isEqualTo("UniqueIndexViolation");
    assertThat(other.body()).contains("index=once holder=u,1");
    assertThat(unguarded.statusCode()).isEqualTo(201);
    assertThat(failed.body())
        .contains("\"unique\":true")
        .contains("\"state\":\"failed\"")
        .contains("\"duplicate\":[{\"PartitionKey\":\"u\",\"RowKey\":\"1\"},")
        .contains("{\"PartitionKey\":\"v\",\"RowKey\":\"2\"}]");
  }

  private static HttpResponse<String> putOnce() {
    return signed(
            "PUT",
            "/Rings?comp=index&name=once",
            "{\"properties\":[{\"name\":\"Ring\"}],\"unique\":true}")
        .send();
  }

  private static HttpResponse<String> ring(String partition, String row) {
    return post(
            server,
            "/Rings",
            "{\"PartitionKey\":\"" + partition + "\",\"RowKey\":\"" + row + "\",\"Ring\":\"A7\"}")
        .send();
  }

  @Test
  void declaringTheSameIndexAgainSucceeds() {
    assertThat(put("byAge", BY_AGE).statusCode()).isEqualTo(201);
  }

  @Test
  void pagesFollowTheOrderOfAnIndexThroughTheTokensOfTheProtocol() {
    var seen = new ArrayList<Integer>();
    var token = "";
    do {
      var answer = get(server, "/Birds()?$filter=Age%20ge%200&$orderby=Age%20desc&$top=7" + token)
          .send();
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      AGE.matcher(answer.body()).results().forEach(age -> seen.add(Integer.valueOf(age.group(1))));
      token = token(answer);
    } while (!token.isEmpty());

    assertThat(seen).hasSize(30).isSortedAccordingTo((one, other) -> other - one);
  }

  @Test
  void matchesAreCountedAloneAndBesideAPage() {
    var alone = get(server, "/Birds()/$count?$filter=Age%20lt%2012").send();
    var beside =
        get(server, "/Birds()?$filter=Age%20lt%2012&$top=2&$count=true").send();
    var without =
        get(server, "/Birds()?$filter=Age%20lt%2012&$top=2&$count=false").send();

    assertThat(alone.statusCode()).isEqualTo(200);
    assertThat(alone.body()).isEqualTo("12");
    assertThat(beside.body()).contains("\"odata.count\":\"12\",\"value\":[");
    assertThat(AGE.matcher(beside.body()).results().count()).isEqualTo(2);
    assertThat(without.body()).doesNotContain("odata.count");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Age%20up | $orderby offset=4",
        "Age,%20Name%20up | $orderby offset=10",
        "Age,,Name | $orderby offset=4",
        "Age, | $orderby offset=4",
        ",Age | $orderby offset=0",
        "Age%20desc%20asc | $orderby offset=9",
        "A,B,C,D,E,F,G,H,I | limit=8",
      })
  void aMistakeInAnOrderIsRefusedAtItsCharacter(String order, String facts) {
    var answer = get(server, "/Birds()?$orderby=" + order).send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(code(answer)).isEqualTo("InvalidInput");
    assertThat(answer.body()).contains(facts);
  }

  @Test
  void anOrderHasUpToEightProperties() {
    var answer = get(server, "/Birds()?$orderby=A,B,C,D,E,F,G,H").send();

    assertThat(answer.body()).contains("index=none").doesNotContain("limit=");
  }

  @ParameterizedTest
  @CsvSource({"GET,name=", "PUT,", "PUT,name=", "DELETE,", "DELETE,name="})
  void anIndexWithoutANameIsRefused(String verb, String option) {
    var resource = "/Birds?comp=index" + (option == null ? "" : "&" + option);

    var answer = signed(verb, resource, verb.equals("PUT") ? BY_AGE : "").send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(code(answer)).isEqualTo("InvalidQueryParameterValue");
  }

  @ParameterizedTest
  @CsvSource({"GET", "PUT", "DELETE"})
  void anIndexOfAMissingTableIsNotFound(String verb) {
    var body = verb.equals("PUT") ? BY_AGE : "";

    var answer = signed(verb, "/Missing?comp=index&name=byAge", body).send();

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(code(answer)).isEqualTo("TableNotFound");
  }

  @Test
  void otherMethodsAndUnsignedRequestsAreRefused() {
    assertThat(signed("POST", "/Birds?comp=index&name=x", BY_AGE).send().statusCode())
        .isEqualTo(405);
    assertThat(post(server, "/Birds()/$count", "{}").send().statusCode()).isEqualTo(405);
    assertThat(
            TestRequest.unsigned(server, "GET", "/Birds?comp=index", "").send().statusCode())
        .isIn(401, 403);
    assertThat(TestRequest.unsigned(server, "GET", "/Birds()/$count", "").send().statusCode())
        .isIn(401, 403);
  }

  @Test
  void theSecondaryDescribesIndexesAndChangesNone() {
    assertThat(TestRequest.secondary(server, "GET", "/Birds?comp=index", "")
            .signing("index")
            .send()
            .statusCode())
        .isEqualTo(200);
    assertThat(TestRequest.secondary(server, "PUT", "/Birds?comp=index&name=byAge", BY_AGE)
            .signing("index")
            .send()
            .statusCode())
        .isEqualTo(403);
  }

  @Test
  void aHintThatNoIndexFulfilsIsRefused() {
    var unknown = get(server, "/Birds()?$filter=Age%20eq%201").header("x-weir-index", "other");
    var none =
        get(server, "/Birds()?$filter=Age%20ge%200&$orderby=Age").header("x-weir-index", "-");
    var bad = get(server, "/Birds()").header("x-weir-index", "not a name");

    assertThat(unknown.send().statusCode()).isEqualTo(400);
    assertThat(none.send().statusCode()).isEqualTo(400);
    assertThat(bad.send().statusCode()).isEqualTo(400);
  }

  private static HttpResponse<String> put(String name, String body) {
    return signed("PUT", "/Birds?comp=index&name=" + name, body).send();
  }

  private static TestRequest signed(String verb, String resource, String body) {
    return request(server, verb, resource, body).signing("index");
  }

  private static String code(HttpResponse<String> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }

  private static String token(HttpResponse<String> answer) {
    var partition = answer.headers().firstValue("x-ms-continuation-NextPartitionKey");
    var row = answer.headers().firstValue("x-ms-continuation-NextRowKey");
    return partition.isEmpty()
        ? ""
        : "&NextPartitionKey=" + partition.get() + "&NextRowKey=" + row.orElseThrow();
  }
}
