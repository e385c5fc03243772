package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of the log for a cursor: every outcome reaches the cursor's thread, and none is lost. */
final class LogReadingTest {

  @TempDir
  Path folder;

  private final Semaphore woken = new Semaphore(0);
  private final List<IOException> failures = new ArrayList<>();
  private TestStore store;
  private LogReading reading;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    reading = new LogReading(store.engine().store().published(), woken::release, failures::add);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aResultIsUsedWhenTheCursorAsksForIt() throws InterruptedException {
    var used = new ArrayList<String>();

    reading.begin(log -> () -> used.add("found"));
    awaitWake();

    assertThat(reading.isBusy()).isTrue();
    assertThat(used).isEmpty();
    reading.finish();
    assertThat(reading.isBusy()).isFalse();
    assertThat(used).containsExactly("found");
    reading.finish();
    assertThat(used).hasSize(1);
  }

  @Test
  void aFaultOfASearchIsThrownToTheCursor() throws InterruptedException {
    var fault = new IllegalStateException("the search is broken");

    reading.begin(log -> {
      throw fault;
    });
    awaitWake();

    assertThatThrownBy(reading::finish).isSameAs(fault);
    assertThat(reading.isBusy()).isFalse();
  }

  @Test
  void aLogThatCannotBeReadIsReported() throws InterruptedException {
    var failure = new IOException("the disk is broken");

    reading.begin(log -> {
      throw failure;
    });
    awaitWake();
    reading.finish();

    assertThat(failures).containsExactly(failure);
    assertThat(reading.isBusy()).isFalse();
  }

  @Test
  void aReadOfAClosedStoreFails() throws IOException, InterruptedException {
    store.engine().close();

    var memory = new FollowerMemory(1).share(() -> {});
    reading.beginChunk(0, memory, chunk -> {});
    awaitWake();
    reading.finish();

    assertThat(failures).hasSize(1);
  }

  private void awaitWake() throws InterruptedException {
    assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }
}
