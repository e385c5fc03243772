package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Write;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The death of a region server under writers: what was acknowledged is there, and no writer is told
 * of its own write as another's.
 */
final class KilledServerTest {

  private static final TableName STRIKES = new TableName("Strikes");
  private static final int WRITES = 2_000;
  private static final int KILL_AFTER = 500;
  private static final int WRITERS = 16;

  @Test
  void noAcknowledgedWriteIsLostAndNoWriterIsToldOfItsOwn() throws Exception {
    var store = TestCluster.open("killed");
    var tables = TestCluster.tables(store);
    tables.createTable(STRIKES).block(TestCluster.PATIENCE);
    var outcomes = new ConcurrentHashMap<Integer, String>();
    var done = new AtomicInteger();

    Flux.range(0, WRITES)
        .flatMap(
            i -> insert(tables, i, outcomes)
                .then(Mono.defer(() -> done.incrementAndGet() == KILL_AFTER
                    ? Mono.fromRunnable(KilledServerTest::killTheServer)
                        .subscribeOn(Schedulers.boundedElastic())
                    : Mono.empty())),
            WRITERS)
        .then()
        .block(TestCluster.PATIENCE.multipliedBy(3));

    var stored = tables
        .query(STRIKES, Query.ALL)
        .map(entity -> Integer.valueOf(entity.rowKey()))
        .collect(Collectors.toSet())
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
    assertThat(outcomes).hasSize(WRITES);
    assertThat(outcomes.values()).isSubsetOf("done", "unknown");
    assertThat(stored).containsAll(with("done", outcomes));
    TestCluster.hbase().startRegionServer();
    store.close().block(TestCluster.PATIENCE);
  }

  private static Set<Integer> with(String outcome, Map<Integer, String> outcomes) {
    return outcomes.entrySet().stream()
        .filter(entry -> entry.getValue().equals(outcome))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Mono<Void> insert(TableService tables, int i, Map<Integer, String> outcomes) {
    var entity = Entity.builder("P" + i % 7, "" + i).set("Writer", i).build();
    return tables
        .write(STRIKES, new Write.Insert(entity))
        .thenReturn("done")
        .onErrorResume(failure -> Mono.just(described(failure)))
        .doOnNext(outcome -> outcomes.put(i, outcome))
        .then();
  }

  private static String described(Throwable failure) {
    return failure instanceof ServiceFailedException failed
            && failed.outcome() == ServiceFailedException.Outcome.UNKNOWN
        ? "unknown"
        : failure.toString();
  }

  private static void killTheServer() {
    var entities = new StoreSchema(TestCluster.options("killed")).entities();
    var region = TestCluster.hbase().getRegions(entities).get(0);
    try {
      TestCluster.hbase().killRegionServer(TestCluster.serverOf(region));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
