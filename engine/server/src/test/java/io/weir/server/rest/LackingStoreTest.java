package io.weir.server.rest;

import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A request for what the store behind an endpoint lacks is answered 501, and the answer says what
 * is lacking.
 */
final class LackingStoreTest {

  private static final Pattern COMP = Pattern.compile("comp=(\\w+)");
  private static final ModelTableService MODEL = new ModelTableService();

  @RegisterExtension
  static final TestServer SERVER = TestServer.over(core());

  @RegisterExtension
  static final TestServer OPERATED =
      TestServer.over(core(), () -> true, TestServer.operatedBy(AccountName.DEVELOPMENT));

  /** Returns tables that have what every store must have, and nothing else. */
  private static TableService core() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (self, method, arguments) -> method.isDefault()
            ? InvocationHandler.invokeDefault(self, method, arguments)
            : method.invoke(MODEL, arguments));
  }

  @BeforeAll
  static void createTable() {
    MODEL.createTable(new TableName("Birds")).block();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          PUT    | /Birds?comp=search        | {'properties':['Name']}   | lacks=search
          GET    | /Birds?comp=search        |                           | lacks=search
          POST   | /Birds?comp=search        |                           | lacks=search
          DELETE | /Birds?comp=search        |                           | lacks=search
          GET    | /Birds?$search=owl        |                           | lacks=search
          GET    | /$search                  |                           | lacks=search
          PUT    | /Birds?comp=index&name=a  | {'properties':[{'name':'Name'}]} | lacks=indexes
          GET    | /Birds?comp=index         |                           | lacks=indexes
          DELETE | /Birds?comp=index&name=a  |                           | lacks=indexes
          PUT    | /Birds?comp=expiry        | {'property':'ExpiresAt'}  | lacks=expiry
          GET    | /Birds?comp=expiry        |                           | lacks=expiry
          DELETE | /Birds?comp=expiry        |                           | lacks=expiry
          PUT    | /Birds?comp=feed          | {'beforeImages':true}     | lacks=changeFeed
          GET    | /Birds?comp=feed          |                           | lacks=changeFeed
          DELETE | /Birds?comp=feed          |                           | lacks=changeFeed
          GET    | /Birds?comp=advice        |                           | comp=advice
          GET    | /?comp=advice             |                           | comp=advice
          GET    | /?comp=status             |                           | comp=status
          GET    | /Birds/$changes?wait=1    |                           | lacks=changeFeed
          GET    | /$consumers               |                           | noConsumers
          """)
  void whatIsLackingIsNamed(String method, String resource, String body, String facts) {
    assertIsLacking(SERVER, method, resource, body, facts);
  }

  @ParameterizedTest
  @CsvSource({"GET,/?comp=shards", "PUT,/?comp=shards&shard=0&loop=0"})
  void anOperatorIsToldThatThereAreNoShards(String method, String resource) {
    assertIsLacking(OPERATED, method, resource, null, "comp=shards");
  }

  private static void assertIsLacking(
      TestServer server, String method, String resource, @Nullable String body, String facts) {
    var text = body == null ? "" : body.replace('\'', '"');
    var signed = COMP.matcher(resource);
    var request = request(server, method, resource, text);
    var answer = (signed.find() ? request.signing(signed.group(1)) : request).send();

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(501);
    assertThat(answer.body()).contains("NotImplemented").contains(facts);
  }
}
