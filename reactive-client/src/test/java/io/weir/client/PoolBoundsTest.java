package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import io.weir.client.options.HedgeOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Connections and streams on them are bounded; requests beyond the bounds wait and are then carried
 * out.
 */
final class PoolBoundsTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Frame ROW = new Frame.Item(new StreamItem.Row(ENTITY));
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int REQUESTS = 20;

  private final ScriptedServer server = new ScriptedServer();
  private final CountDownLatch arrived = new CountDownLatch(6);
  private final Sinks.Empty<Void> release = Sinks.empty();
  private final WeirClient client = server
      .client()
      .connections(2)
      .streamsPerConnection(3)
      .retries(0)
      .pipelining(Duration.ZERO)
      .connect();

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void requestsBeyondTheStreamLimitWait() throws Exception {
    for (var i = 0; i < REQUESTS; i++) {
      server.then((request, response) -> {
        arrived.countDown();
        return ScriptedServer.frames(response, 200, release.asMono().thenMany(Flux.just(ROW)));
      });
    }

    var all = Flux.range(0, REQUESTS)
        .flatMap(i -> client.get(TABLE, ENTITY.key()), REQUESTS)
        .count()
        .toFuture();
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(server.requests()).hasSize(6);
    assertThat(client.statistics().underWay()).isEqualTo(REQUESTS);
    release.tryEmitEmpty().orThrow();
    assertThat(all.get(30, TimeUnit.SECONDS)).isEqualTo(REQUESTS);
    assertThat(server.connections()).hasSize(2);
  }

  /**
   * The first attempt holds the only stream of the only connection, so the second attempt needs
   * another connection.
   */
  @Test
  void aHedgeUsesItsOwnConnection() {
    server.then((request, response) -> release.asMono()).thenFrames(ROW);
    try (var hedging = server
        .client()
        .connections(1)
        .streamsPerConnection(1)
        .hedging(HedgeOptions.after(Duration.ofMillis(1)).share(1))
        .connect()) {

      assertThat(hedging.get(TABLE, ENTITY.key()).block(PATIENCE)).isEqualTo(ENTITY);
      assertThat(hedging.statistics().hedges()).isEqualTo(1);
      assertThat(server.connections()).hasSize(2);
    }
  }
}
