package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Many readers that request one entity at a time do not increase the server's memory over time. */
final class SlowStreamsTest {

  private static final TableName TABLE = new TableName("Long");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PARTITIONS = 50;
  private static final int ROWS = 100;
  private static final int ENTITY_BYTES = 4 * 1024;
  private static final int SAMPLES = 6;
  private static final long FLAT_BYTES = 16L << 20;

  @TempDir
  Path folder;

  @Test
  @Tag(Effort.THOROUGHLY)
  void fiftySlowStreamsLeaveMemoryFlat() throws Exception {
    stream(50, 10, Duration.ofMillis(100));
  }

  @Test
  @Tag("torture")
  void aThousandStreamsOfOneEntityASecondLeaveMemoryFlat() throws Exception {
    stream(1000, 60, Duration.ofSeconds(1));
  }

  private void stream(int streams, int entities, Duration pause) throws Exception {
    try (var server = ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx192m", "-XX:MaxDirectMemorySize=192m"),
        "--durability",
        "memory")) {
      var others = server.client();
      fill(others);
      var client = WeirClient.builder()
          .endpoint(server.endpoint())
          .loops(1)
          .connections(5)
          .streamsPerConnection(250)
          .streamWindowBytes(64 * 1024)
          .connect();
      var received = new CountDownLatch(streams * entities);
      var readers =
          IntStream.range(0, streams).mapToObj(i -> new Reader(received)).toList();
      readers.forEach(reader -> client.query(TABLE, Query.ALL).subscribe(reader));
      var demand = Flux.interval(pause)
          .take(entities)
          .doOnNext(tick -> readers.forEach(reader -> reader.request(1)))
          .subscribe();

      var latencies = new ArrayList<Long>();
      var direct = new ArrayList<Long>();
      var heap = new ArrayList<Long>();
      var whole = pause.multipliedBy(entities);
      for (var sample = 0; sample < SAMPLES; sample++) {
        latencies.addAll(readFor(others, whole.dividedBy(SAMPLES)));
        var metrics = new Metrics(server.metrics());
        direct.add(metrics.sum("netty_allocator_memory_used", "memory_type=\"direct\"") >> 20);
        heap.add(metrics.sum("jvm_memory_used_bytes", "area=\"heap\"") >> 20);
      }
      assertThat(received.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

      Collections.sort(latencies);
      System.out.printf(
          "%d streams of an entity every %s: direct MB %s, heap MB %s; %d concurrent reads, p50 %d us, p99 %d us%n",
          streams, pause, direct, heap, latencies.size(), at(latencies, 0.5), at(latencies, 0.99));
      assertThat((Collections.max(direct) - direct.get(1)) << 20).isLessThan(FLAT_BYTES);
      demand.dispose();
      readers.forEach(BaseSubscriber::cancel);
      client.closeLater().then(others.closeLater()).block(PATIENCE);
    }
  }

  /**
   * Carries out point reads one after another for a while. Returns their latencies in microseconds.
   */
  private static List<Long> readFor(TableService tables, Duration duration) {
    return Mono.defer(() -> {
          var began = System.nanoTime();
          return tables
              .get(TABLE, new EntityKey("p7", "0007"))
              .map(entity -> (System.nanoTime() - began) / 1000);
        })
        .repeat()
        .take(duration)
        .collectList()
        .block(PATIENCE.plus(duration));
  }

  private static long at(List<Long> sorted, double share) {
    return sorted.get((int) (share * (sorted.size() - 1)));
  }

  private static void fill(TableService tables) {
    tables.createTable(TABLE).block(PATIENCE);
    Flux.range(0, PARTITIONS)
        .flatMap(partition -> tables.submit(TABLE, batch(partition)), 4)
        .then()
        .block(PATIENCE);
  }

  private static Batch batch(int partition) {
    return new Batch(IntStream.range(0, ROWS)
        .mapToObj(row -> (Write) new Write.Upsert(
            Entity.builder("p" + partition, "%04d".formatted(row))
                .set("Data", new byte[ENTITY_BYTES])
                .build(),
            WriteMode.REPLACE))
        .toList());
  }

  /** Counts its items and requests nothing by itself. */
  private static final class Reader extends BaseSubscriber<Entity> {

    private final CountDownLatch received;

    Reader(CountDownLatch received) {
      this.received = received;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(Entity entity) {
      received.countDown();
    }
  }
}
