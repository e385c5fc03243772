package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import io.weir.api.error.TableServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestHeadTest {

  @Test
  void theTargetIsSplitIntoItsParts() {
    var head = parse("GET", "/account1/People('a%20b')?$filter=a+b%2B&x&y=", headers());

    assertThat(head.rawPath()).isEqualTo("/account1/People('a%20b')");
    assertThat(head.path())
        .isEqualTo(new AccountPath(new AccountName("account1"), false, false, "/People('a%20b')"));
    assertThat(head.options().get("$filter")).isEqualTo("a b+");
    assertThat(head.options().names()).containsExactly("$filter", "x", "y");
    assertThat(head.options().get("x")).isEmpty();
    assertThat(head.options().get("z")).isNull();
  }

  @Test
  void aTargetMayBeAbsolute() {
    assertThat(parse("GET", "http://host:1/account1/People?a=/b", headers()).rawPath())
        .isEqualTo("/account1/People");
  }

  @Test
  void theSecondaryIsTheSameAccount() {
    var path = parse("GET", "/account1-secondary/Tables", headers()).path();

    assertThat(path)
        .isEqualTo(new AccountPath(new AccountName("account1"), true, false, "/Tables"));
  }

  @ParameterizedTest
  @CsvSource({"POST,MERGE,MERGE", "POST,PUT,PUT", "POST,DELETE,DELETE", "POST,GET,GET"})
  void aTunnelCarriesAnotherVerb(String sent, String tunnelled, Verb verb) {
    var head = parse(sent, "/account1", headers("X-HTTP-Method", tunnelled));

    assertThat(head.verb()).isEqualTo(verb);
    assertThat(head.sentMethod()).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,MERGE,XMethodNotUsingPost",
    "POST,POST,XMethodIncorrectValue",
    "POST,merge,XMethodIncorrectValue"
  })
  void aBrokenTunnelIsRefused(String sent, String tunnelled, String code) {
    assertFails(code, sent, "/account1", headers("X-HTTP-Method", tunnelled));
  }

  @Test
  void aTunnelledVerbMayEqualTheMethod() {
    assertThat(parse("MERGE", "/account1", headers("X-HTTP-Method", "MERGE")).verb())
        .isEqualTo(Verb.MERGE);
  }

  @Test
  void aTunnelCarriesOneVerb() {
    assertFails(
        "XMethodIncorrectCount",
        "POST",
        "/account1",
        headers("X-HTTP-Method", "PUT", "X-HTTP-Method", "PUT"));
  }

  @ParameterizedTest
  @CsvSource({
    "TRACE,/account1,MethodNotAllowed",
    "GET,/,InvalidResourceName",
    "GET,*,InvalidResourceName",
    "GET,/Account,InvalidResourceName",
    "GET,/account1?a=%zz,InvalidInput",
    "GET,/account1?a=1&a=2,InvalidInput",
  })
  void aMalformedHeadIsRefused(String method, String target, String code) {
    assertFails(code, method, target, headers());
  }

  @Test
  void mediaTypesAreReadWithTheirParameters() {
    var head = parse(
        "GET",
        "/account1",
        headers("Accept", "text/html;q=0.9, Application/JSON ; OData=\"NoMetadata\""));

    assertThat(head.asksFor("application/json")).isTrue();
    assertThat(head.asksFor("application/x-ndjson")).isFalse();
    assertThat(head.accept().get(1).parameter("odata")).isEqualTo("nometadata");
  }

  private static RequestHead parse(String method, String target, HttpHeaders headers) {
    return RequestHead.parse("id", method, target, headers, AccountPath::parse);
  }

  private static void assertFails(String code, String method, String target, HttpHeaders headers) {
    assertThatThrownBy(() -> parse(method, target, headers))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  private static HttpHeaders headers(String... pairs) {
    var headers = new DefaultHttpHeaders();
    for (var i = 0; i < pairs.length; i += 2) {
      headers.add(pairs[i], pairs[i + 1]);
    }
    return headers;
  }
}
