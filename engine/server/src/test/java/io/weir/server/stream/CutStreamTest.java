package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Streams on connections that break at any byte. Each entity arrives once, in order.
 *
 * <p>Half of the keys exist throughout. The others are inserted while a stream runs; each of those
 * arrives once or not at all.
 */
final class CutStreamTest {

  private static final TableName TABLE = new TableName("Numbers");
  private static final int ENTITIES = 2000;
  private static final int MOST_BYTES = 60_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static ModelTableService tables;
  private static TestServer server;

  @BeforeAll
  static void start() {
    tables = new ModelTableService();
    tables.createTable(TABLE).block();
    for (var number = 0; number < ENTITIES; number += 2) {
      tables.write(TABLE, new Write.Insert(entity(number))).block();
    }
    server = TestServer.over(tables);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void noEntityIsLostOrRepeated() throws IOException {
    cutAndCompare(Effort.choose(15, 50, 50), new Random().nextLong());
  }

  @Test
  @Tag("torture")
  void noEntityIsLostOrRepeatedInAThousandCuts() throws IOException {
    cutAndCompare(1000, new Random().nextLong());
  }

  private static void cutAndCompare(int cuts, long seed) throws IOException {
    var random = new Random(seed);
    try (var proxy = new CuttingProxy(server.port(), cuts, MOST_BYTES, random)) {
      var client = Clients.options(proxy.port())
          .retries(20)
          .firstBackoff(Duration.ofMillis(1))
          .longestBackoff(Duration.ofMillis(10))
          .connect();
      try {
        for (var round = 0; proxy.cutsLeft() > 0; round++) {
          streamAndCompare(client, round, "seed=" + seed + " round=" + round);
        }
      } finally {
        Clients.close(client);
      }
    }
  }

  private static void streamAndCompare(WeirClient client, int round, String description) {
    var isBackward = round % 2 == 1;
    var top = round % 3 == 2 ? 700 : Query.NO_TOP;
    var isSparse = round % 4 == 3;
    var query = (isBackward ? Query.ALL.descending() : Query.ALL)
        .where(isSparse ? "N lt 40 or N ge 1960" : "")
        .select("N")
        .top(top);

    var items = client.stream(TABLE, query)
        .mergeWith(insertions().then(Mono.empty()))
        .collectList()
        .block(PATIENCE);

    var keys = keysOf(items, isBackward);
    var expected = IntStream.range(0, ENTITIES / 2)
        .map(i -> 2 * i)
        .filter(number -> !isSparse || number < 40 || number >= 1960)
        .boxed()
        .toList();
    assertThat(keys).as(description).isSorted().doesNotHaveDuplicates();
    if (top == Query.NO_TOP) {
      assertThat(keys).as(description).containsAll(expected);
    } else {
      assertThat(keys).as(description).hasSize(isSparse ? Math.min(top, keys.size()) : top);
    }
    assertThat(endOf(items).report().returned()).as(description).isEqualTo(keys.size());
  }

  /** Inserts or replaces the entities between the permanent keys. */
  private static Mono<Void> insertions() {
    var next = new AtomicInteger(1);
    return Flux.interval(Duration.ofMillis(1))
        .onBackpressureDrop()
        .map(tick -> entity(next.getAndAdd(2) % ENTITIES))
        .take(ENTITIES / 8)
        .concatMap(entity -> tables.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)))
        .then();
  }

  private static List<Integer> keysOf(List<StreamItem> items, boolean isBackward) {
    var keys = new ArrayList<Integer>();
    for (var item : items) {
      if (item instanceof StreamItem.Row row) {
        assertThat(row.entity().getInt32("N"))
            .hasValue(Integer.parseInt(row.entity().rowKey()));
        keys.add(Integer.parseInt(row.entity().rowKey()));
      }
    }
    if (isBackward) {
      Collections.reverse(keys);
    }
    return keys;
  }

  private static StreamItem.End endOf(List<StreamItem> items) {
    return (StreamItem.End) items.get(items.size() - 1);
  }

  private static Entity entity(int number) {
    return Entity.builder("p" + number / 500, "%05d".formatted(number))
        .set("N", number)
        .set("Text", "x".repeat(100))
        .build();
  }
}
