package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A server is killed while it writes, indexes, commits and rebuilds. After each start, and once it
 * has caught up, a search finds exactly what was acknowledged.
 */
@Tag(Effort.THOROUGHLY)
final class KilledSearchTest {

  private static final TableName TABLE = new TableName("Texts");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ROW = Pattern.compile("\"RowKey\":\"([^\"]+)\"");
  private static final int ROUNDS = 4;
  private static final int WRITES = 300;
  private static final String DEFINITION = "{\"properties\":[{\"name\":\"Text\"}]}";
  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  @TempDir
  Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> stored = new TreeMap<>();
  private ChildServer server;

  @Test
  void nothingIsLostWhenTheServerIsKilled() throws Exception {
    var seed = new Random().nextLong();
    System.out.println("KilledSearchTest seed=" + seed);
    var random = new Random(seed);
    server = start();
    try {
      withClient(client -> client.createTable(TABLE).block(PATIENCE));
      assertThat(send("PUT", "/Texts?comp=search", DEFINITION).statusCode()).isEqualTo(202);
      for (var round = 0; round < ROUNDS; round++) {
        withClient(client -> write(client, random));
        if (round % 2 == 1) {
          assertThat(send("POST", "/Texts?comp=search", "").statusCode()).isEqualTo(202);
        }
        server.kill(); // the index was committed at some moment within the last seconds, or not yet
        server = start();
        for (var word : List.of("owl", "gull", "tern")) {
          awaitCaughtUp();
          assertThat(found(word)).as("seed=%d round=%d", seed, round).isEqualTo(rowsWith(word));
        }
      }
      assertThat(server.terminate()).isIn(0, 143);
      server = start();
      awaitCaughtUp();
      assertThat(found("owl")).isEqualTo(rowsWith("owl"));
    } finally {
      server.close();
    }
  }

  private ChildServer start() throws IOException {
    return ChildServer.start(
        folder.resolve("store"), List.of("-Xmx256m"), "--partition-groups", "4");
  }

  private interface Use {
    void of(WeirClient client);
  }

  private void withClient(Use use) {
    var client = server.client();
    try {
      use.of(client);
    } finally {
      client.closeLater().block(PATIENCE);
    }
  }

  private void write(WeirClient client, Random random) {
    var rows = new HashSet<String>();
    var writes = random
        .ints(WRITES, 0, 500)
        .mapToObj(n -> "r" + n)
        .filter(rows::add) // one write of a row at a time
        .map(row -> one(client, row, random))
        .toList();
    Flux.merge(Flux.fromIterable(writes), 16).blockLast(PATIENCE);
  }

  private Mono<Void> one(WeirClient client, String row, Random random) {
    if (stored.containsKey(row) && random.nextInt(4) == 0) {
      stored.remove(row);
      return client
          .write(TABLE, new Write.Delete(new EntityKey("p" + row.length(), row), IfMatch.ANY))
          .then();
    }
    var text = List.of("an owl", "a gull", "owl and tern", "nothing").get(random.nextInt(4));
    stored.put(row, text);
    return client
        .write(
            TABLE,
            new Write.Upsert(
                Entity.builder("p" + row.length(), row).set("Text", text).build(),
                WriteMode.REPLACE))
        .then();
  }

  private Set<String> rowsWith(String word) {
    return stored.entrySet().stream()
        .filter(row -> List.of(row.getValue().split(" ")).contains(word))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void awaitCaughtUp() {
    var unused = Mono.fromCallable(() -> send("GET", "/Texts?comp=search", "").body())
        .subscribeOn(Schedulers.boundedElastic())
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(50)))
        .filter(status -> status.contains("\"state\":\"ready\"")
            && status.contains("\"lagBytes\":0,")
            && status.contains("\"rebuilding\":false"))
        .next()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private Set<String> found(String word) throws Exception {
    var answer = send("GET", "/Texts?$search=" + word + "&$top=1000", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return ROW.matcher(answer.body())
        .results()
        .map(row -> row.group(1))
        .collect(Collectors.toSet());
  }

  private HttpResponse<String> send(String method, String resource, String body)
      throws IOException, InterruptedException {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var uri = URI.create(server.endpoint() + resource);
    var comp = resource.contains("comp=search") ? "search" : "";
    return http.send(
        HttpRequest.newBuilder(uri)
            .header("x-ms-date", date)
            .header("Authorization", KEY.authorizationLite(date, uri.getRawPath(), comp))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
