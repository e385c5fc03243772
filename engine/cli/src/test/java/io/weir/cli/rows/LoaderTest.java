package io.weir.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.NotedThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

final class LoaderTest {

  private static final TableName TABLE = new TableName("Loaded");

  private final ScriptedService service = new ScriptedService(new ModelTableService());
  private final CountingProgress progress = new CountingProgress();

  @Test
  void storesEverythingAndCountsIt() {
    var loader = new Loader(service, 4);
    loader.ensure(TABLE).block();

    var count = loader.load(TABLE, entities(1234), progress).block();

    assertThat(count).isEqualTo(1234);
    assertThat(progress.count).isEqualTo(1234);
    assertThat(service.query(TABLE, Query.ALL).count().block()).isEqualTo(1234);
  }

  @Test
  void loadingAgainChangesNothing() {
    var loader = new Loader(service, 4);

    assertThat(loader.ensure(TABLE).block()).isTrue();
    loader.load(TABLE, entities(150), progress).block();
    assertThat(loader.ensure(TABLE).block()).isFalse();
    loader.load(TABLE, entities(150), progress).block();

    assertThat(service.query(TABLE, Query.ALL).count().block()).isEqualTo(150);
  }

  @Test
  void keepsAtMostTheAllowedBatchesInFlight() {
    var answer = Sinks.<Void>one();
    service.beforeSubmit = batch -> answer.asMono();
    var read = new AtomicInteger();
    new Loader(service, 3).ensure(TABLE).block();

    var loading = new Loader(service, 3)
        .load(TABLE, entities(50_000).doOnNext(entity -> read.incrementAndGet()), progress)
        .subscribe();

    assertThat(service.submitted.get()).isEqualTo(3);
    assertThat(read.get()).isLessThan(20_000);
    loading.dispose();
  }

  @Test
  void oneBatchInFlightKeepsTheLastEntityOfAKey() {
    var loader = new Loader(service, 1);
    loader.ensure(TABLE).block();
    var versions =
        Flux.range(1, 500).map(i -> Entity.builder("p", "r" + i % 7).set("V", i).build());

    loader.load(TABLE, versions, progress).block();

    assertThat(service
            .query(TABLE, Query.ALL)
            .map(entity -> entity.getInt32("V").get())
            .collectList()
            .block())
        .containsExactly(497, 498, 499, 500, 494, 495, 496);
  }

  @Test
  void inOrderTheLastEntityOfAKeyIsKeptAlthoughBatchesOvertakeEachOther() {
    var answers = new ConcurrentLinkedQueue<Sinks.One<Void>>();
    service.beforeSubmit = batch -> {
      var answer = Sinks.<Void>one();
      answers.add(answer);
      return answer.asMono();
    };
    var loader = new Loader(service, 4);
    loader.ensure(TABLE).block();
    var versions = Flux.range(1, 4000)
        .map(i -> Entity.builder("p" + i % 8, "r").set("V", i).build());

    var loading = loader.loadInOrder(TABLE, versions, progress).toFuture();
    while (!loading.isDone()) {
      answered(answers);
    }

    assertThat(service
            .query(TABLE, Query.ALL)
            .map(entity -> entity.getInt32("V").get())
            .collectList()
            .block())
        .containsExactly(4000, 3993, 3994, 3995, 3996, 3997, 3998, 3999);
    assertThat(progress.count).isEqualTo(4000);
  }

  /** Answers the batches that wait, the last one first. */
  private static void answered(Queue<Sinks.One<Void>> answers) {
    var waiting = new ArrayDeque<Sinks.One<Void>>();
    for (var next = answers.poll(); next != null; next = answers.poll()) {
      waiting.push(next);
    }
    waiting.forEach(Sinks.One::tryEmitEmpty);
    Thread.onSpinWait();
  }

  @Test
  void inOrderSeveralPartitionsAreInFlight() {
    var answer = Sinks.<Void>one();
    service.beforeSubmit = batch -> answer.asMono();
    var loader = new Loader(service, 3);
    loader.ensure(TABLE).block();

    var loading = loader.loadInOrder(TABLE, entities(50_000), progress).subscribe();

    assertThat(service.submitted.get()).isEqualTo(3);
    loading.dispose();
  }

  @Test
  void aBatchIsRepeatedWhenTheServiceIsBusy() {
    var refusals = new AtomicInteger(3);
    service.beforeSubmit = batch ->
        refusals.getAndDecrement() > 0 ? Mono.error(new ServiceBusyException("")) : Mono.empty();
    var loader = new Loader(service, 4);
    loader.ensure(TABLE).block();

    StepVerifier.withVirtualTime(() -> loader.load(TABLE, entities(10), progress))
        .thenAwait(Duration.ofMinutes(1))
        .expectNext(10L)
        .verifyComplete();
  }

  @Test
  void theProgressMayBlockAlthoughTheServiceAnswersOnALoop() {
    service.beforeSubmit = batch -> Mono.<Void>empty().subscribeOn(Schedulers.parallel());
    var loader = new Loader(service, 4);
    loader.ensure(TABLE).block();
    var threads = new NotedThreads();

    loader
        .load(TABLE, entities(1234), threads.display().begin("Storing", -1, "rows"))
        .block();

    assertThat(threads.mayBlock()).isNotEmpty().containsOnly(true);
  }

  @Test
  void anyOtherFailureEndsTheLoad() {
    assertThatThrownBy(
            () -> new Loader(service, 4).load(TABLE, entities(10), progress).block())
        .isInstanceOf(NotFoundException.class);
  }

  private static Flux<Entity> entities(int count) {
    return Flux.range(0, count)
        .map(i -> Entity.builder("p" + i % 10, "r" + i).set("N", i).build());
  }

  private static final class CountingProgress implements LoadProgress {

    private long count;

    @Override
    public void advance(long more) {
      count += more;
    }

    @Override
    public void close() {}
  }
}
