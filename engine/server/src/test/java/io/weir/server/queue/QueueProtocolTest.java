package io.weir.server.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.xml.MessageXml;
import io.weir.api.xml.QueueXml;
import io.weir.server.advice.Signatures;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations of the queue protocol, as bytes on the wire. */
final class QueueProtocolTest {

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
  void creatingAQueueAgainIsNoErrorUnlessItsMetadataDiffer() {
    assertThat(send("PUT", queue).statusCode()).isEqualTo(204);

    var other = QueueRequest.of(SERVED, "PUT", queue).header("x-ms-meta-a", "1").send();
    assertRefused(other, 409, "QueueAlreadyExists");
  }

  @Test
  void aQueueTellsItsLanesAndKeepsTheirNumber() {
    var name = queue + "-lanes";

    var created = send("PUT", name + "?lanes=4");
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.headers().firstValue("x-weir-lanes")).hasValue("4");
    assertThat(send("PUT", name + "?lanes=4").statusCode()).isEqualTo(204);
    assertThat(send("PUT", name).statusCode()).as("an SDK knows no lanes").isEqualTo(204);
    assertRefused(send("PUT", name + "?lanes=5"), 409, "QueueAlreadyExists");
    assertThat(send("GET", name + "?comp=metadata").headers().firstValue("x-weir-lanes"))
        .hasValue("4");
    assertThat(send("GET", queue + "?comp=metadata").headers().firstValue("x-weir-lanes"))
        .hasValue("1");
  }

  @Test
  void messagesOfOneOrderingKeyAreInOneLane() {
    assertThat(send("PUT", queue + "-lanes?lanes=16").statusCode()).isEqualTo(201);
    for (var text : List.of("a", "b", "c")) {
      var resource = queue + "-lanes/messages?orderingKey=customer%2F17";
      var put = QueueRequest.of(SERVED, "POST", resource, body(text)).send();
      assertThat(put.statusCode()).isEqualTo(201);
    }

    assertThat(send("GET", queue + "-lanes/messages?numofmessages=32").body())
        .containsSubsequence(">a</MessageText>", ">b</MessageText>", ">c</MessageText>");
  }

  @Test
  void aDeletedQueueIsAbsentAndItsNameIsFree() {
    put("a");
    assertThat(send("DELETE", queue).statusCode()).isEqualTo(204);

    assertRefused(send("DELETE", queue), 404, "QueueNotFound");
    assertRefused(send("GET", queue + "/messages"), 404, "QueueNotFound");
    assertThat(send("PUT", queue).statusCode()).isEqualTo(201);
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aMessageIsPutSeenTakenAndDeleted() {
    var put = put("hello");
    assertThat(put.statusCode()).isEqualTo(201);
    assertThat(put.headers().firstValue("Content-Type")).hasValue("application/xml");
    assertThat(put.body())
        .matches("<\\?xml version=\"1.0\" encoding=\"utf-8\"\\?><QueueMessagesList><QueueMessage>"
            + "<MessageId>[0-9a-f-]{36}</MessageId><InsertionTime>[^<]+ GMT</InsertionTime>"
            + "<ExpirationTime>[^<]+ GMT</ExpirationTime><PopReceipt>[^<]+</PopReceipt>"
            + "<TimeNextVisible>[^<]+ GMT</TimeNextVisible></QueueMessage></QueueMessagesList>");

    var seen = send("GET", queue + "/messages?peekonly=true");
    assertThat(part(seen, "MessageText")).isEqualTo("hello");
    assertThat(part(seen, "DequeueCount")).isEqualTo("0");
    assertThat(seen.body()).doesNotContain("PopReceipt");

    var taken = send("GET", queue + "/messages?numofmessages=32&visibilitytimeout=600");
    assertThat(part(taken, "MessageText")).isEqualTo("hello");
    assertThat(part(taken, "DequeueCount")).isEqualTo("1");
    assertThat(part(taken, "MessageId")).isEqualTo(part(put, "MessageId"));
    assertThat(count()).isEqualTo("1");
    assertThat(send("GET", queue + "/messages").body()).endsWith("<QueueMessagesList/>");

    assertThat(send("DELETE", message(taken)).statusCode()).isEqualTo(204);
    assertRefused(send("DELETE", message(taken)), 404, "MessageNotFound");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void anUpdateRenewsTheReceiptAndTheText() {
    put("first");
    var taken = send("GET", queue + "/messages?visibilitytimeout=600");

    var updated = QueueRequest.of(
            SERVED, "PUT", message(taken) + "&visibilitytimeout=0", body("second"))
        .send();
    assertThat(updated.statusCode()).isEqualTo(204);
    assertThat(updated.headers().firstValue("x-ms-time-next-visible")).isPresent();
    assertThat(updated.headers().firstValue("x-ms-popreceipt")).isPresent();

    assertRefused(send("DELETE", message(taken)), 400, "PopReceiptMismatch");
    var again = send("GET", queue + "/messages");
    assertThat(part(again, "MessageText")).isEqualTo("second");
    assertThat(part(again, "DequeueCount")).isEqualTo("2");
  }

  @Test
  void anUpdateWithoutBodyKeepsTheText() {
    put("kept");
    var taken = send("GET", queue + "/messages?visibilitytimeout=600");

    assertThat(send("PUT", message(taken) + "&visibilitytimeout=0").statusCode())
        .isEqualTo(204);

    assertThat(part(send("GET", queue + "/messages"), "MessageText")).isEqualTo("kept");
  }

  @Test
  void clearingRemovesHiddenMessagesToo() {
    put("a");
    put("b");
    send("GET", queue + "/messages?visibilitytimeout=600");

    assertThat(send("DELETE", queue + "/messages").statusCode()).isEqualTo(204);

    assertThat(count()).isEqualTo("0");
  }

  @Test
  void aDelayedMessageIsCountedAndHidden() {
    var put = QueueRequest.of(
            SERVED, "POST", queue + "/messages?visibilitytimeout=600&messagettl=-1", body("later"))
        .send();

    assertThat(part(put, "ExpirationTime")).isEqualTo("Fri, 31 Dec 9999 23:59:59 GMT");
    assertThat(send("GET", queue + "/messages").body()).endsWith("<QueueMessagesList/>");
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void metadataAreKeptWithTheirCaseAndReplaced() {
    var set = QueueRequest.of(SERVED, "PUT", queue + "?comp=metadata")
        .header("x-ms-meta-owner", "Jane")
        .send();
    assertThat(set.statusCode()).isEqualTo(204);

    var read = send("HEAD", queue + "?comp=metadata");
    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(read.headers().firstValue("x-ms-meta-owner")).hasValue("Jane");

    send("PUT", queue + "?comp=metadata");
    assertThat(send("GET", queue + "?comp=metadata").headers().firstValue("x-ms-meta-owner"))
        .isEmpty();
  }

  @Test
  void invalidMetadataAreRefused() {
    var set = QueueRequest.of(SERVED, "PUT", queue + "?comp=metadata")
        .header("x-ms-meta-1st", "x")
        .send();
    assertRefused(set, 400, "InvalidMetadata");

    var large = QueueRequest.of(SERVED, "PUT", queue + "?comp=metadata")
        .header("x-ms-meta-a", "x".repeat(8 << 10))
        .send();
    assertRefused(large, 400, "MetadataTooLarge");
  }

  @Test
  void aMessageThatWasTakenTooOftenMovesToTheQueueOfTheRule() {
    var poison = queue + "-poison";
    send("PUT", poison);
    var rule = queue + "?comp=deadletters";
    assertRefused(send("GET", rule), 404, "ResourceNotFound");
    assertThat(send("PUT", rule + "&maxdequeuecount=1&queue=" + poison.substring(1))
            .statusCode())
        .isEqualTo(204);
    assertThat(send("GET", rule).body())
        .endsWith("<DeadLetters><Queue>" + poison.substring(1)
            + "</Queue><MaxDequeueCount>1</MaxDequeueCount></DeadLetters>");

    put("bad");
    var taken = send("GET", queue + "/messages");
    send("PUT", message(taken) + "&visibilitytimeout=0");

    assertThat(send("GET", queue + "/messages").body()).endsWith("<QueueMessagesList/>");
    assertThat(part(send("GET", poison + "/messages"), "MessageText")).isEqualTo("bad");
    assertThat(send("DELETE", rule).statusCode()).isEqualTo(204);
    assertRefused(send("GET", rule), 404, "ResourceNotFound");
    assertRefused(
        send("PUT", rule + "&maxdequeuecount=1&queue=absent-queue"), 404, "QueueNotFound");
    assertRefused(
        send("PUT", rule + "&maxdequeuecount=0&queue=" + poison.substring(1)),
        400,
        "OutOfRangeInput");
  }

  @Test
  void queuesAreListedByPrefixInPages() {
    for (var name : new String[] {"listed-a", "listed-b", "listed-c"}) {
      QueueRequest.of(SERVED, "PUT", "/" + name).header("x-ms-meta-n", name).send();
    }

    var page = send("GET", "/?comp=list&prefix=listed-&maxresults=2&include=metadata");
    assertThat(page.body())
        .contains("<EnumerationResults ServiceEndpoint=\"" + SERVED.accountUrl() + "\">"
            + "<Prefix>listed-</Prefix><MaxResults>2</MaxResults><Queues>"
            + "<Queue><Name>listed-a</Name><Metadata><n>listed-a</n></Metadata></Queue>")
        .contains("<NextMarker>listed-c</NextMarker>");

    var rest = send("GET", "/?comp=list&prefix=listed-&marker=listed-c");
    assertThat(rest.body())
        .contains("<Queue><Name>listed-c</Name></Queue>")
        .doesNotContain("listed-a")
        .contains("<NextMarker/>");
  }

  @Test
  void aListIncludesTheRulesForGivingUpMessagesOnRequestOfTheAccountsKey() {
    for (var name : List.of("ruled-a", "ruled-b", "ruled-c")) {
      send("PUT", "/" + name);
    }
    send("PUT", "/ruled-b?comp=deadletters&queue=ruled-c&maxdequeuecount=3");

    var list = "/?comp=list&prefix=ruled-&include=";
    assertThat(send("GET", list + "deadletters").body())
        .contains("<Queues><Queue><Name>ruled-a</Name></Queue>"
            + "<Queue><Name>ruled-b</Name><DeadLetters><Queue>ruled-c</Queue>"
            + "<MaxDequeueCount>3</MaxDequeueCount></DeadLetters></Queue>"
            + "<Queue><Name>ruled-c</Name></Queue></Queues>");
    assertThat(send("GET", list + "metadata,deadletters,metadata").body())
        .contains("<Queue><Name>ruled-b</Name><Metadata/><DeadLetters>");
    assertThat(send("GET", list + "metadata").body()).doesNotContain("DeadLetters");

    var signature = "&" + Signatures.ofAccountWithAllPermissions("q");
    var withoutRules =
        QueueRequest.of(SERVED, "GET", list + "metadata" + signature).unsigned();
    assertThat(withoutRules.send().statusCode()).isEqualTo(200);
    var refused =
        QueueRequest.of(SERVED, "GET", list + "deadletters" + signature).unsigned();
    assertRefused(refused.send(), 403, "AuthorizationFailure");
  }

  @Test
  void servicePropertiesAreStoredApartFromThoseOfTables() {
    var cors =
        "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>https://a</AllowedOrigins>"
            + "<AllowedMethods>GET</AllowedMethods><MaxAgeInSeconds>5</MaxAgeInSeconds>"
            + "<ExposedHeaders/><AllowedHeaders/></CorsRule></Cors></StorageServiceProperties>";
    var set = QueueRequest.of(SERVED, "PUT", "/?restype=service&comp=properties", cors)
        .send();
    assertThat(set.statusCode()).isEqualTo(202);

    assertThat(send("GET", "/?restype=service&comp=properties").body()).contains("https://a");
    var preflight = QueueRequest.of(SERVED, "OPTIONS", queue)
        .unsigned()
        .header("Origin", "https://a")
        .header("Access-Control-Request-Method", "GET")
        .send();
    assertThat(preflight.statusCode()).isEqualTo(200);
    var other = QueueRequest.of(SERVED, "OPTIONS", queue)
        .unsigned()
        .header("Origin", "https://b")
        .header("Access-Control-Request-Method", "GET")
        .send();
    assertRefused(other, 403, "CorsPreflightFailure");
  }

  @Test
  void statisticsAreThoseOfTheSecondary() {
    var stats =
        QueueRequest.secondary(SERVED, "GET", "/?restype=service&comp=stats").send();

    assertThat(stats.body()).contains("<Status>unavailable</Status><LastSyncTime/>");
    assertThat(send("GET", "/?restype=service&comp=stats").statusCode()).isEqualTo(400);
  }

  @Test
  void theSecondaryIsLiveIfTheOptionsSaySo() throws IOException {
    var live = ServedQueues.start(ServerOptions.builder().liveSecondary(true));
    try {
      var stats =
          QueueRequest.secondary(live, "GET", "/?restype=service&comp=stats").send();

      assertThat(part(stats, "Status")).isEqualTo("live");
      assertThat(part(stats, "LastSyncTime")).endsWith(" GMT");
    } finally {
      live.close();
    }
  }

  @Test
  void theSecondaryChangesNothing() {
    put("a");

    assertThat(QueueRequest.secondary(SERVED, "GET", queue + "/messages").send().statusCode())
        .isEqualTo(403);
    assertThat(part(
            QueueRequest.secondary(SERVED, "GET", queue + "/messages?peekonly=true")
                .send(),
            "MessageText"))
        .isEqualTo("a");
  }

  @Test
  void textsKeepTheirWhiteSpaceAndAllCharactersOfXml() {
    var text = " \t<&>\"'\r\n é \uD83D\uDE00 ]]> ";
    var sent =
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;");

    put(sent);

    var taken = send("GET", queue + "/messages").body();
    assertThat(MessageXml.readText(inner(taken)).value()).isEqualTo(text);
  }

  /** Returns the one message of a list as a document. */
  private static byte[] inner(String list) {
    var from = list.indexOf("<QueueMessage>");
    return list.substring(from, list.indexOf("</QueueMessagesList>"))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aMessageHas64KibibytesAndNotOneMore() {
    assertThat(put("x".repeat(64 << 10)).statusCode()).isEqualTo(201);
    assertThat(put("&quot;".repeat(64 << 10)).statusCode()).isEqualTo(201);
    assertThat(part(send("GET", queue + "/messages"), "MessageText")).hasSize(64 << 10);

    assertRefused(put("x".repeat((64 << 10) + 1)), 413, "RequestBodyTooLarge");
    assertRefused(put("é".repeat((32 << 10) + 1)), 413, "RequestBodyTooLarge");
  }

  @Test
  void anEmptyTextIsAMessage() {
    put("");

    assertThat(send("GET", queue + "/messages").body()).contains("<MessageText/>");
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

  @Test
  void anUpdateMayHideAMessageBeyondItsExpiry() {
    QueueRequest.of(SERVED, "POST", queue + "/messages?messagettl=60", body("x"))
        .send();
    var taken = send("GET", queue + "/messages");

    var updated = send("PUT", message(taken) + "&visibilitytimeout=600");

    assertThat(updated.statusCode()).isEqualTo(204);
    assertThat(QueueXml.readDate(header(updated, "x-ms-time-next-visible")))
        .isAfter(QueueXml.readDate(part(taken, "ExpirationTime")));
    var hidden = send("GET", queue + "/messages?peekonly=true&hidden=true");
    assertThat(part(hidden, "ExpirationTime")).isEqualTo(part(taken, "ExpirationTime"));
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElseThrow();
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

  /** XML 1.0, section 2.11: a parser passes each end of a line on as a line feed. A reference is no end of a line. */
  @ParameterizedTest
  @CsvSource({
    "a{CR}{LF}b,a{LF}b",
    "a{CR}b,a{LF}b",
    "a{CR}{CR}{LF}b,a{LF}{LF}b",
    "<![CDATA[a{CR}{LF}b]]>,a{LF}b",
    "a&#13;{LF}b,a&#xD;{LF}b",
    "a&#xD;b,a&#xD;b",
    "a&#10;b,a{LF}b",
  })
  void endsOfLinesArriveAsLineFeeds(String sent, String taken) {
    var text = sent.replace("{CR}", "\r").replace("{LF}", "\n");
    var document = "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>";
    var put = QueueRequest.of(SERVED, "POST", queue + "/messages", document).send();
    assertThat(put.statusCode()).isEqualTo(201);

    assertThat(part(send("GET", queue + "/messages"), "MessageText"))
        .isEqualTo(taken.replace("{LF}", "\n"));
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

  @Test
  void everyAnswerHasARequestIdAndAVersion() {
    var answer = QueueRequest.of(SERVED, "GET", "/absent-queue/messages")
        .header("x-ms-client-request-id", "mine")
        .header("x-ms-version", "2024-08-04")
        .send();

    assertThat(answer.headers().firstValue("x-ms-request-id")).isPresent();
    assertThat(answer.headers().firstValue("x-ms-client-request-id")).hasValue("mine");
    assertThat(answer.headers().firstValue("x-ms-version")).hasValue("2024-08-04");
    assertThat(answer.body())
        .startsWith("<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>QueueNotFound</Code>")
        .contains("\nRequestId:")
        .contains("\nTime:");
  }

  private static HttpResponse<String> send(String method, String resource) {
    return QueueRequest.of(SERVED, method, resource).send();
  }

  private HttpResponse<String> put(String escaped) {
    return QueueRequest.of(SERVED, "POST", queue + "/messages", body(escaped)).send();
  }

  private static String body(String escaped) {
    return "<QueueMessage><MessageText>" + escaped + "</MessageText></QueueMessage>";
  }

  private String count() {
    return send("GET", queue + "?comp=metadata")
        .headers()
        .firstValue("x-ms-approximate-messages-count")
        .orElseThrow();
  }

  private String message(HttpResponse<String> taken) {
    return queue + "/messages/" + part(taken, "MessageId") + "?popreceipt="
        + part(taken, "PopReceipt");
  }

  private static String part(HttpResponse<String> answer, String name) {
    var found = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(answer.body());
    assertThat(found.find()).as(answer.body()).isTrue();
    return found.group(1);
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
    assertThat(answer.body()).contains("<Code>" + code + "</Code>");
  }
}
