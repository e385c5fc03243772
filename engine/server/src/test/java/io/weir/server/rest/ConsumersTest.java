package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.EngineServer;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Named consumers over REST. */
final class ConsumersTest {

  private static final String SEARCH = "/$consumers('search')";
  private static final Pattern NEXT = Pattern.compile(".*\"next\":\"([^\"]+)\".*");
  private static final Pattern POSITION = Pattern.compile(".*\"position\":\"([^\"]+)\".*");

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeEach
  void create() {
    post(running.server(), "/Tables", "{\"TableName\":\"Brief\"}").send();
    assertThat(put("{\"table\":\"Brief\"}").statusCode()).isEqualTo(201);
  }

  @AfterEach
  void delete() {
    request(running.server(), "DELETE", SEARCH, "").send();
  }

  @Test
  void aConsumerHasItsMembers() {
    var answer = get(running.server(), SEARCH).send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body())
        .startsWith("{\"name\":\"search\",\"table\":\"Brief\",\"position\":\"")
        .contains("\"generation\":1,\"created\":\"20", "\"state\":\"active\",\"lagBytes\":")
        .contains("\"lagSeconds\":");
    assertThat(get(running.server(), "/$consumers").send().body())
        .startsWith("{\"value\":[{\"name\":\"search\"")
        .endsWith("}]}");
  }

  @Test
  void pagesBeginAtThePositionWhichMovesForwardOnly() {
    insert("1");
    var page = page("/Brief/$changes?wait=5&consumer=search");
    assertThat(page).contains("\"RowKey\":\"1\"");
    var next = group(NEXT, page);
    var before = position();

    assertThat(group(POSITION, advance(1, next).body())).isEqualTo(next);
    insert("2");
    assertThat(page("/Brief/$changes?wait=5&consumer=search"))
        .contains("\"RowKey\":\"2\"")
        .doesNotContain("\"RowKey\":\"1\"");

    var late = advance(1, before);
    assertThat(late.statusCode()).isEqualTo(200);
    assertThat(group(POSITION, late.body())).isEqualTo(next);
  }

  @Test
  void aResetBeginsTheNextGeneration() {
    insert("3");
    var before = position();

    var reset =
        post(running.server(), SEARCH + "/reset", "{\"from\":\"beginning\"}").send();

    assertThat(reset.statusCode()).isEqualTo(200);
    assertThat(reset.body()).contains("\"generation\":2");
    var late = advance(1, before);
    assertThat(late.statusCode()).isEqualTo(412);
    assertThat(code(late)).isEqualTo("UpdateConditionNotSatisfied");
    assertThat(page("/Brief/$changes?wait=5&consumer=search")).contains("\"cause\":\"existing\"");
  }

  @Test
  void aConsumerOfTheAccountIsReadAtTheAccount() {
    var all = "/$consumers('all')";
    assertThat(request(running.server(), "PUT", all, "").send().statusCode()).isEqualTo(201);
    insert("4");

    assertThat(page("/$changes?wait=5&consumer=all")).contains("\"RowKey\":\"4\"");
    var answer = get(running.server(), "/Brief/$changes?wait=1&consumer=all").send();
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(code(answer)).isEqualTo("InvalidInput");
    request(running.server(), "DELETE", all, "").send();
  }

  @Test
  void aDeletedConsumerIsNotFound() {
    assertThat(request(running.server(), "DELETE", SEARCH, "").send().statusCode())
        .isEqualTo(204);

    for (var answer : new HttpResponse<?>[] {
      get(running.server(), SEARCH).send(),
      request(running.server(), "DELETE", SEARCH, "").send(),
      get(running.server(), "/Brief/$changes?wait=1&consumer=search").send()
    }) {
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("ConsumerNotFound");
    }
  }

  @Test
  void aNameIsTakenOnce() {
    var answer = put("{}");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(code(answer)).isEqualTo("ConsumerAlreadyExists");
  }

  @Test
  void aHundredConsumersAreTheMost() {
    for (var number = 1; number < 100; number++) {
      assertThat(request(running.server(), "PUT", "/$consumers('c" + number + "')", "")
              .send()
              .statusCode())
          .isEqualTo(201);
    }

    var answer = request(running.server(), "PUT", "/$consumers('c100')", "").send();

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(code(answer)).isEqualTo("TooManyConsumers");
    for (var number = 1; number < 100; number++) {
      request(running.server(), "DELETE", "/$consumers('c" + number + "')", "").send();
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          PUT    | /$consumers('Search')          | {}                    | 400 | InvalidResourceName
          PUT    | /$consumers('$search-1')       | {}                    | 400 | InvalidResourceName
          PUT    | /$consumers('')                | {}                    | 400 | OutOfRangeInput
          PUT    | /$consumers('a'                | {}                    | 400 | InvalidInput
          PUT    | /$consumers('a')               | []                    | 400 | InvalidInput
          PUT    | /$consumers('a')               | {'from':'noon:'}      | 400 | InvalidInput
          PUT    | /$consumers('a')               | {'filter':'x'}        | 400 | InvalidInput
          PUT    | /$consumers('a')               | {'table':'Missing'}   | 404 | TableNotFound
          POST   | /$consumers('a')               | {}                    | 405 | MethodNotAllowed
          POST   | /$consumers                    | {}                    | 405 | MethodNotAllowed
          PUT    | /$consumers('search')/reset    | {'from':'now'}        | 405 | MethodNotAllowed
          POST   | /$consumers('search')/reset    | {}                    | 400 | InvalidInput
          POST   | /$consumers('search')/position | {'generation':1}      | 400 | InvalidInput
          POST   | /$consumers('search')/position | {'generation':'x','position':'AAAA'} | 400 | InvalidInput
          POST   | /$consumers('search')/other    | {}                    | 501 | NotImplemented
          GET    | /$changes?from=now&consumer=search | {}                | 400 | InvalidInput
          """)
  void wrongRequestsAreRefused(
      String method, String resource, String body, int status, String code) {
    var answer =
        request(running.server(), method, resource, body.replace('\'', '"')).send();

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(code(answer)).isEqualTo(code);
  }

  @Test
  void anUnsignedRequestIsRefused() {
    assertThat(unsigned(running.server(), "GET", "/$consumers", "").send().statusCode())
        .isIn(401, 403);
  }

  private static HttpResponse<String> put(String body) {
    return request(running.server(), "PUT", SEARCH, body).send();
  }

  private static HttpResponse<String> advance(long generation, String position) {
    return post(
            running.server(),
            SEARCH + "/position",
            "{\"generation\":" + generation + ",\"position\":\"" + position + "\"}")
        .send();
  }

  private static void insert(String row) {
    var entity = "{\"PartitionKey\":\"p\",\"RowKey\":\"" + row + "\"}";
    request(running.server(), "PUT", "/Brief(PartitionKey='p',RowKey='" + row + "')", entity)
        .send();
  }

  private static String page(String resource) {
    var answer = get(running.server(), resource).send();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static String position() {
    return group(POSITION, get(running.server(), SEARCH).send().body());
  }

  private static String group(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    assertThat(matcher.matches()).as(text).isTrue();
    return matcher.group(1);
  }

  private static String code(HttpResponse<?> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }
}
