package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.follow.PublishedLog;
import io.weir.engine.log.LogSlices;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The frontier of change feeds moves only over what is durable and published. */
final class PublishedLogTest extends SteppedShards {

  private final ExecutorService readers = Executors.newSingleThreadExecutor();
  private PublishedLog published;

  @BeforeEach
  void follow() throws IOException, InterruptedException {
    published = new PublishedLog(
        log,
        members.stream().map(member -> member.shard).toList(),
        sequencer,
        readers,
        new LogSlices(FolderOnDisk.in(folder), new UUID(0, 1)),
        new FollowerMemory(1 << 20));
    write(0, "first");
    runAll();
    log.makeFirstDurable();
    runAll();
    published.follow(() -> {});
    runAll();
    awaitReaders();
    assertThat(published.frontier()).isEqualTo(log.durablePosition());
    sequencer.runTimers(); // allows the next round
    runAll();
    awaitReaders();
  }

  @AfterEach
  void end() throws InterruptedException {
    readers.shutdown();
    assertThat(readers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aRecordIsNotBelowTheFrontierBeforeItIsDurable() throws InterruptedException {
    var before = published.frontier();
    write(0, "second");
    runAll();

    startRound();
    runAll();
    awaitReaders();

    assertThat(published.frontier()).isEqualTo(before);
  }

  @Test
  void aRecordIsNotBelowTheFrontierBeforeItsShardHasPublishedIt() throws InterruptedException {
    var before = published.frontier();
    write(0, "second");
    runAll();
    log.makeFirstDurable();

    startRound();
    sequencer.run();
    member(1).loop.run();
    member(2).loop.run();
    sequencer.run();
    awaitReaders();
    assertThat(published.frontier()).isEqualTo(before);
    assertThat(member(0).shows("second")).isFalse();

    runAll();
    awaitReaders();
    assertThat(member(0).shows("second")).isTrue();
    assertThat(published.frontier()).isEqualTo(log.durablePosition()).isGreaterThan(before);
  }

  @Test
  void aFollowerBeginsAboveWhatTheLogHasAcknowledgedAndNotForced() throws InterruptedException {
    write(0, "second");
    runAll();
    log.acknowledgeFirst();
    runAll();
    assertThat(member(0).shows("second")).isTrue();

    var begin = published.follow(() -> {});
    runAll();
    awaitReaders();
    assertThat(published.hasReached(begin))
        .as("a feed from now on would repeat it")
        .isFalse();

    log.tellPosition();
    sequencer.runTimers();
    runAll();
    awaitReaders();
    assertThat(published.hasReached(begin)).isTrue();
    assertThat(published.frontier()).isEqualTo(log.durablePosition());
  }

  private void startRound() {
    published.follow(() -> {});
  }

  /** Waits until the reading thread has done all that it was given. */
  private void awaitReaders() throws InterruptedException {
    try {
      readers.submit(() -> {}).get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
