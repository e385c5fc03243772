package io.weir.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of event loops. */
@Timeout(60)
final class NettyLoopsTest {

  @Test
  void aLoopEndsAfterTheTasksThatItAccepted() {
    var loops = NettyLoops.start(2);
    var done = new AtomicBoolean();
    loops.all().get(1).execute(() -> done.set(true));

    loops.close();

    assertThat(done).isTrue();
    assertThat(loops.all()).allMatch(NettyLoop::isTerminated);
  }

  @Test
  void aLoopThatIsStuckDoesNotKeepTheProcessFromEnding() throws InterruptedException {
    var loops = NettyLoops.start(2);
    var stuck = new CountDownLatch(1);
    var released = new AtomicBoolean();
    loops.all().get(0).execute(() -> {
      stuck.countDown();
      while (!released.get()) {} // BlockHound forbids a loop to wait
    });
    stuck.await();

    loops.close(Duration.ofMillis(200));

    assertThat(loops.all().get(0).isTerminated()).as("left alone").isFalse();
    released.set(true);
    loops.close();
    assertThat(loops.all()).allMatch(NettyLoop::isTerminated);
  }
}
