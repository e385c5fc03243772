package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates over HTTP, by {@code $apply}. */
class AggregatesTest {

  private static final String ALL = "aggregate(Cost with sum as Total,Cost with average as Mean,"
      + "Species with max as Last,Nothing with min as Least,$count as Strikes)";

  private static TestServer server;

  @BeforeAll
  static void start() {
    var tables = new ModelTableService();
    var strikes = new TableName("Strikes");
    tables.createTable(strikes).block();
    for (var i = 0; i < 6; i++) {
      var strike = Entity.builder(i < 4 ? "TX" : "NY", "r" + i).set("Cost", 10L * i);
      if (i > 0) {
        strike.set("Species", i % 2 == 0 ? "dove" : "gull");
      }
      tables.write(strikes, new Write.Insert(strike.build())).block();
    }
    server = TestServer.over(tables);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aggregatesOfATableAreOneObject() {
    assertThat(apply(ALL, "").body())
        .isEqualTo("{\"value\":[{\"Total\":\"150\",\"Mean\":25.0,\"Last\":\"gull\","
            + "\"Strikes\":\"6\",\"Least\":null}]}");
  }

  @Test
  void metadataNameTheTypesThatJsonLacks() {
    var answer = answer("$apply=" + encoded("groupby((Species),aggregate(Cost with sum as Total))"))
        .header("Accept", "application/json;odata=minimalmetadata")
        .send();

    assertThat(answer.body())
        .startsWith("{\"odata.metadata\":\"")
        .contains("$metadata#Strikes\"")
        .endsWith(",\"value\":["
            + "{\"Total@odata.type\":\"Edm.Int64\",\"Total\":\"0\",\"Species\":null},"
            + "{\"Species\":\"dove\",\"Total@odata.type\":\"Edm.Int64\",\"Total\":\"60\"},"
            + "{\"Species\":\"gull\",\"Total@odata.type\":\"Edm.Int64\",\"Total\":\"90\"}]}")
        .doesNotContain("etag");
  }

  @Test
  void groupsByKeysHaveTheKeysAndNoOthers() {
    assertThat(apply("groupby((PartitionKey),aggregate($count as Strikes))", "").body())
        .isEqualTo("{\"value\":[{\"PartitionKey\":\"NY\",\"Strikes\":\"2\"},"
            + "{\"PartitionKey\":\"TX\",\"Strikes\":\"4\"}]}");
    assertThat(apply("groupby((Species))", "&$filter=Cost%20gt%2020").body())
        .isEqualTo("{\"value\":[{\"Species\":\"dove\"},{\"Species\":\"gull\"}]}");
  }

  @Test
  void aFilterAndAPartitionSelectTheEntities() {
    var count = "aggregate($count as Strikes)";

    assertThat(apply(count, "&$filter=Species%20eq%20%27gull%27").body())
        .contains("\"Strikes\":\"3\"");
    assertThat(plain("/Strikes(PartitionKey=%27NY%27)?$apply=" + encoded(count)).body())
        .contains("\"Strikes\":\"2\"");
    assertThat(apply(count, "&$filter=Cost%20gt%201000").body()).contains("\"Strikes\":\"0\"");
  }

  @Test
  void aHeaderSaysHowManyEntitiesWereAggregated() {
    assertThat(apply(ALL, "&$filter=Cost%20lt%2020")
            .headers()
            .firstValue("x-weir-plan")
            .orElseThrow())
        .endsWith("returned=2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aggregate(Cost with sum)          |  | 400 | InvalidInput        | applyOffset=23 expected=as",
        "''                                |  | 400 | InvalidInput        | applyOffset=0",
        "filter(Cost gt 1)                 |  | 501 | NotImplemented      | applyOffset=0 lacks=filter instead=$filter",
        "aggregate($count as N)            | &$top=1      | 501 | NotImplemented | option=$top with=$apply",
        "aggregate($count as N)            | &$select=N   | 501 | NotImplemented | option=$select with=$apply",
        "aggregate($count as N)            | &$orderby=N  | 501 | NotImplemented | option=$orderby with=$apply",
        "aggregate($count as N)            | &$count=true | 501 | NotImplemented | option=$count with=$apply",
        "aggregate($count as N,A with sum as N) | | 400 | InvalidInput   | aggregate=N reason=nameIsTaken",
        "aggregate($count as N)            | &$filter=A   eq | 400 | InvalidInput | filterOffset",
      })
  void aMistakeIsRefusedAtItsPlace(
      String apply, String options, int status, String code, String facts) {
    var answer = apply(apply, options == null ? "" : options.replace(" ", "%20"));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
    assertThat(answer.body()).contains(facts);
  }

  @Test
  void anAbsentTableIsNotFound() {
    assertThat(plain("/Nothing()?$apply=" + encoded(ALL)).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/Tables", "/Strikes()/$count", "/Strikes(PartitionKey='TX',RowKey='r1')"})
  void whatCannotBeAggregatedIsNot(String resource) {
    var answer = plain(resource.replace("'", "%27") + "?$apply=" + encoded(ALL));

    assertThat(answer.body()).doesNotContain("Total");
  }

  @Test
  void linesAreNotAggregated() {
    var lines = answer("$apply=" + encoded(ALL))
        .header("Accept", "application/x-ndjson")
        .send();

    assertThat(lines.statusCode()).isEqualTo(501);
    assertThat(lines.body()).contains("option=$apply");
  }

  private static HttpResponse<String> apply(String text, String options) {
    return plain("/Strikes()?$apply=" + encoded(text) + options);
  }

  private static HttpResponse<String> plain(String resource) {
    return get(server, resource)
        .header("Accept", "application/json;odata=nometadata")
        .send();
  }

  private static TestRequest answer(String options) {
    return get(server, "/Strikes()?" + options);
  }

  private static String encoded(String text) {
    return text.replace(" ", "%20");
  }
}
