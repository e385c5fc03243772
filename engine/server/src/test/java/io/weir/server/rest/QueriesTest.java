package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueriesTest {

  private static final int ENTITIES = 2500;
  private static final Pattern NUMBER = Pattern.compile("\"N\":([0-9]+)");

  private static TestServer server;

  @BeforeAll
  static void start() {
    var tables = new ModelTableService();
    var numbers = new TableName("Numbers");
    tables.createTable(numbers).block();
    for (var i = 0; i < ENTITIES; i++) {
      var partition = i < 2000 ? "\u00e9'" : "\uff5a";
      tables
          .write(
              numbers,
              new Write.Insert(Entity.builder(partition, String.format("%05d", i))
                  .set("N", i)
                  .build()))
          .block();
    }
    server = TestServer.over(tables);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void tokensLeadThroughAllPages() {
    var seen = new ArrayList<Integer>();
    var pages = 0;
    var token = "";
    do {
      var answer = get(server, "/Numbers()?$select=N" + token).send();
      assertThat(answer.statusCode()).isEqualTo(200);
      seen.addAll(numbers(answer));
      token = token(answer);
      pages++;
    } while (!token.isEmpty());

    assertThat(pages).isEqualTo(3);
    assertThat(seen).hasSize(ENTITIES).isSorted();
  }

  @Test
  void tokensLeadThroughDescendingPages() {
    var order = "$orderby=PartitionKey%20desc,%20RowKey%20desc";

    var first = get(server, "/Numbers?" + order + "&$top=3").send();
    var second = get(server, "/Numbers?" + order + "&$top=3" + token(first)).send();

    assertThat(numbers(first)).containsExactly(2499, 2498, 2497);
    assertThat(numbers(second)).containsExactly(2496, 2495, 2494);
  }

  @Test
  void responseReportsThePlan() {
    var answer = get(server, "/Numbers?$filter=N%20lt%207").send();

    assertThat(numbers(answer)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(answer.headers().firstValue("x-weir-plan"))
        .hasValueSatisfying(
            plan -> assertThat(plan).matches("path=[A-Z_]+ ranges=1 scanned=2500 returned=7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$filter=(PartitionKey%20eq%20'%C3%A9''')and(RowKey%20eq%20'00007') | 1",
        "$filter=RowKey+eq+'02400' | 1",
        "$filter=PartitionKey%20eq%20'%EF%BD%9A'%20and%20startswith(RowKey,'0240') | 10",
        "$filter=substringof('2345',RowKey)%20eq%20true | 1",
        "$filter=endswith(tolower(RowKey),'999')+and+length(RowKey)+eq+5 | 2",
        "$filter=contains(N,'1') | 0",
        "$filter=false | 0",
        "$filter= | 1000",
        "$top=0 | 0",
        "$top=1000 | 1000",
        "$top=7&timeout=30&_=1 | 7",
        "$orderby=PartitionKey,RowKey%20asc&$top=1 | 1",
      })
  void optionsAreApplied(String options, int expected) {
    var answer = get(server, "/Numbers()/?" + options).send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(numbers(answer)).hasSize(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(PartitionKey='%EF%BD%9A') | 500",
        "(PartitionKey='%C3%A9''')?$top=10 | 10",
        "(PartitionKey=%27%C3%A9%27%27%27)/?$filter=N%20lt%207%20or%20N%20gt%202000&$select=N | 7",
        "(PartitionKey='%C3%A9''')?$filter=PartitionKey%20eq%20'%EF%BD%9A' | 0",
        "(PartitionKey='%C3%A9''')?$filter=RowKey%20ge%20'01990' | 10",
        "(PartitionKey='none') | 0",
      })
  void partitionKeyAloneNamesThePartition(String resource, int expected) {
    var answer = get(server, "/Numbers" + resource).send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(numbers(answer)).hasSize(expected);
  }

  @Test
  void partitionIsReadInPagesAndAsAStream() {
    var partition = "/Numbers(PartitionKey='%C3%A9''')";
    var first = get(server, partition).send();
    var second = get(server, partition + "?" + token(first).substring(1)).send();
    var stream = get(server, partition).header("Accept", "application/x-ndjson").send();

    assertThat(numbers(first)).hasSize(1000);
    assertThat(numbers(second)).hasSize(1000).startsWith(1000);
    assertThat(numbers(stream)).hasSize(2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "MERGE", "PATCH", "DELETE", "POST"})
  void writeWithoutRowKeyIsRefused(String verb) {
    var answer = request(server, verb, "/Numbers(PartitionKey='%EF%BD%9A')", "{}")
        .header("If-Match", "*")
        .header("Content-Type", "application/json")
        .send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("InvalidInput");
    assertThat(answer.body()).contains("missing=RowKey");
    assertThat(numbers(get(server, "/Numbers(PartitionKey='%EF%BD%9A')").send()))
        .hasSize(500);
  }

  @Test
  void rowKeyAloneIsRefused() {
    var answer = get(server, "/Numbers(RowKey='1')").send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("missing=PartitionKey");
  }

  @Test
  void selectedPropertyThatAnEntityLacksIsNull() {
    var page = get(server, "/Numbers?$top=1&$select=Nope,N,RowKey").send();
    var point = get(server, "/Numbers(PartitionKey='%EF%BD%9A',RowKey='02000')?$select=N,%20Nope")
        .send();
    var stream = get(server, "/Numbers?$top=1&$select=N,Nope")
        .header("Accept", "application/x-ndjson")
        .send();

    assertThat(page.body()).endsWith("\"RowKey\":\"00000\",\"N\":0,\"Nope\":null}]}");
    assertThat(point.body()).endsWith("\"N\":2000,\"Nope\":null}");
    assertThat(stream.body()).contains("\"N\":0}").doesNotContain("Nope");
  }

  @Test
  void pageOfSizeZeroHasNoContinuation() {
    assertThat(token(get(server, "/Numbers?$top=0").send())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$top=1001 | 400 | InvalidInput",
        "$top=-1 | 400 | InvalidInput",
        "$top=many | 400 | InvalidInput",
        "$filter=N%20lt | 400 | InvalidInput",
        "$filter=indexof(RowKey,'a')%20eq%201 | 501 | NotImplemented",
        "$filter=StartsWith(RowKey,'a') | 501 | NotImplemented",
        "$filter=startswith(RowKey,5) | 400 | InvalidInput",
        "$filter=startswith(RowKey,'a' | 400 | InvalidInput",
        "$filter=N%20eq%201&$filter=true | 400 | InvalidInput",
        "$filter=%E9 | 400 | InvalidInput",
        "$skip=1 | 501 | NotImplemented",
        "$count=maybe | 400 | InvalidInput",
        "$orderby=N | 400 | InvalidInput",
        "$orderby=N%20up | 400 | InvalidInput",
        "$orderby=N,,M | 400 | InvalidInput",
      })
  void invalidQueryIsRejected(String options, int status, String code) {
    var answer = get(server, "/Numbers?" + options).send();

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1!4!AAAA", "1!3!AAAA", "2!4!AAAA", "1!AAAA", "AAAA", "1!0!", ""})
  void changedTokenIsRejected(String damaged) {
    var row = get(server, "/Numbers")
        .send()
        .headers()
        .firstValue("x-ms-continuation-NextRowKey")
        .orElseThrow();

    var answer = get(server, "/Numbers?NextPartitionKey=" + damaged + "&NextRowKey=" + row)
        .send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("InvalidInput");
  }

  @Test
  void oneTokenOfAPairIsRejected() {
    var row = get(server, "/Numbers")
        .send()
        .headers()
        .firstValue("x-ms-continuation-NextRowKey")
        .orElseThrow();

    assertThat(get(server, "/Numbers?NextRowKey=" + row).send().statusCode()).isEqualTo(400);
  }

  @Test
  void queryOfAnEmptyTableReturnsAnEmptyList() {
    post(server, "/Tables", "{\"TableName\":\"Empty\"}").send();

    assertThat(get(server, "/Empty()").send().body()).isEqualTo("{\"value\":[]}");
  }

  private static List<Integer> numbers(HttpResponse<String> answer) {
    var numbers = new ArrayList<Integer>();
    for (var found = NUMBER.matcher(answer.body()); found.find(); ) {
      numbers.add(Integer.valueOf(found.group(1)));
    }
    return numbers;
  }

  /** Returns the options that request the next page; empty after the last page. */
  private static String token(HttpResponse<String> answer) {
    var headers = answer.headers();
    return headers
        .firstValue("x-ms-continuation-NextPartitionKey")
        .map(partition -> "&NextPartitionKey=" + partition + "&NextRowKey="
            + headers.firstValue("x-ms-continuation-NextRowKey").orElseThrow())
        .orElse("");
  }
}
