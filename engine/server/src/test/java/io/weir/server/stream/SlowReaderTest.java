package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** A reader that stops stops its own scan and no other. */
final class SlowReaderTest {

  private static final TableName TABLE = new TableName("Endless");
  private static final EntityKey KEY = new EntityKey("p", "r");
  private static final int ENTITY_BYTES = 1024;
  private static final int WINDOW_BYTES = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Bytes that may lie between source and reader: the window, two chunks, frames requested ahead,
   * and the client's buffers.
   */
  private static final int MOST_AHEAD =
      (WINDOW_BYTES + 2 * 64 * 1024 + 17 * 16 * 1024) / ENTITY_BYTES + ChunkSubscriber.MOST_FRAMES;

  private final EndlessTable endless = new EndlessTable(ENTITY_BYTES);
  private final TestServer server = TestServer.over(endless);
  private final WeirClient client = Clients.options(server.port())
      .connections(1)
      .streamWindowBytes(WINDOW_BYTES)
      .connect();

  @AfterEach
  void close() {
    Clients.close(client);
    server.close();
  }

  @Test
  void theScanPausesAndOthersAreServed() {
    var reader = new Reader();
    client.query(TABLE, Query.ALL).subscribe(reader);
    reader.read(10);
    var other = Clients.of(server.port());

    for (var i = 0; i < 15; i++) {
      assertThat(client.get(TABLE, KEY).block(PATIENCE)).isNotNull();
      assertThat(other.get(TABLE, KEY).block(PATIENCE)).isNotNull();
      assertThat(client.query(TABLE, Query.ALL).take(300).count().block(PATIENCE))
          .isEqualTo(300);
    }
    Clients.close(other);

    assertThat(endless.emitted(0)).isBetween(10L, 10L + MOST_AHEAD);
    reader.cancel();
  }

  @Test
  void theScanResumesWithTheReader() {
    var reader = new Reader();
    client.query(TABLE, Query.ALL).subscribe(reader);

    for (var i = 1; i <= 5; i++) {
      reader.read(500);
      assertThat(endless.emitted(0)).isBetween(500L * i, 500L * i + MOST_AHEAD);
    }
    reader.cancel();
  }

  @Test
  void aDisconnectedReaderEndsTheScan() throws InterruptedException {
    var reader = new Reader();
    client.query(TABLE, Query.ALL).subscribe(reader);
    reader.read(10);

    reader.cancel();

    assertThat(endless.awaitCancel(PATIENCE)).isTrue();
    assertThat(client.get(TABLE, KEY).block(PATIENCE)).isNotNull();
  }

  @Test
  void aHundredStoppedReadersDoNotStopAnotherOnTheirConnection() {
    var readers = Flux.range(0, 90).map(i -> new Reader()).collectList().block();
    for (var reader : readers) {
      client.query(TABLE, Query.ALL).subscribe(reader);
      reader.read(1);
    }

    assertThat(client.query(TABLE, Query.ALL).take(2000).count().block(PATIENCE))
        .isEqualTo(2000);

    readers.forEach(BaseSubscriber::cancel);
  }

  /** Reads this many entities and then waits. */
  private static final class Reader extends BaseSubscriber<Entity> {

    private final AtomicLong wanted = new AtomicLong();
    private volatile Sinks.One<Boolean> done = Sinks.one();

    void read(long count) {
      done = Sinks.one();
      wanted.set(count);
      request(count);
      done.asMono().block(PATIENCE);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(Entity entity) {
      if (wanted.decrementAndGet() == 0) {
        done.tryEmitValue(true);
      }
    }
  }
}
