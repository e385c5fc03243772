package io.weir.server.queue;

import static io.weir.server.queue.QueueAnswers.assertRefused;
import static io.weir.server.queue.QueueAnswers.body;
import static io.weir.server.queue.QueueAnswers.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the queue protocol accepts and refuses: ranges of options on both sides, names, bodies,
 * verbs, and what is absent.
 */
final class QueueLimitsTest {

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  /** 129 characters. */
  private static final String LONG_KEY =
      "abcdefghijklmnopqrstuvwxyz0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012";

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final String queue = "/orders-" + NAMES.incrementAndGet();

  @BeforeEach
  void create() {
    assertThat(send("PUT", queue).statusCode()).isEqualTo(201);
  }

  @Test
  void aMessageHas64KibibytesAndNotOneMore() {
    assertThat(put("x".repeat(64 << 10)).statusCode()).isEqualTo(201);
    assertThat(put("&quot;".repeat(64 << 10)).statusCode()).isEqualTo(201);
    assertThat(part(send("GET", queue + "/messages"), "MessageText")).hasSize(64 << 10);

    assertRefused(put("x".repeat((64 << 10) + 1)), 413, "RequestBodyTooLarge");
    assertRefused(put("é".repeat((32 << 10) + 1)), 413, "RequestBodyTooLarge");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/messages?numofmessages=0,OutOfRangeQueryParameterValue",
    "GET,/messages?numofmessages=33,OutOfRangeQueryParameterValue",
    "GET,/messages?visibilitytimeout=0,OutOfRangeQueryParameterValue",
    "GET,/messages?visibilitytimeout=604801,OutOfRangeQueryParameterValue",
    "GET,/messages?peekonly=true&numofmessages=33,OutOfRangeQueryParameterValue",
    "GET,/messages?numofmessages=two,InvalidQueryParameterValue",
    "GET,/messages?numofmessages=2147483648,OutOfRangeQueryParameterValue",
    "GET,/messages?visibilitytimeout=2147483648,OutOfRangeQueryParameterValue",
    "GET,/messages?visibilitytimeout=-9223372036854775809,OutOfRangeQueryParameterValue",
    "GET,/messages?waitSeconds=4294967296,OutOfRangeQueryParameterValue",
    "POST,/messages?visibilitytimeout=99999999999999999999,OutOfRangeQueryParameterValue",
    "POST,/messages?messagettl=-4294967297,InvalidQueryParameterValue",
    "POST,/messages?messagettl=1.5,InvalidQueryParameterValue",
    "PUT,/messages/8b5f2c1a-0000-0000-0000-000000000000?popreceipt=a&visibilitytimeout=604801,OutOfRangeQueryParameterValue",
    "PUT,/messages/8b5f2c1a-0000-0000-0000-000000000000?popreceipt=a&visibilitytimeout=4294967296,OutOfRangeQueryParameterValue",
    "POST,/messages?visibilitytimeout=-1,OutOfRangeQueryParameterValue",
    "POST,/messages?visibilitytimeout=604801&messagettl=-1,OutOfRangeQueryParameterValue",
    "POST,/messages?messagettl=0,InvalidQueryParameterValue",
    "POST,/messages?messagettl=-2,InvalidQueryParameterValue",
    "POST,/messages?messagettl=5&visibilitytimeout=5,InvalidQueryParameterValue",
    "POST,/messages?orderingKey=" + LONG_KEY + ",OutOfRangeQueryParameterValue",
    "PUT,-many?lanes=0,OutOfRangeQueryParameterValue",
    "PUT,-many?lanes=17,OutOfRangeQueryParameterValue",
    "PUT,-many?lanes=x,InvalidQueryParameterValue",
    "DELETE,/messages/8b5f2c1a-0000-0000-0000-000000000000,MissingRequiredQueryParameter",
    "PUT,/messages/8b5f2c1a-0000-0000-0000-000000000000?popreceipt=a,MissingRequiredQueryParameter",
    "GET,?comp=other,InvalidQueryParameterValue",
  })
  void optionsOutOfTheirRangeAreRefused(String method, String resource, String code) {
    var body = method.equals("POST") ? body("x") : "";

    assertRefused(QueueRequest.of(SERVED, method, queue + resource, body).send(), 400, code);
  }

  @ParameterizedTest
  @CsvSource({
    "/messages?numofmessages=32",
    "/messages?numofmessages=1",
    "/messages?visibilitytimeout=1",
    "/messages?visibilitytimeout=604800",
  })
  void optionsAtTheEndsOfTheirRangeAreAccepted(String resource) {
    assertThat(send("GET", queue + resource).statusCode()).isEqualTo(200);
  }

  @Test
  void aTimeoutBeyondItsRangeIsToldTheRange() {
    assertThat(send("GET", queue + "/messages?visibilitytimeout=2147483648").body())
        .contains("from=PT1S to=PT168H");
    assertThat(QueueRequest.of(SERVED, "POST", queue + "/messages?messagettl=0", body("x"))
            .send()
            .body())
        .contains("from=PT1S");
  }

  @ParameterizedTest
  @CsvSource({
    "1,false",
    "2147483647,false",
    "2147483648,false",
    "250000000000,false",
    "315569520000,true",
    "315569520001,true",
    "9223372036854775807,true",
    "9223372036854775808,true",
    "-1,true",
  })
  void aLifeOfAnyPositiveNumberOfSecondsEndsByTheYear9999(String seconds, boolean atTheEnd) {
    var put = QueueRequest.of(SERVED, "POST", queue + "/messages?messagettl=" + seconds, body("x"))
        .send();

    assertThat(put.statusCode()).isEqualTo(201);
    assertThat(part(put, "ExpirationTime").equals("Fri, 31 Dec 9999 23:59:59 GMT"))
        .as(put.body())
        .isEqualTo(atTheEnd);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/messages",
    "GET,/messages?peekonly=true",
    "GET,/messages?peekonly=true&hidden=true",
    "POST,/messages",
    "DELETE,/messages",
    "PUT,/messages/ID?popreceipt=a&visibilitytimeout=0",
    "DELETE,/messages/ID?popreceipt=a",
    "PUT,/messages/8b5f2c1a-0000-0000-0000-000000000000?popreceipt=a&visibilitytimeout=0",
    "DELETE,/messages/8b5f2c1a-0000-0000-0000-000000000000?popreceipt=a",
  })
  void everyOperationOnMessagesOfAnAbsentQueueSaysSo(String method, String resource) {
    var body = method.equals("POST") ? body("x") : "";

    assertRefused(
        QueueRequest.of(SERVED, method, "/absent-queue" + resource, body).send(),
        404,
        "QueueNotFound");
  }

  @ParameterizedTest
  @CsvSource({
    "PUT,/messages/ID?popreceipt=a&visibilitytimeout=0",
    "DELETE,/messages/ID?popreceipt=a",
  })
  void aTextThatIsNoIdNamesNoMessage(String method, String resource) {
    assertRefused(send(method, queue + resource), 404, "MessageNotFound");
  }

  @ParameterizedTest
  @CsvSource({
    "/ab,400,OutOfRangeInput",
    "/Upper,400,InvalidResourceName",
    "/two--dashes,400,InvalidResourceName",
    "/ends-,400,InvalidResourceName",
    "/-begins,400,InvalidResourceName",
  })
  void invalidNamesAreRefused(String name, int status, String code) {
    assertRefused(send("PUT", name), status, code);
  }

  @Test
  void malformedBodiesAreRefused() {
    var none =
        QueueRequest.of(SERVED, "POST", queue + "/messages", "<QueueMessage/>").send();
    assertRefused(none, 400, "MissingRequiredXmlNode");

    var broken =
        QueueRequest.of(SERVED, "POST", queue + "/messages", "<QueueMessage>").send();
    assertRefused(broken, 400, "InvalidXmlDocument");
  }

  @Test
  void anUnsupportedVerbNamesTheSupportedOnes() {
    var answer = send("PUT", queue + "/messages");

    assertRefused(answer, 405, "MethodNotAllowed");
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET,POST,DELETE");
  }

  private static HttpResponse<String> send(String method, String resource) {
    return QueueRequest.of(SERVED, method, resource).send();
  }

  private HttpResponse<String> put(String escaped) {
    return QueueRequest.of(SERVED, "POST", queue + "/messages", body(escaped)).send();
  }
}
