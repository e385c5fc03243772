package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchState;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Effort;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * An index whose files, disk, place in the feed or consumer fail: it is built or opened again, and
 * says what is the matter.
 */
@Tag(Effort.THOROUGHLY)
class IndexFaultsTest {

  private SearchFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = SearchFixture.start(IndexFaultsTest::withShortLog);
    fixture.tables().createTable(SearchFixture.TABLE).block();
  }

  private static StoreOptions withShortLog(StoreOptions options) {
    return options
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(Retention.NONE);
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  @Test
  void damagedFilesAreNoticedAndTheIndexIsBuiltAgain() throws IOException {
    indexed();
    fixture.search().close();
    try (var files = Files.walk(fixture.indexes())) {
      for (var file : files.filter(IndexFaultsTest::isOfSegment).toList()) {
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }

    fixture.openSearch();

    assertBuiltAgain();
  }

  private static boolean isOfSegment(Path file) {
    return file.toString().endsWith(".cfs");
  }

  @Test
  void aMissingFileIsNoticed() throws IOException {
    indexed();
    fixture.search().close();
    try (var files = Files.walk(fixture.indexes())) {
      for (var file : files.filter(IndexFaultsTest::isOfSegment).toList()) {
        Files.delete(file);
      }
    }

    fixture.openSearch();

    assertBuiltAgain();
  }

  @Test
  void aMissingFolderIsBuiltAgain() throws IOException {
    indexed();
    fixture.search().close();
    Folders.delete(fixture.indexes());

    fixture.openSearch();

    assertBuiltAgain();
  }

  /** The folder tells the number of the index that answered no more. */
  @Test
  void aMissingFolderLeavesNoConsumerOfAHigherNumber() throws IOException {
    indexed();
    fixture.service().rebuild(SearchFixture.TABLE).block();
    fixture.settled();
    fixture.search().close();
    Folders.delete(fixture.indexes());

    fixture.openSearch();

    assertBuiltAgain();
  }

  @Test
  void buildsThatFailLeaveNoConsumersAndNoFolders() throws IOException {
    var isFull = new AtomicBoolean(true);
    fixture.use(FailingDirectory.options(isFull));
    fixture.restart();
    fixture.put("1", "Text", "owl");
    fixture.put("2", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.await(() -> fixture.search().measures().failures() >= 5);
    assertThat(fixture.search().measures().failed()).isEqualTo(1);

    isFull.set(false);

    assertBuiltAgain();
    assertThat(fixture.number()).isNotEmpty();
    assertThat(fixture.search().measures().failed()).isZero();
  }

  /** A rebuild that fails is not forgotten. */
  @Test
  void aRebuildThatFailsIsTriedAgain() throws IOException {
    var isFull = new AtomicBoolean();
    fixture.use(FailingDirectory.options(isFull));
    indexed();

    isFull.set(true);
    fixture.service().rebuild(SearchFixture.TABLE).block();
    var failed = fixture.awaited(status -> !status.failure().isEmpty());
    assertThat(failed.state()).isEqualTo(SearchState.READY);
    assertThat(failed.isRebuilding()).isTrue();
    assertThat(fixture.rows("owl")).hasSize(2);

    isFull.set(false);
    fixture.settled();
    assertThat(fixture.number()).isNotEqualTo("1");
    assertThat(fixture.service().status(SearchFixture.TABLE).block().failure()).isEmpty();
  }

  private void assertBuiltAgain() {
    fixture.settled();
    assertThat(fixture.rows("owl")).containsExactlyInAnyOrder("1", "2");
    assertThat(fixture.indexes().toFile().list()).hasSize(1);
    fixture.awaitConsumers(1);
  }

  @Test
  void aFullDiskFailsTheSearchAndNotTheTable() throws IOException {
    var isFull = new AtomicBoolean();
    fixture.use(FailingDirectory.options(isFull));
    indexed();

    isFull.set(true);
    fixture.put("3", "Text", "owl");
    var failed = fixture.awaited(status -> status.state() == SearchState.FAILED);
    assertThat(failed.failure())
        .contains("No space left")
        .doesNotContain(fixture.indexes().toString());
    assertThatThrownBy(() -> fixture.rows("owl"))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("No space left");
    fixture.put("4", "Text", "owl");
    assertThat(fixture.tables().query(SearchFixture.TABLE, Query.ALL).count().block())
        .isEqualTo(4);

    isFull.set(false);
    fixture.settled();
    assertThat(fixture.rows("owl")).containsExactlyInAnyOrder("1", "2", "3", "4");
  }

  @Test
  void anIndexThatHasLostItsPlaceAnswersUntilItsSuccessorIsBuilt() throws IOException {
    var held = new HeldIndexes();
    fixture.use(held.options());
    indexed();
    fixture.search().close();
    for (var consumer : fixture.tables().consumers().list().block()) {
      fixture.tables().consumers().delete(consumer.name()).block();
    }
    for (var n = 0; n < 400; n++) {
      fixture.put(Entity.builder("q", "r" + n).set("Other", "x".repeat(1_000)).build());
    }
    fixture.delete("2");
    fixture.put("3", "Text", "owl");
    fixture.engine().store().checkpoint();

    held.hold("2");
    fixture.openSearch();

    var lost = fixture.awaited(status -> status.state() == SearchState.LOST);
    assertThat(lost.isRebuilding()).isTrue();
    assertThat(fixture.rows("owl")).containsExactly("1"); // as it was; the entity 2 is gone

    held.release();
    fixture.awaited(status -> status.state() == SearchState.READY
        && !status.isRebuilding()
        && SearchFixture.rows(fixture.page(SearchRequest.of("owl"))).contains("3"));
    assertThat(fixture.rows("owl")).containsExactlyInAnyOrder("1", "3");
    fixture.awaitConsumers(1);
  }

  @Test
  void aConsumerThatWasResetOrDeletedMovesOn() throws IOException {
    fixture.use(SearchFixture.OFTEN);
    indexed();
    var consumers = fixture.tables().consumers();
    var name = consumers.list().block().get(0).name();

    consumers.reset(name, FeedStart.NOW).block();
    fixture.put("3", "Text", "owl");
    fixture.settled();
    assertThat(fixture.rows("owl")).hasSize(3);

    consumers.delete(name).block();
    fixture.restart();
    fixture.put("4", "Text", "owl");
    fixture.settled();
    assertThat(fixture.rows("owl")).hasSize(4);
    assertThat(fixture.tables().consumers().list().block()).hasSize(1);
  }

  @Test
  void aFullQueueOfSearchesIsBusy() throws Exception {
    fixture.use(options -> options.withThreads(1, 1).withWaitingQueries(1));
    indexed();
    var searching = fixture.search().searching();
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    searching.schedule(() -> {
      begun.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    begun.await();
    searching.schedule(() -> {});

    assertThatThrownBy(() -> fixture.rows("owl"))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("tooManySearches");

    end.countDown();
    assertThat(eventually(() -> fixture.rows("owl"))).hasSize(2);
  }

  /** Repeats what is refused while the queue is full. */
  private static <T> T eventually(Supplier<T> attempt) {
    return Mono.fromSupplier(attempt)
        .subscribeOn(Schedulers.boundedElastic())
        .retryWhen(Retry.fixedDelay(1_000, Duration.ofMillis(5))
            .filter(ServiceBusyException.class::isInstance))
        .blockOptional()
        .orElseThrow();
  }

  private void indexed() throws IOException {
    fixture.restart(); // with the options of the test
    fixture.put("1", "Text", "owl");
    fixture.put("2", "Text", "an owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
  }
}
