package io.weir.server.queue;

import static io.weir.server.queue.QueueAnswers.assertRefused;
import static io.weir.server.queue.QueueAnswers.body;
import static io.weir.server.queue.QueueAnswers.header;
import static io.weir.server.queue.QueueAnswers.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.xml.MessageXml;
import io.weir.api.xml.QueueXml;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations on a queue and its messages, as bytes on the wire. */
final class QueueProtocolTest {

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

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
  void textsKeepTheirWhiteSpaceAndAllCharactersOfXml() {
    var text = " \t<&>\"'\r\n é \uD83D\uDE00 ]]> ";
    var sent =
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;");

    put(sent);

    var taken = send("GET", queue + "/messages").body();
    assertThat(MessageXml.readText(inner(taken)).value()).isEqualTo(text);
  }

  @Test
  void anEmptyTextIsAMessage() {
    put("");

    assertThat(send("GET", queue + "/messages").body()).contains("<MessageText/>");
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

  /**
   * XML 1.0, section 2.11: a parser passes each end of a line on as a line feed. A reference is no
   * end of a line.
   */
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

  /** Returns the one message of a list as a document. */
  private static byte[] inner(String list) {
    var from = list.indexOf("<QueueMessage>");
    return list.substring(from, list.indexOf("</QueueMessagesList>"))
        .getBytes(StandardCharsets.UTF_8);
  }
}
