package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.TestStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The scrub after a start verifies also the pages that no client reads. */
final class ScrubTest extends StoppedStoreInFolder {

  private final HeldThreads threads = new HeldThreads();

  @Test
  void undamagedPagesPassTheScrubAndACheckpointIsWritten() throws IOException {
    stopped();
    try (var store = TestStore.open(options())) {
      store.upsert(TestStore.entity("new", "r", 1));
      var position = store.engine().store().checkpointPosition();

      store.engine().store().checkpoint();

      assertThat(store.engine().store().checkpointPosition()).isNotEqualTo(position);
      assertThat(store.engine().health().writable()).isTrue();
    }
  }

  /** The work threads end before the loops, on which the next slice may still be scheduled. */
  @Test
  void aSliceAfterTheStoreWasClosedDoesNotFail() {
    Executor closed = task -> {
      throw new RejectedExecutionException("closed");
    };
    var scrub = new Scrub(List.of(), List.of(), closed, Long.MAX_VALUE);

    try (var loops = EmbeddedLoops.start(1)) {
      assertThatCode(() -> scrub.startOn(loops.loops().all().get(0))).doesNotThrowAnyException();
    }
  }

  @Test
  void pagesWrittenSinceTheStartCauseNoFalseAlarm() throws IOException {
    stopped();
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
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
  void aStopBeforeDamageIsFoundDoesNotHideTheDamage() throws IOException {
    var before = stopped();
    flipLastBits(List.of(innerPages().get(2).get(3)));
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
      threads.forget();
    }

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
      while (store.engine().store().shardRebuilds() == 0) {
        Thread.onSpinWait();
      }
      assertThat(store.all()).isEqualTo(before);
    }
  }

  @Test
  void aStartDoesNotUseADamagedCatalog() throws IOException {
    var before = stopped();
    flipLastBits(firstPages());

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedFromCheckpoint()).isFalse();
      assertThat(store.all()).isEqualTo(before);
    }
  }
}
