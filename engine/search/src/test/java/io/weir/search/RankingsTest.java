package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedToken;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.search.index.EntityIndex;
import io.weir.search.index.IndexCommit;
import io.weir.search.index.IndexOptions;
import io.weir.search.index.Ranking;
import io.weir.search.query.SearchText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The rankings of searches are released on every path. The index is closed, so a ranking that is
 * released has nothing left to read, and fails with Lucene's failure of a closed reader.
 */
@Timeout(60)
class RankingsTest {

  private static final SearchDefinition DEFINITION = SearchDefinition.of("Text");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  Path folder;

  private final Scheduler threads = Schedulers.newBoundedElastic(1, 1, "test-query", 60, true);
  private final Rankings rankings = new Rankings(threads);
  private final AtomicReference<Ranking> begun = new AtomicReference<>();
  private EntityIndex index;

  @BeforeEach
  void create() throws IOException {
    index = EntityIndex.create(
        folder,
        IndexOptions.DEFAULT,
        new IndexCommit(DEFINITION, new FeedToken("first"), false, 0));
    for (var n = 0; n < 10; n++) {
      var entity = Entity.builder("p", "r" + n).set("Text", "owl").build();
      index.put(entity.key().encoded(), 0, entity);
    }
    index.refresh();
  }

  @AfterEach
  void dispose() throws IOException {
    threads.dispose();
    index.close();
  }

  private Callable<Ranking> begin() {
    return () -> {
      var ranking = index.rank(SearchText.parse("owl"), DEFINITION, 0, PATIENCE);
      begun.set(ranking);
      return ranking;
    };
  }

  @Test
  void aCompletedSearchIsReleased() throws IOException {
    var matches = rankings
        .use(
            begin(),
            windows -> windows
                .next(3)
                .flatMap(first -> windows
                    .next(20)
                    .map(second -> first.matches().size() + second.matches().size())))
        .block(PATIENCE);

    assertThat(matches).isEqualTo(10);
    assertReleased();
  }

  @Test
  void aFailedSearchIsReleased() throws IOException {
    assertThatThrownBy(() -> rankings
            .use(
                begin(),
                windows -> windows
                    .next(3)
                    .flatMap(first -> Mono.error(new IllegalArgumentException("test"))))
            .block(PATIENCE))
        .hasMessage("test");

    assertReleased();
  }

  @Test
  void aSearchThatIsCancelledBetweenItsWindowsIsReleased() throws Exception {
    var waits = new CountDownLatch(1);
    var search = rankings
        .use(
            begin(),
            windows -> windows.next(3).doOnNext(first -> waits.countDown()).then(Mono.never()))
        .subscribe();
    waits.await();

    search.dispose();

    assertReleased();
  }

  @Test
  void aSearchThatIsCancelledInsideAWindowIsReleasedByIt() throws Exception {
    var inside = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    Callable<Ranking> slow = () -> {
      var ranking = begin().call();
      inside.countDown();
      awaitUninterrupted(goOn);
      return ranking;
    };
    var search = rankings.use(slow, windows -> windows.next(3)).subscribe();
    inside.await();

    search.dispose();
    goOn.countDown();

    assertReleased();
  }

  @Test
  void aSearchThatEndsWhileTheQueueIsFullIsReleasedByTheNextOne() throws Exception {
    var waits = new CountDownLatch(1);
    var search = rankings
        .use(
            begin(),
            windows -> windows.next(3).doOnNext(first -> waits.countDown()).then(Mono.never()))
        .subscribe();
    waits.await();
    var first = begun.get();
    var occupied = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    threads.schedule(() -> {
      occupied.countDown();
      awaitUninterrupted(goOn);
    });
    occupied.await();
    var last = Mono.fromRunnable(() -> {}).subscribeOn(threads).toFuture(); // fills the queue

    search.dispose();
    assertThatThrownBy(
            () -> Rankings.inPresentIndex(rankings.use(begin(), windows -> windows.next(1)))
                .block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("tooManySearches");
    goOn.countDown();
    last.get();
    rankings.use(begin(), windows -> windows.next(1)).block(PATIENCE);

    begun.set(first);
    assertReleased();
  }

  @Test
  void aSearchWhoseIndexIsReplacedBeginsAgain() throws IOException {
    index.close();
    var tries = new AtomicInteger();
    Callable<Ranking> replaced = () -> {
      if (tries.incrementAndGet() == 2) {
        create(); // in place of the closed one
      }
      return begin().call();
    };

    var found = Rankings.inPresentIndex(
            Mono.defer(() -> rankings.use(replaced, windows -> windows.next(3))))
        .block(PATIENCE);

    assertThat(found.matches()).hasSize(3);
    assertReleased();
  }

  @Test
  void aSearchWhoseIndexStaysClosedIsBusy() throws IOException {
    index.close();

    assertThatThrownBy(() -> Rankings.inPresentIndex(
                Mono.defer(() -> rankings.use(begin(), windows -> windows.next(3))))
            .block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("search=switching");
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    var isInterrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the ranking has lost its state of the closed index. */
  private void assertReleased() throws IOException {
    index.close();
    var ranking = begun.get();
    var unused = Mono.fromCallable(() -> isReleased(ranking))
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(5)))
        .filter(released -> released)
        .next()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private static boolean isReleased(Ranking ranking) throws IOException {
    try {
      var read = ranking.next(1);
      assertThat(read).isNotNull();
      return false;
    } catch (IllegalStateException closed) {
      return true;
    }
  }
}
