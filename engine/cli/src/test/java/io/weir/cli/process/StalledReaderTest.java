package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * A reader takes ten entities of a long stream and requests no more. The server, whose heap and
 * direct memory together are smaller than the stream, pauses the scan and serves other clients.
 *
 * <p>{@code -Dweir.stall.megabytes=1024} sets the size of the stream.
 */
final class StalledReaderTest {

  private static final TableName TABLE = new TableName("Long");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MEGABYTES = Integer.getInteger("weir.stall.megabytes", 192);
  private static final int ENTITY_BYTES = 32 * 1024;
  private static final int ENTITIES_A_BATCH = 100;
  private static final int SAMPLES = 5;
  private static final int READS_BETWEEN_SAMPLES = 200;

  @TempDir
  Path folder;

  @Test
  void aStalledReaderPausesItsScanAndNoOtherClient() throws Exception {
    try (var server = ChildServer.start(
        folder.resolve("store"),
        List.of("-Xmx96m", "-XX:MaxDirectMemorySize=64m"),
        "--durability",
        "memory",
        "--partition-groups",
        "4")) {
      var filler = server.client();
      var entities = fill(filler);
      var stalled = server.client();
      var reader = new StalledReader();
      stalled.stream(TABLE, Query.ALL).subscribe(reader);
      assertThat(reader.got.await(60, TimeUnit.SECONDS)).isTrue();

      var heap = new long[SAMPLES];
      var direct = new long[SAMPLES];
      for (var sample = 0; sample < SAMPLES; sample++) {
        readOthers(filler);
        var metrics = new Metrics(server.metrics());
        heap[sample] = metrics.sum("jvm_memory_used_bytes", "area=\"heap\"");
        direct[sample] = metrics.sum("netty_allocator_memory_used", "memory_type=\"direct\"");
      }

      System.out.printf(
          "stalled stream of %d entities, %d MB: heap MB %s, direct MB %s, %d reads by another client%n",
          entities, MEGABYTES, megabytes(heap), megabytes(direct), SAMPLES * READS_BETWEEN_SAMPLES);
      assertThat(Arrays.stream(direct).max().orElseThrow() - direct[0]).isLessThan(16L << 20);
      reader.cancel();
      stalled.closeLater().block(PATIENCE);
      filler.closeLater().block(PATIENCE);
    }
  }

  private static int fill(TableService tables) {
    tables.createTable(TABLE).block(PATIENCE);
    var batches = MEGABYTES * 1024 / (ENTITIES_A_BATCH * ENTITY_BYTES / 1024);
    Flux.range(0, batches)
        .flatMap(batch -> tables.submit(TABLE, batch(batch)), 2)
        .then()
        .block(PATIENCE.multipliedBy(5));
    return batches * ENTITIES_A_BATCH;
  }

  private static Batch batch(int number) {
    return new Batch(IntStream.range(0, ENTITIES_A_BATCH)
        .mapToObj(row -> (Write) new Write.Upsert(
            Entity.builder("p" + number, String.format("%04d", row))
                .set("Data", new byte[ENTITY_BYTES])
                .build(),
            WriteMode.REPLACE))
        .toList());
  }

  private static void readOthers(TableService tables) {
    var found = Flux.range(0, READS_BETWEEN_SAMPLES)
        .flatMap(i -> tables.get(TABLE, new EntityKey("p" + i % 5, "0007")), 8)
        .count()
        .block(PATIENCE);
    assertThat(found).isEqualTo(READS_BETWEEN_SAMPLES);
  }

  private static String megabytes(long[] bytes) {
    return Arrays.toString(Arrays.stream(bytes).map(value -> value >> 20).toArray());
  }

  /** Requests ten items and no more. */
  private static final class StalledReader extends BaseSubscriber<StreamItem> {

    private static final int TAKEN = 10;

    private final CountDownLatch got = new CountDownLatch(TAKEN);

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(TAKEN);
    }

    @Override
    protected void hookOnNext(StreamItem item) {
      got.countDown();
    }
  }
}
