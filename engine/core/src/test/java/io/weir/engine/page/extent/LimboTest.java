package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The place of a page that a checkpoint may name is not used again before a later checkpoint is
 * durable.
 */
final class LimboTest implements PageStoreListener {

  private static final int PAGE_BYTES = 8192;
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir
  Path directory;

  private ChroniclePageStore store;

  @BeforeEach
  void open() throws IOException {
    open(1024); // one file, in which the place freed last is used first
  }

  private void open(int firstExtentPages) throws IOException {
    var options = new PageStoreOptions(directory, PAGE_BYTES, firstExtentPages, 1024, 0);
    store = ChroniclePageStore.open(options, Runnable::run, this, () -> true);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    throw new AssertionError(cause);
  }

  private PageHandle allocate(int length) {
    assertThat(store.hasRoom(1, length > PAGE_BYTES ? length : 0)).isTrue();
    return store.allocate(length);
  }

  private void free(PageHandle page, int length) {
    store.free(page.id(), page.address(), length);
  }

  private List<Long> allocateMany(int count) {
    var ids = new ArrayList<Long>();
    for (var i = 0; i < count; i++) {
      ids.add(allocate(100).id());
    }
    return ids;
  }

  @Test
  void withoutACheckpointAPlaceIsUsedAgainAtOnce() {
    var page = allocate(100);
    free(page, 100);

    assertThat(allocate(100).id()).isEqualTo(page.id());
    assertThat(store.limboBytes()).isZero();
  }

  @Test
  void aPlaceThatACheckpointNamesWaitsUntilALaterOneIsDurable() {
    var page = allocate(100);
    var named = store.captures().capture();
    free(page, 100);

    store.captures().release(named, ALL);
    assertThat(allocateMany(200)).doesNotContain(page.id());
    assertThat(store.limboBytes()).isEqualTo(PAGE_BYTES);

    var later = store.captures().capture();
    assertThat(allocateMany(200)).as("captured, not durable").doesNotContain(page.id());

    store.captures().release(later, ALL);
    assertThat(allocate(100).id()).isEqualTo(page.id());
    assertThat(store.limboBytes()).isZero();
  }

  @Test
  void aPlaceThatAPinnedCheckpointNamesWaitsUntilThePinEnds() {
    var page = allocate(100);
    var named = store.captures().capture();
    store.captures().release(named, ALL);
    store.captures().pin();
    free(page, 100);

    for (var later = 0; later < 3; later++) {
      store.captures().release(store.captures().capture(), ALL);
    }
    assertThat(allocateMany(200)).doesNotContain(page.id());
    assertThat(store.limboBytes()).isZero();
    assertThat(store.pinnedBytes()).isEqualTo(PAGE_BYTES);
    assertThat(store.captures().releasePinned(ALL)).isFalse();
    assertThat(allocateMany(200)).as("pinned").doesNotContain(page.id());

    store.captures().unpin();
    assertThat(store.captures().releasePinned(ALL)).isFalse();
    assertThat(allocate(100).id()).isEqualTo(page.id());
    assertThat(store.pinnedBytes()).isZero();
  }

  /** An attempt that failed raises the number of the last capture, not that of the durable one. */
  @Test
  void aPageFreedBeforeAFailedAttemptAndThePinWaitsToo() {
    var page = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    free(page, 100);
    store.captures().abandon(store.captures().capture());
    store.captures().pin();

    store.captures().release(store.captures().capture(), ALL);

    assertThat(allocateMany(200)).doesNotContain(page.id());
    assertThat(store.pinnedBytes()).isEqualTo(PAGE_BYTES);
  }

  @Test
  void aPinKeepsNoPlaceOfAPageThatWasWrittenAfterIt() {
    var before = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    store.captures().pin();
    for (var round = 0; round < 10; round++) {
      var young = allocate(100);
      store.captures().release(store.captures().capture(), ALL);
      free(young, 100);
      store.captures().release(store.captures().capture(), ALL);

      assertThat(allocate(100).id()).isEqualTo(young.id());
    }
    free(before, 100);
    store.captures().release(store.captures().capture(), ALL);
    assertThat(store.pinnedBytes()).isEqualTo(PAGE_BYTES);
  }

  @Test
  void aPlaceFreedBeforeThePinnedCheckpointIsUsedAgainDuringThePin() {
    var page = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    free(page, 100);
    var later = store.captures().capture();
    assertThat(store.captures().release(later, 0)).isTrue(); // in slices
    store.captures().pin();

    store.captures().release(later, ALL);

    assertThat(allocate(100).id()).isEqualTo(page.id());
  }

  @Test
  void placesWaitForTheLastOfSeveralPins() {
    var first = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    store.captures().pin();
    var second = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    store.captures().pin();
    free(first, 100);
    free(second, 100);
    store.captures().release(store.captures().capture(), ALL);
    store.captures().unpin();

    assertThat(store.captures().releasePinned(ALL)).isFalse();
    assertThat(store.pinnedBytes()).isEqualTo(2 * PAGE_BYTES);

    store.captures().unpin();
    assertThat(store.captures().releasePinned(1)).isTrue();
    assertThat(store.captures().releasePinned(1)).isFalse();
    assertThat(store.pinnedBytes()).isZero();
  }

  @Test
  void aPlaceYoungerThanTheLastCheckpointIsUsedAgainAtOnceAfterAnAttemptFailed() {
    var named = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    var young = allocate(100);
    store.captures().abandon(store.captures().capture());
    free(named, 100);
    free(young, 100);

    assertThat(allocateMany(200)).contains(young.id()).doesNotContain(named.id());
    assertThat(store.limboBytes()).isEqualTo(PAGE_BYTES);
  }

  @Test
  void anAttemptThatFailedBeforeTheLastOneHasNoPlacesToGiveBack() {
    var failed = store.captures().capture();
    var page = allocate(100);
    store.captures().capture();
    store.captures().abandon(failed);
    free(page, 100);

    assertThat(allocateMany(200)).doesNotContain(page.id());
  }

  @Test
  void aFailedCheckpointKeepsThePlacesThatItMayHaveNamedAndThoseOfTheLastDurableOne() {
    var first = allocate(100);
    store.captures().release(store.captures().capture(), ALL);
    var second = allocate(100);
    store.captures().capture(); // never becomes durable
    free(first, 100);
    free(second, 100);
    assertThat(allocateMany(200)).doesNotContain(first.id(), second.id());

    store.captures().release(store.captures().capture(), ALL);

    assertThat(allocateMany(2)).containsExactlyInAnyOrder(first.id(), second.id());
  }

  @Test
  void aPageThatIsYoungerThanTheLastCheckpointIsUsedAgainAtOnce() {
    store.captures().capture();
    var page = allocate(100);
    free(page, 100);

    assertThat(allocate(100).id()).isEqualTo(page.id());
  }

  @Test
  void aLargePageWaitsAsALeafPageDoes() {
    var page = allocate(50_000);
    store.captures().capture();
    free(page, 50_000);
    assertThat(allocate(50_000).id()).isNotEqualTo(page.id());
    assertThat(store.limboBytes()).isEqualTo(13 * 4096);

    store.captures().release(store.captures().capture(), ALL);

    assertThat(allocate(50_000).id()).isEqualTo(page.id());
  }

  @Test
  void placesAreReleasedInSlices() {
    var pages = new ArrayList<PageHandle>();
    for (var i = 0; i < 10; i++) {
      pages.add(allocate(100));
    }
    store.captures().capture();
    pages.forEach(page -> free(page, 100));
    var durable = store.captures().capture();

    assertThat(store.captures().release(durable, 4)).isTrue();
    assertThat(store.limboBytes()).isEqualTo(6 * PAGE_BYTES);
    assertThat(store.captures().release(durable, 6)).isFalse();
    assertThat(store.limboBytes()).isZero();
  }

  @Test
  void aFileIsNotDeletedWhileACheckpointNamesAPageInIt() throws IOException {
    store.close();
    open(16);
    var pages = new ArrayList<PageHandle>();
    for (var i = 0; i < 400; i++) {
      pages.add(allocate(100));
    }
    var before = files();
    store.captures().capture();
    pages.forEach(page -> free(page, 100));
    assertThat(files()).isGreaterThanOrEqualTo(before);

    store.captures().release(store.captures().capture(), ALL);

    assertThat(files()).isLessThan(before);
  }

  private long files() throws IOException {
    try (var files = Files.list(directory)) {
      return files.count();
    }
  }
}
