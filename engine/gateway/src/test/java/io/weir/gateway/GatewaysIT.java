package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.hbase.TestCluster;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Three gateways as processes, {@code java -jar weir-hbase.jar}, over one cluster. */
final class GatewaysIT {

  private static final TableName STRIKES = new TableName("Strikes");
  private static final int WRITES = 3_000;
  private static final int KILL_AFTER = 1_000;
  private static final int WRITERS = 8;

  /** A client that finds its gateway dead goes on by another one within this time. */
  private static final Duration GOES_ON = Duration.ofSeconds(1);

  private static GatewayProcess killed;
  private static GatewayProcess second;
  private static GatewayProcess third;

  @BeforeAll
  static void start() throws IOException {
    killed = GatewayProcess.to("gateways");
    second = GatewayProcess.to("gateways");
    third = GatewayProcess.to("gateways");
  }

  @AfterAll
  static void end() {
    killed.close();
    second.close();
    third.close();
  }

  @Test
  void clientsOfAKilledGatewayGoOnByAnotherWithinASecondAndLoseNothing() throws Exception {
    var recorded = new Recorded();
    try (var first = killed.client();
        var other = second.client()) {
      other.createTable(STRIKES).block(TestCluster.PATIENCE);

      Flux.range(0, WRITES)
          .flatMap(i -> recorded.write(i, first, other), WRITERS)
          .then()
          .block(TestCluster.PATIENCE);
    }

    assertThat(recorded.failovers.get()).isPositive();
    assertThat(Duration.ofNanos(recorded.longestNanos.get())).isLessThan(GOES_ON);
    try (var reader = third.client()) {
      assertThat(rowKeys(reader)).containsAll(recorded.acknowledged);
    }
    assertThat(get(second, "/health/ready").statusCode()).isEqualTo(200);
    assertThat(get(second, "/metrics").body())
        .contains("weir_cluster_silence_seconds", "weir_cluster_calls");
    assertThat(third.stop()).anyMatch(line -> line.startsWith("Stopped"));
  }

  private static Set<String> rowKeys(WeirClient client) {
    return client
        .query(STRIKES, Query.ALL)
        .map(Entity::rowKey)
        .collect(Collectors.toSet())
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
  }

  private static HttpResponse<String> get(GatewayProcess gateway, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(gateway.page(path)).build(), BodyHandlers.ofString());
  }

  /** Writers that note what was acknowledged. */
  private static final class Recorded {

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failovers = new AtomicInteger();
    private final AtomicLong longestNanos = new AtomicLong();

    /**
     * Writes by the first gateway; when that is gone, by the other one. The first may have stored
     * the entity already.
     */
    Mono<Void> write(int i, WeirClient first, WeirClient other) {
      var insert = new Write.Insert(Entity.builder("P" + i % 7, "" + i).build());
      return first
          .write(STRIKES, insert)
          .onErrorResume(gone -> {
            failovers.incrementAndGet();
            var began = System.nanoTime();
            return other
                .write(STRIKES, insert)
                .doOnTerminate(
                    () -> longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max));
          })
          .then()
          .onErrorResume(Recorded::isThereAlready, there -> Mono.empty())
          .doOnSuccess(stored -> {
            acknowledged.add("" + i);
            if (done.incrementAndGet() == KILL_AFTER) {
              new Thread(killed::kill, "killer").start();
            }
          });
    }

    private static boolean isThereAlready(Throwable failure) {
      return failure instanceof TableServiceException refused
          && refused.code() == ErrorCode.ENTITY_ALREADY_EXISTS;
    }
  }
}
