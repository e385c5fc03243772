package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;

/** Streams at full speed share a connection evenly and leave room for other requests. */
final class FairStreamsTest {

  private static final TableName TABLE = new TableName("Endless");
  private static final EntityKey KEY = new EntityKey("p", "r");
  private static final int ENTITY_BYTES = 1024;
  private static final int STREAMS = 8;
  private static final int ENOUGH = 6000;
  private static final int FACTOR = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EndlessTable endless = new EndlessTable(ENTITY_BYTES);
  private final TestServer server = TestServer.over(endless);
  private final WeirClient client =
      Clients.options(server.port()).connections(1).connect();
  private final CountDownLatch begun = new CountDownLatch(STREAMS);
  private final CountDownLatch enough = new CountDownLatch(1);
  private final List<Greedy> greedy = new ArrayList<>();

  @AfterEach
  void close() {
    greedy.forEach(BaseSubscriber::cancel);
    Clients.close(client);
    server.close();
  }

  @Test
  void greedyStreamsGetEqualShares() throws InterruptedException {
    for (var i = 0; i < STREAMS; i++) {
      begin();
    }

    assertThat(enough.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertThat(shares()).allMatch(share -> share > ENOUGH / FACTOR).hasSize(STREAMS);
  }

  @Test
  void pointReadsAreAnsweredDuringGreedyStreams() throws InterruptedException {
    for (var i = 0; i < STREAMS; i++) {
      begin();
    }
    assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    for (var i = 0; i < 20; i++) {
      assertThat(client.get(TABLE, KEY).block(PATIENCE)).isNotNull();
    }
  }

  private void begin() {
    var stream = new Greedy();
    greedy.add(stream);
    client.query(TABLE, Query.ALL).subscribe(stream);
  }

  /** Returns the entities of each stream between the start of the last and the end of the first. */
  private List<Integer> shares() {
    return greedy.stream().map(stream -> stream.share).toList();
  }

  /** Counts while all streams run, on their client's single loop. */
  private final class Greedy extends BaseSubscriber<Entity> {

    private volatile int share;
    private boolean hasBegun;

    @Override
    protected void hookOnNext(Entity entity) {
      if (!hasBegun) {
        hasBegun = true;
        begun.countDown();
      }
      if (begun.getCount() == 0 && enough.getCount() > 0) {
        count();
      }
    }

    private void count() {
      var counted = share + 1;
      share = counted;
      if (counted == ENOUGH) {
        enough.countDown();
      }
    }
  }
}
