package io.weir.server.queue;

import static io.weir.server.queue.QueueAnswers.assertRefused;
import static io.weir.server.queue.QueueAnswers.body;
import static io.weir.server.queue.QueueAnswers.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.http.ServerOptions;
import io.weir.server.operator.Signatures;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What an account asks of the queue service as a whole: its queues, its properties, its secondary.
 */
final class QueueServiceTest {

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final String queue = "/orders-" + NAMES.incrementAndGet();

  @BeforeEach
  void create() {
    assertThat(send("PUT", queue).statusCode()).isEqualTo(201);
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

  private static HttpResponse<String> send(String method, String resource) {
    return QueueRequest.of(SERVED, method, resource).send();
  }

  private HttpResponse<String> put(String escaped) {
    return QueueRequest.of(SERVED, "POST", queue + "/messages", body(escaped)).send();
  }
}
