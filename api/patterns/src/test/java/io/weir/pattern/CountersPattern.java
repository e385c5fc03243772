package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.pattern.typed.TypedTable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Counters with a limit: the calls of a customer in a day. */
public interface CountersPattern extends PatternDoor {

  @Test
  default void callsAreCountedInPlaceUpToTheirLimit() {
    assumeTrue(changesInPlace());
    var quotas = table("Quotas");

    assertThat(countedBySixteenAtOnce(callInPlace(quotas), 104)).isEqualTo(upToTheLimit(4));
    var stored = await(weir().get(quotas, new EntityKey("ada", "2026-05-01")));
    assertThat(stored.getInt32("Calls")).contains(100);
    assertThat(stored.getInt32("Longest")).contains(250);
  }

  private Mono<Integer> callInPlace(TableName quotas) {
    // snippet
    var called = Write.change(
            new EntityKey("ada", "2026-05-01"),
            PropertyOperation.of("Calls", Operator.ADD, 1),
            PropertyOperation.of("Longest", Operator.MAX, 250))
        .when(where("Calls").lt(100).filter())
        .orCreate(Entity.builder("ada", "2026-05-01").set("Calls", 0).build())
        .answering(Write.Answer.AFTER);

    var calls = weir()
        .write(quotas, called)
        .map(result -> result.after().flatMap(after -> after.getInt32("Calls")).orElseThrow())
        .onErrorReturn(PreconditionFailedException.class, -1);
    // end of snippet
    return calls;
  }

  @Test
  default void callsAreCountedByVersionsUpToTheirLimit() {
    var quotas = table("Quotas");
    var first = call(quotas);
    for (var made = 1; made <= 99; made++) {
      assertThat(await(first)).isEqualTo(made);
    }

    assertThat(sorted(Flux.range(0, 3).flatMap(i -> call(quotas), 3)))
        .isEqualTo(List.of(-1, -1, 100));
  }

  private Mono<Integer> call(TableName quotas) {
    // snippet
    record Quota(
        @PartitionKey String customer,
        @RowKey String day,
        int calls,
        @EntityVersion String version) {}

    var table = TypedTable.of(weir(), quotas.value(), Quota.class);
    var calls = table
        .insert(new Quota("ada", "2026-05-01", 0, null))
        .onErrorComplete(ConflictException.class)
        .then(Mono.defer(() -> table.get("ada", "2026-05-01")))
        .filter(made -> made.calls() < 100)
        .map(made -> new Quota("ada", "2026-05-01", made.calls() + 1, made.version()))
        .flatMap(table::replace)
        .map(Quota::calls)
        .defaultIfEmpty(-1)
        .retryWhen(Retry.backoff(15, Duration.ofMillis(2))
            .filter(PreconditionFailedException.class::isInstance));
    // end of snippet
    return calls;
  }

  /** Returns what calls are answered, of which sixteen are under way at once. */
  private static List<Integer> countedBySixteenAtOnce(Mono<Integer> call, int number) {
    return sorted(Flux.range(0, number).flatMap(i -> call, 16));
  }

  private static List<Integer> upToTheLimit(int refused) {
    return sorted(
        Flux.range(1, 100).concatWith(Flux.fromIterable(Collections.nCopies(refused, -1))));
  }

  private static List<Integer> sorted(Flux<Integer> numbers) {
    return await(numbers).stream().sorted().toList();
  }
}
