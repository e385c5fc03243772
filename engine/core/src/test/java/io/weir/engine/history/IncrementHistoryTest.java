package io.weir.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/**
 * Threads add to one entity, some of them twice with a token, and read it; the recorded history is
 * that of a counter.
 *
 * <p>Every increment answers with its sum. The history is linearizable exactly if the sums are 1,
 * 2, 3 and so on, an increment that begins after another one ended has the greater sum, and a read
 * finds at least the increments that ended before it and at most those that began before it ended.
 */
final class IncrementHistoryTest {

  private static final int CALLERS = 8;
  private static final int CALLS = Effort.choose(200, 1_000, 5_000);
  private static final int READ_EVERY = 4;
  private static final int SEND_TWICE_EVERY = 3;
  private static final EntityKey COUNTER = new EntityKey("p", "counter");

  @TempDir
  Path folder;

  private record Recorded(boolean increment, long begun, long ended, long sum) {}

  @ParameterizedTest
  @EnumSource(Durability.class)
  void incrementsAndReadsOfOneEntityAreLinearizable(Durability durability) throws IOException {
    var options = StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(2)
        .withSegmentBytes(16 << 20)
        .withDurability(durability);
    List<Recorded> history;
    try (var store = TestStore.open(options)) {
      store.create();
      history = record(store.tables());
    }

    var increments = history.stream()
        .filter(Recorded::increment)
        .sorted(Comparator.comparingLong(Recorded::sum))
        .toList();
    assertCounts(increments);
    assertOrder(increments);
    history.stream()
        .filter(call -> !call.increment())
        .forEach(read -> assertRead(read, increments));
  }

  private static void assertCounts(List<Recorded> increments) {
    for (var i = 0; i < increments.size(); i++) {
      assertThat(increments.get(i).sum()).isEqualTo(i + 1L);
    }
  }

  /** No increment begins after one of a greater sum has ended. */
  private static void assertOrder(List<Recorded> increments) {
    var earliestEnd = Long.MAX_VALUE;
    for (var i = increments.size() - 1; i >= 0; i--) {
      assertThat(increments.get(i).begun()).as("sum %s", i + 1).isLessThanOrEqualTo(earliestEnd);
      earliestEnd = Math.min(earliestEnd, increments.get(i).ended());
    }
  }

  private static void assertRead(Recorded read, List<Recorded> increments) {
    var ended = increments.stream().filter(each -> each.ended() < read.begun()).count();
    var begun = increments.stream().filter(each -> each.begun() <= read.ended()).count();
    assertThat(read.sum()).isBetween(ended, begun);
  }

  private static List<Recorded> record(TableService tables) {
    var threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<CompletableFuture<List<Recorded>>> callers = new ArrayList<>();
      for (var caller = 0; caller < CALLERS; caller++) {
        callers.add(CompletableFuture.supplyAsync(() -> calls(tables), threads));
      }
      return callers.stream().flatMap(caller -> caller.join().stream()).toList();
    } finally {
      threads.shutdown();
    }
  }

  private static List<Recorded> calls(TableService tables) {
    var calls = new ArrayList<Recorded>();
    for (var i = 0; i < CALLS; i++) {
      var reads = i % READ_EVERY == 0;
      var begun = System.nanoTime();
      var found = reads ? read(tables) : add(tables, i % SEND_TWICE_EVERY == 1);
      var sum = found.flatMap(entity -> entity.getInt64("N")).orElse(0L);
      calls.add(new Recorded(!reads, begun, System.nanoTime(), sum));
    }
    return calls;
  }

  private static Optional<Entity> read(TableService tables) {
    return tables.get(TestStore.TABLE, COUNTER).blockOptional(TestStore.PATIENCE);
  }

  /** Sends some increments twice at once, with a token: both answers are the same. */
  private static Optional<Entity> add(TableService tables, boolean twice) {
    var add = Write.change(COUNTER, PropertyOperation.of("N", Operator.ADD, new EdmInt64(1)))
        .orCreate()
        .answering(Write.Answer.AFTER);
    var sent = twice ? add.withToken(UUID.randomUUID()) : add;
    var answers = Flux.range(0, twice ? 2 : 1)
        .flatMap(time -> tables.write(TestStore.TABLE, sent))
        .collect(Collectors.toSet())
        .blockOptional(TestStore.PATIENCE)
        .orElseThrow();
    assertThat(answers).hasSize(1);
    return answers.iterator().next().after();
  }
}
