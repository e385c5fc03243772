package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.TestStore;
import io.weir.engine.cleanstop.StoppedPage;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.snapshot.SnapshotManifest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/**
 * Pages whose bytes the disk has changed between a stop and a start: they are found after the start, nothing is built on them, and the
 * next start has everything back.
 */
final class ScrubTest extends StoreInFolder {

  private final HeldThreads threads = new HeldThreads();
  private final Random random = new Random(4711);

  @Test
  void soundPagesAreFoundSoundAndASnapshotIsWritten() throws IOException {
    stopped();
    try (var store = TestStore.open(options())) {
      store.upsert(TestStore.entity("new", "r", 1));
      var position = snapshotPosition();

      store.engine().store().checkpoint();

      assertThat(snapshotPosition()).isNotEqualTo(position);
      assertThat(store.engine().health().writable()).isTrue();
    }
  }

  /** The threads of the work end before the loops, where the next slice may still wait for its turn. */
  @Test
  void theNextSliceOfAStoreThatWasClosedIsNoFailure() {
    var scrub = new Scrub(
        List.of(),
        List.of(),
        task -> {
          throw new RejectedExecutionException("closed");
        },
        System::nanoTime);

    try (var loops = EmbeddedLoops.start(1)) {
      assertThatCode(() -> scrub.startOn(loops.loops().ofShard(0))).doesNotThrowAnyException();
    }
  }

  @Test
  void damageIsFoundInTheBackgroundAndTheNextStartRebuilds() throws IOException {
    var before = stopped();
    for (var round = 0; round < 5; round++) {
      damage();
      try (var store = TestStore.open(options())) {
        assertThat(store.engine().store().startedClean()).isTrue();
        while (store.engine().health().writable()) {
          Thread.onSpinWait();
        }
        assertThat(store.engine().health().lasting()).isTrue();
        assertThat(store.engine().health().reason()).contains("start it again");
        refusesWrites(store, "new");
      }

      try (var store = TestStore.open(options())) {
        assertThat(store.engine().store().startedClean()).isFalse();
        assertThat(store.all()).isEqualTo(before);
      }
    }
  }

  @Test
  void noSnapshotIsWrittenFromPagesThatWereNotCompared() throws IOException {
    stopped();
    damage();
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      var position = snapshotPosition();
      store.upsert(TestStore.entity("new", "r", 1));

      assertThatThrownBy(store.engine().store()::checkpoint)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has changed on the disk");

      assertThat(snapshotPosition()).isEqualTo(position);
      assertThat(store.engine().health().failedSnapshots()).isEqualTo(1);
    }
  }

  @Test
  void aWriteDoesNotTakeWhatIsInADamagedPageElsewhere() throws IOException {
    var before = stopped();
    flipLastBits(innerPages());
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      refusesWrites(store, "q");
      assertThat(store.engine().health().writable()).isFalse();
    }

    try (var store = TestStore.open(options())) {
      assertThat(store.all()).isEqualTo(before);
    }
  }

  @Test
  void pagesThatWereWrittenSinceTheStartAreNoFalseAlarm() throws IOException {
    stopped();
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      assertThat(store.engine().store().startedClean()).isTrue();
      for (var round = 1; round <= 4; round++) {
        store.fill("q", 400, 100 + round);
        store.upsert(TestStore.entity("large", "r", 50_000 + round));
      }
      var before = store.all();

      store.engine().store().checkpoint();

      assertThat(store.engine().health().writable()).isTrue();
      assertThat(store.all()).isEqualTo(before);
    }
  }

  @Test
  void aStopBeforeDamageWasFoundDoesNotHideIt() throws IOException {
    stopped();
    damage();
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      assertThat(store.engine().store().startedClean()).isTrue();
      threads.forget();
    }

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedClean()).isTrue();
      assertThatThrownBy(store.engine().store()::checkpoint).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aStartDoesNotActUponADamagedCatalog() throws IOException {
    var before = stopped();
    flipLastBits(firstPages());

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedClean()).isFalse();
      assertThat(store.all()).isEqualTo(before);
    }
  }

  /** A store with a snapshot and a log behind it, stopped in good order; answers its entities. */
  private List<Entity> stopped() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 400, 200);
      store.upsert(TestStore.entity("large", "r", 50_000));
      store.engine().store().checkpoint();
      store.fill("q", 400, 200);
      return store.all();
    }
  }

  /** Flips a bit of a page that the start does not look at. */
  private void damage() throws IOException {
    var pages = innerPages();
    var page = pages.get(random.nextInt(pages.size()));
    page.flip(page.page().lengthBytes() - 1 - random.nextInt(20), random.nextInt(Byte.SIZE));
  }

  /** All pages but the first of each shard, which may hold the catalog. */
  private List<StoppedPage> innerPages() throws IOException {
    var pages = StoppedPage.of(folder);
    pages.removeAll(firstPages());
    return pages;
  }

  private List<StoppedPage> firstPages() throws IOException {
    var first = new TreeMap<Integer, StoppedPage>();
    StoppedPage.of(folder).forEach(page -> first.putIfAbsent(page.shard(), page));
    return List.copyOf(first.values());
  }

  private static void flipLastBits(List<StoppedPage> pages) throws IOException {
    for (var page : pages) {
      page.flip(page.page().lengthBytes() - 1, 0);
    }
  }

  private static void refusesWrites(TestStore store, String partition) {
    assertThatThrownBy(() -> store.upsert(TestStore.entity(partition, "00000399", 1)))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> assertThat(failure.facts()).contains("reason=pageDamaged outcome=notDone"));
  }

  private Optional<Long> snapshotPosition() throws IOException {
    return SnapshotManifest.read(FolderOnDisk.in(folder)).map(SnapshotManifest::position);
  }
}
