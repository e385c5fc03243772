package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.pattern.process.ChangeBatch;
import io.weir.pattern.process.ChangeProcessor;
import io.weir.pattern.process.ProcessorOptions;
import io.weir.server.EngineServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Members of a processor over HTTP, each with a client of its own, and a service with several
 * partition groups.
 */
final class ChangeProcessorTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final TableName TABLE = new TableName("Birds");
  private static final TableName LEASES = new TableName("WeirProcessors");
  private static final int WRITES = 600;

  /** The writes of which one member dies in the middle. */
  private static final int BEFORE_DEATH = 400;

  @RegisterExtension
  static final EngineServer STORE = EngineServer.start();

  private final List<WeirClient> clients = new ArrayList<>();
  private final Map<Integer, List<Integer>> handled = new ConcurrentHashMap<>();
  private final Set<Integer> seen = ConcurrentHashMap.newKeySet();
  private final Sinks.Empty<Void> half = Sinks.empty();
  private final Sinks.Empty<Void> all = Sinks.empty();

  @AfterEach
  void close() {
    clients.forEach(Clients::close);
  }

  private static TableService tables() {
    return STORE.engine().account(AccountName.DEVELOPMENT);
  }

  private ChangeProcessor member(FeedStart start) {
    var client = Clients.of(STORE.server().port());
    clients.add(client);
    var options = ProcessorOptions.of("copy", FeedScope.of(TABLE))
        .start(start)
        .leaseDuration(Duration.ofMillis(900))
        .positions(20, Duration.ofMillis(200))
        .build();
    return new ChangeProcessor(client, batch -> Mono.fromRunnable(() -> note(batch)), options);
  }

  private void note(ChangeBatch batch) {
    for (var item : batch.items()) {
      var number = ((FeedItem.Change) item).after().orElseThrow().getInt32("N").orElseThrow();
      handled.compute(batch.partitionGroup(), (group, numbers) -> with(numbers, number));
    }
    if (seen.size() >= BEFORE_DEATH / 2) {
      half.tryEmitEmpty();
    }
    if (seen.size() == WRITES) {
      all.tryEmitEmpty();
    }
  }

  /** Adds a number that no member has handled before. Runs once at a time for a group. */
  private List<Integer> with(@Nullable List<Integer> numbers, int number) {
    var longer = numbers == null ? new ArrayList<Integer>() : numbers;
    if (seen.add(number)) {
      longer.add(number);
    }
    return longer;
  }

  private static Mono<Void> write(int from, int writes) {
    return Flux.range(from, writes).concatMap(ChangeProcessorTest::write).then();
  }

  private static Mono<Void> write(int number) {
    var entity = Entity.builder("p" + number % 23, "%04d".formatted(number))
        .set("N", number)
        .build();
    return tables().write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).then();
  }

  @Test
  void membersHandleEveryChangeInOrderAlthoughOneOfThemDies() {
    tables().createTable(TABLE).block(PATIENCE);
    var begin = tables().changes(FeedScope.of(TABLE), FeedStart.NOW).blockFirst(PATIENCE);
    var start = FeedStart.after(begin.token());
    var stop = Sinks.<Void>empty();
    var survivor = member(start).run(stop.asMono()).toFuture();
    var victim = member(start).run().subscribe();
    var writing = write(0, BEFORE_DEATH).toFuture();

    half.asMono().block(PATIENCE);
    victim.dispose();
    // each group of the dead member has more changes, so the other one takes it over
    Mono.fromFuture(writing)
        .then(write(BEFORE_DEATH, WRITES - BEFORE_DEATH))
        .then(all.asMono())
        .block(PATIENCE);
    stop.tryEmitEmpty();
    Mono.fromFuture(survivor).block(PATIENCE);

    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, WRITES).boxed().toList());
    assertThat(handled).hasSizeGreaterThan(1);
    assertThat(handled.values()).allSatisfy(numbers -> assertThat(numbers).isSorted());
    var rows = tables().query(LEASES, Query.ALL).collectList().block(PATIENCE);
    assertThat(rows)
        .filteredOn(row -> row.rowKey().startsWith("lease-"))
        .hasSize(handled.size() + 1)
        .allMatch(row -> row.getString("Owner").orElseThrow().isEmpty());
  }
}
