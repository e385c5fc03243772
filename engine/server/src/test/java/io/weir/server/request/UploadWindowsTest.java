package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows are few, are granted in turn, and are always returned. */
final class UploadWindowsTest {

  private static final long MIB = 1 << 20;
  private static final long LITTLE = UploadWindows.FREE_BYTES;
  private static final long MUCH = UploadWindows.FREE_BYTES + 1;

  private final LongAdder held = new LongAdder();
  private final List<String> resumed = new ArrayList<>();
  private final UploadWindows one = new UploadWindows(UploadWindows.WINDOW_BYTES, held);

  @Test
  void aSmallUploadNeedsNoWindow() {
    var first = share("first");
    var second = share("second");

    assertThat(first.admits(LITTLE, 0)).isTrue();
    assertThat(second.admits(LITTLE, 0)).isTrue();
    assertThat(held.sum()).isZero();
  }

  @Test
  void anUploadMayFillItsWindowAndHoldNoMore() {
    var first = share("first");

    assertThat(first.admits(MUCH, 0)).isTrue();
    assertThat(held.sum()).isEqualTo(UploadWindows.WINDOW_BYTES);
    assertThat(first.admits(UploadWindows.WINDOW_BYTES, 0)).isTrue();
    assertThat(first.admits(UploadWindows.WINDOW_BYTES + 1, 0)).isFalse();
    assertThat(held.sum()).isEqualTo(UploadWindows.WINDOW_BYTES);
  }

  @Test
  void uploadsWithoutAWindowWaitInTurn() {
    var first = share("first");
    var second = share("second");
    var third = share("third");
    first.admits(MUCH, 0);
    assertThat(second.admits(MUCH, 0)).isFalse();
    assertThat(third.admits(MUCH, 0)).isFalse();
    assertThat(second.admits(MUCH, 0)).isFalse();
    resumed.clear();

    first.shrunk(LITTLE);
    assertThat(resumed).containsExactly("second");
    assertThat(second.admits(MUCH, 0)).isTrue();
    assertThat(third.admits(MUCH, 0)).isFalse();

    second.end();
    assertThat(resumed).containsExactly("second", "third");
    assertThat(third.admits(MUCH, 0)).isTrue();
    assertThat(held.sum()).isEqualTo(UploadWindows.WINDOW_BYTES);
  }

  @Test
  void aYieldingUploadReadsNoMoreUntilItHasReturnedItsWindow() {
    var first = one.yielding(() -> resumed.add("first"));
    var second = share("second");
    assertThat(first.admits(MUCH, 0)).isTrue();
    assertThat(first.admits(2 * MUCH, 0)).isTrue();
    second.admits(MUCH, 0);

    assertThat(first.admits(MUCH, 0)).isFalse();
    first.shrunk(LITTLE);

    assertThat(resumed).contains("second");
    assertThat(first.admits(LITTLE, 0)).isTrue();
    assertThat(second.admits(MUCH, 0)).isTrue();
  }

  /** Otherwise neither this upload nor the one that waits for its window could proceed. */
  @Test
  void aYieldingUploadKeepsItsWindowForALongLine() {
    var first = one.yielding(() -> resumed.add("first"));
    first.admits(MUCH, MUCH);
    share("second").admits(MUCH, 0);

    assertThat(first.admits(MUCH, LITTLE)).isFalse();
    assertThat(first.admits(MUCH, MUCH)).isTrue();
  }

  @Test
  void anUploadThatHoldsMuchKeepsItsWindow() {
    var first = share("first");
    first.admits(MUCH, 0);

    first.shrunk(MUCH);

    assertThat(share("second").admits(MUCH, 0)).isFalse();
  }

  @Test
  void aShrunkUploadLeavesTheQueue() {
    var first = share("first");
    var second = share("second");
    var third = share("third");
    first.admits(MUCH, 0);
    second.admits(MUCH, 0);
    third.admits(MUCH, 0);
    resumed.clear();

    assertThat(second.admits(LITTLE, 0)).isTrue();
    first.end();

    assertThat(resumed).containsExactly("third");
    assertThat(second.admits(MUCH, 0)).isFalse();
  }

  @Test
  void anUnneededWindowIsReturned() {
    var first = share("first");
    var second = share("second");
    first.admits(MUCH, 0);
    second.admits(MUCH, 0);
    first.end();

    assertThat(second.admits(LITTLE, 0)).isTrue();

    assertThat(held.sum()).isZero();
    assertThat(share("third").admits(MUCH, 0)).isTrue();
  }

  @Test
  void anUploadThatEndsWhileWaitingGetsNoWindow() {
    var first = share("first");
    var second = share("second");
    first.admits(MUCH, 0);
    second.admits(MUCH, 0);
    resumed.clear();

    second.end();
    first.end();

    assertThat(resumed).isEmpty();
    assertThat(held.sum()).isZero();
    assertThat(share("third").admits(MUCH, 0)).isTrue();
  }

  @Test
  void anEndedUploadGetsNoWindow() {
    var first = share("first");
    first.admits(MUCH, 0);
    first.end();
    first.end();

    assertThat(first.admits(MUCH, 0)).isFalse();
    first.shrunk(0);
    assertThat(held.sum()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "10, 1, 10", "19, 1, 10", "20, 2, 20", "101, 10, 100"})
  void thereAreAsManyAsFitAndOneAtLeast(long limitMib, int windows, long countedMib) {
    var room = new UploadWindows(limitMib * MIB, held);
    var wide = 0;
    while (room.share(() -> {}).admits(MUCH, 0)) {
      wide++;
    }

    assertThat(wide).isEqualTo(windows);
    assertThat(held.sum()).isEqualTo(countedMib * MIB);
  }

  /**
   * Each thread takes, waits and returns a thousand times. An upload forgotten in the queue would
   * wait forever.
   */
  @Test
  void manyThreadsTakeTurnsAndReturnEveryWindow() throws InterruptedException {
    var room = new UploadWindows(2 * UploadWindows.WINDOW_BYTES, held);
    var uploads = 8;
    var wide = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new CountDownLatch(uploads);
    var threads = Executors.newFixedThreadPool(uploads);
    try {
      for (var i = 0; i < uploads; i++) {
        threads.execute(() -> {
          takeTurns(room, wide, most);
          done.countDown();
        });
      }
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      threads.shutdownNow();
    }

    assertThat(most.get()).isBetween(1, 2);
    assertThat(held.sum()).isZero();
  }

  private static void takeTurns(UploadWindows room, AtomicInteger wide, AtomicInteger most) {
    var loop = Thread.currentThread();
    var share = room.share(() -> LockSupport.unpark(loop));
    for (var turn = 0; turn < 1000; turn++) {
      while (!share.admits(MUCH, 0)) {
        LockSupport.park();
      }
      most.accumulateAndGet(wide.incrementAndGet(), Math::max);
      wide.decrementAndGet();
      if (turn % 3 == 0) {
        share.admits(LITTLE, 0);
      } else {
        share.shrunk(LITTLE);
      }
    }
    share.end();
  }

  private UploadWindows.Share share(String name) {
    return one.share(() -> resumed.add(name));
  }
}
