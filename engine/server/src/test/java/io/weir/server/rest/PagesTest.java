package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.server.TestServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** Partial pages, and paged lists of tables. */
class PagesTest {

  private static final Pattern NAME = Pattern.compile("\"TableName\":\"(T[0-9]+)\"");

  /**
   * A query that has found nothing after five seconds returns an empty page with a continuation.
   * The client must send both tokens and all other options again.
   */
  @Test
  void emptyPageMayHaveAContinuation() {
    var position = Continuation.at(new EntityKey("\u00e9'", ""), Direction.ASCENDING);
    var requested = new AtomicReference<Query>();
    try (var server = TestServer.over(stoppingAt(position, requested))) {
      var first = get(server, "/People?$filter=N%20eq%201&$top=5").send();

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("{\"value\":[]}");
      var tokens = "&NextPartitionKey=" + token(first, "NextPartitionKey") + "&NextRowKey="
          + token(first, "NextRowKey");

      var second = get(server, "/People?$filter=N%20eq%201&$top=5" + tokens).send();

      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(requested.get().from()).isEqualTo(position);
      assertThat(requested.get().top()).isEqualTo(5);
    }
  }

  @Test
  void listOfTablesHasThousandPerPage() {
    var tables = new ModelTableService();
    for (var i = 0; i < 1001; i++) {
      tables.createTable(new TableName("T%04d".formatted(i))).block();
    }
    try (var server = TestServer.over(tables)) {
      var first = get(server, "/Tables").send();
      var second =
          get(server, "/Tables?NextTableName=" + token(first, "NextTableName")).send();

      assertThat(names(first)).hasSize(1000).startsWith("T0000").endsWith("T0999");
      assertThat(names(second)).containsExactly("T1000");
      assertThat(token(second, "NextTableName")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$filter=TableName%20eq%20't0002' | T0002",
        "$filter=TableName%20ge%20'T0002'%20and%20TableName%20lt%20'T0004' | T0002 T0003",
        "$filter=not%20(TableName%20le%20'T0003') | T0004",
        "$filter=TableName%20eq%20'T0000'%20or%20TableName%20eq%20'T0004' | T0000 T0004",
        "$filter=Other%20eq%20'T0000' | ''",
        "$filter=startswith(TableName,'t000')%20and%20endswith(TableName,'1') | T0001",
        "$filter=length(TableName)%20gt%205 | ''",
        "$top=2 | T0000 T0001",
        "$top=0 | ''",
      })
  void tablesAreListedByFilterAndPageSize(String options, String expected) {
    var tables = new ModelTableService();
    for (var i = 0; i < 5; i++) {
      tables.createTable(new TableName("T%04d".formatted(i))).block();
    }
    try (var server = TestServer.over(tables)) {
      var answer = get(server, "/Tables()?" + options).send();

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(String.join(" ", names(answer))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/Tables?$filter=TableName%20eq | 400 | InvalidInput",
        "/Tables?$filter=trim(TableName)%20eq%20'a' | 501 | NotImplemented",
        "/Tables?NextTableName=changed | 400 | InvalidInput",
        "/Tables?$skip=1 | 501 | NotImplemented",
        "/Tables?$count=true | 501 | NotImplemented",
        "/Tables/$count | 400 | InvalidInput",
        "/Tables?$orderby=TableName%20desc | 501 | NotImplemented",
        "/People/$sum | 501 | NotImplemented",
        "/$metadata | 501 | NotImplemented",
      })
  void unsupportedOptionsAreRejected(String resource, int status, String code) {
    try (var server = TestServer.over(new ModelTableService())) {
      var answer = get(server, resource).send();

      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
    }
  }

  /**
   * Returns tables whose queries find nothing and stop at a position. Everything else is the
   * model's.
   */
  private static TableService stoppingAt(Continuation position, AtomicReference<Query> requested) {
    var model = new ModelTableService();
    var report = new QueryReport(AccessPath.TABLE_SCAN, 1, 1, 0);
    return (TableService) Proxy.newProxyInstance(
        PagesTest.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals("page")) {
            requested.set((Query) arguments[1]);
            return Mono.just(new Page<Entity>(List.of(), position, report));
          }
          try {
            return method.invoke(model, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static List<String> names(HttpResponse<String> answer) {
    return NAME.matcher(answer.body()).results().map(found -> found.group(1)).toList();
  }

  private static String token(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue("x-ms-continuation-" + name).orElse("");
  }
}
