package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @Test
  void createReturnsTheTable() {
    var answer = post(server, "/Tables", "{\"TableName\":\"Created\"}").send();

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo("{\"TableName\":\"Created\"}");
    assertThat(answer.headers().firstValue("Location"))
        .hasValue(server.accountUrl() + "/Tables('Created')");
    assertThat(answer.headers().firstValue("Preference-Applied")).isEmpty();
  }

  @Test
  void createReturnsNoContentIfPreferred() {
    var answer = post(server, "/Tables", "{\"TableName\":\"Silent\"}")
        .header("Prefer", "return-no-content")
        .send();

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("Preference-Applied")).hasValue("return-no-content");
    assertThat(answer.headers().firstValue("DataServiceId"))
        .hasValue(server.accountUrl() + "/Tables('Silent')");
  }

  @Test
  void creatingAnExistingTableIsAConflict() {
    post(server, "/Tables", "{\"TableName\":\"Twice\"}").send();
    var answer = post(server, "/Tables", "{\"TableName\":\"tWICE\"}").send();

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("TableAlreadyExists");
  }

  @Test
  void tableIsReturnedByName() {
    post(server, "/Tables", "{\"TableName\":\"Single\"}").send();

    var answer = get(server, "/Tables('single')").header("Accept", "*/*").send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo("{\"odata.metadata\":\"" + server.accountUrl()
            + "/$metadata#Tables/@Element\",\"TableName\":\"Single\"}");
  }

  @Test
  void deleteRemovesATable() {
    post(server, "/Tables", "{\"TableName\":\"Doomed\"}").send();

    assertThat(request(server, "DELETE", "/Tables('Doomed')", "").send().statusCode())
        .isEqualTo(204);
    assertThat(get(server, "/Tables('Doomed')").send().statusCode()).isEqualTo(404);
    var again = request(server, "DELETE", "/Tables('Doomed')", "").send();
    assertThat(again.statusCode()).isEqualTo(404);
    assertThat(again.headers().firstValue("x-ms-error-code")).hasValue("ResourceNotFound");
  }

  @Test
  void tablesAreListedPageByPage() {
    for (var name : new String[] {"pagea", "pageb", "pagec"}) {
      post(server, "/Tables", "{\"TableName\":\"" + name + "\"}").send();
    }
    var filter = "$filter=TableName%20ge%20'page'%20and%20TableName%20lt%20'pagf'&$top=2";

    var first = get(server, "/Tables?" + filter).send();
    var token = first.headers().firstValue("x-ms-continuation-NextTableName").orElseThrow();
    var second = get(server, "/Tables?" + filter + "&NextTableName=" + token).send();

    assertThat(first.body())
        .isEqualTo("{\"value\":[{\"TableName\":\"pagea\"},{\"TableName\":\"pageb\"}]}");
    assertThat(second.body()).isEqualTo("{\"value\":[{\"TableName\":\"pagec\"}]}");
    assertThat(second.headers().firstValue("x-ms-continuation-NextTableName")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"TableName\":\"a\"} | 400 | OutOfRangeInput",
        "{\"TableName\":\"a-b\"} | 400 | InvalidResourceName",
        "{\"TableName\":\"tables\"} | 400 | InvalidResourceName",
        "{\"TableName\":7} | 400 | PropertiesNeedValue",
        "{} | 400 | PropertiesNeedValue",
        "[] | 400 | InvalidInput",
        "{\"TableName\": | 400 | InvalidInput",
      })
  void invalidNameIsRejected(String body, int status, String code) {
    var answer = post(server, "/Tables", body).send();

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
  }
}
