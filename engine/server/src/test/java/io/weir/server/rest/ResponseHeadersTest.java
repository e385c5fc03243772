package io.weir.server.rest;

import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.secondary;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documented headers of every operation's response and error response. */
class ResponseHeadersTest {

  private static final String KEYS = "(PartitionKey='p',RowKey='r')";

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"People\"}").send();
    post(server, "/People", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}").send();
  }

  /** Method, resource with its {@code comp}, body with ' for ", status, further headers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET    | /Tables                   |                                 | 200 | content-type content-length dataserviceversion",
        "HEAD   | /Tables                   |                                 | 200 | content-type content-length dataserviceversion",
        "GET    | /Tables('People')         |                                 | 200 | content-type content-length dataserviceversion",
        "POST   | /Tables                   | {'TableName':'Made'}            | 201 | content-type content-length dataserviceversion location",
        "DELETE | /Tables('Made')           |                                 | 204 | dataserviceversion",
        "GET    | /People()                 |                                 | 200 | content-type content-length dataserviceversion x-weir-plan",
        "GET    | /People@                  |                                 | 200 | content-type content-length dataserviceversion etag",
        "POST   | /People                   | {'PartitionKey':'p','RowKey':'s'} | 201 | content-type content-length dataserviceversion etag location",
        "PUT    | /People@                  | {'A':1}                         | 204 | dataserviceversion etag",
        "MERGE  | /People@                  | {'A':1}                         | 204 | dataserviceversion etag",
        "PATCH  | /People@                  | {'A':1}                         | 204 | dataserviceversion etag",
        "DELETE | /People(PartitionKey='p',RowKey='s') |                      | 204 | dataserviceversion",
        "GET    | /People?comp=acl          |                                 | 200 | content-type content-length",
        "PUT    | /People?comp=acl          | <SignedIdentifiers/>            | 204 |",
        "GET    | /?restype=service&comp=properties |                         | 200 | content-type content-length",
        "PUT    | /?restype=service&comp=properties | <StorageServiceProperties/> | 202 |",
        "GET    | /People(PartitionKey='no',RowKey='no') |                    | 404 | content-type content-length x-ms-error-code",
        "GET    | /Nobody                   |                                 | 404 | content-type content-length x-ms-error-code",
        "POST   | /Tables                   | {'TableName':'People'}          | 409 | content-type content-length x-ms-error-code",
        "POST   | /People                   | {                               | 400 | content-type content-length x-ms-error-code",
        "PUT    | /Tables                   | {}                              | 405 | content-type content-length x-ms-error-code allow",
        "HEAD   | /Nobody                   |                                 | 404 | content-type content-length x-ms-error-code",
        "OPTIONS | /People                  |                                 | 400 | content-type content-length x-ms-error-code",
      })
  void everyResponseHasTheDocumentedHeaders(
      String method, String resource, String body, int status, String further) {
    var answer = send(method, resource.replace("@", KEYS), body == null ? "" : body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertStandard(answer);
    if (further != null) {
      assertThat(answer.headers().map().keySet()).containsAll(Arrays.asList(further.split(" ")));
    }
    if (status == 204 || status == 202 || method.equals("HEAD")) {
      assertThat(answer.body()).isEmpty();
    } else {
      assertThat(header(answer, "content-length"))
          .isEqualTo(Integer.toString(answer.body().length()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/?restype=service&comp=stats,200",
    "GET,/People(),200",
    "PUT,/People?comp=acl,403"
  })
  void everyResponseOfTheSecondaryHasTheDocumentedHeaders(
      String method, String resource, int status) {
    var answer = secondary(server, method, resource, method.equals("PUT") ? "<a/>" : "")
        .signing(resource.replaceAll(".*comp=|/.*", ""))
        .header("x-ms-client-request-id", "mine")
        .send();

    assertThat(answer.statusCode()).isEqualTo(status);
    assertStandard(answer);
  }

  private static HttpResponse<String> send(String method, String resource, String body) {
    return request(server, method, resource, body.replace('\'', '"'))
        .signing(resource.contains("comp=") ? resource.replaceAll(".*comp=", "") : "")
        .header("x-ms-client-request-id", "mine")
        .header("If-Match", "*")
        .send();
  }

  private static void assertStandard(HttpResponse<String> answer) {
    assertThat(header(answer, "x-ms-version")).isEqualTo("2020-12-06");
    assertThat(header(answer, "x-ms-request-id")).hasSize(36);
    assertThat(header(answer, "x-ms-client-request-id")).isEqualTo("mine");
    assertThat(header(answer, "date")).endsWith(" GMT");
    assertThat(header(answer, "server")).isEqualTo("Weir");
    assertThat(header(answer, "cache-control")).isEqualTo("no-cache");
    assertThat(header(answer, "x-content-type-options")).isEqualTo("nosniff");
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
