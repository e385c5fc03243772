package io.weir.engine.log.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.LogRig.Shown;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** The log with its own thread, on a real folder. */
@Timeout(60)
class LogThreadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final int PRODUCERS = 4;
  private static final int RECORDS = 300;

  @TempDir
  Path temp;

  private final ExecutorService background = Executors.newSingleThreadExecutor();

  @AfterEach
  void stopBackground() {
    background.shutdown();
  }

  @Test
  void batchesOfSeveralThreadsAreAcknowledgedAndReplayed() throws Exception {
    FileLog log = open(new ArrayList<>());
    log.start();

    CompletableFuture<?>[] producers = IntStream.range(0, PRODUCERS)
        .mapToObj(producer -> CompletableFuture.runAsync(() -> produce(log, producer)))
        .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(producers).get(50, TimeUnit.SECONDS);
    log.close();

    List<Shown> shown = new ArrayList<>();
    open(shown).close();
    assertThat(shown).hasSize(PRODUCERS * RECORDS);
    for (int producer = 0; producer < PRODUCERS; producer++) {
      String prefix = producer + ":";
      assertThat(shown)
          .extracting(Shown::text)
          .filteredOn(text -> text.startsWith(prefix))
          .isEqualTo(texts(producer));
    }
    assertThat(log.counters().rotations()).isGreaterThan(0);
    assertThat(log.counters().forces())
        .isLessThanOrEqualTo(PRODUCERS * RECORDS + log.counters().rotations() + 1);
  }

  @Test
  void aLoneBatchWakesTheSleepingThread() throws Exception {
    FileLog log = open(new ArrayList<>());
    log.start();

    for (int i = 0; i < 20; i++) {
      appendAndWait(log, "lone " + i);
    }

    log.close();
  }

  /**
   * A loop that serves many shards hands over one batch of each. Forced one by one, they would cost
   * as many forces.
   */
  @Test
  void batchesThatALoopHandsOverInARowBecomeOneGroup() throws Exception {
    FileLog log = open(new ArrayList<>());
    Thread thread = start(log);
    awaitRest(thread);
    List<Runnable> behind = new ArrayList<>();
    List<CompletableFuture<Long>> ends = IntStream.range(0, 16)
        .mapToObj(i -> append(log, "shard " + i, behind::add))
        .toList();
    assertThat(thread.getState()).isEqualTo(Thread.State.TIMED_WAITING);
    assertThat(log.counters().groups()).isZero();

    behind.forEach(Runnable::run);

    ends.forEach(end -> assertThat(Mono.fromFuture(end).block(PATIENCE)).isPositive());
    log.close();
    assertThat(log.counters().groups()).isEqualTo(1);
  }

  @Test
  void batchesStillWaitingAtCloseAreKept() throws Exception {
    FileLog log = open(new ArrayList<>());
    log.start();
    Heard last = new Heard();
    for (int i = 0; i < 100; i++) {
      last = LogRig.offer(log, "waiting " + i);
    }

    log.close();

    assertThat(last.isAcknowledged()).isTrue();
    List<Shown> shown = new ArrayList<>();
    open(shown).close();
    assertThat(shown).hasSize(100);
  }

  @Test
  void aNewFolderIsCreatedWithItsParents() throws Exception {
    Path folder = temp.resolve("store/log");

    FolderOnDisk files = FolderOnDisk.in(folder);

    assertThat(folder).isDirectory();
    assertThat(files.list()).isEmpty();
  }

  @Test
  void aNameThatIsTakenIsNotReplaced() throws Exception {
    FolderOnDisk files = FolderOnDisk.in(temp);
    files.create("a").close();
    files.create("b").close();

    assertThat(catchThrowable(() -> files.rename("a", "b"))).isInstanceOf(IOException.class);
    assertThat(catchThrowable(() -> files.create("a"))).isInstanceOf(IOException.class);
    files.delete("b");
    files.delete("b");
    assertThat(Files.exists(temp.resolve("b"))).isFalse();
  }

  private void produce(FileLog log, int producer) {
    texts(producer).forEach(text -> appendAndWait(log, text));
  }

  private static List<String> texts(int producer) {
    return IntStream.range(0, RECORDS)
        .mapToObj(i -> producer + ":" + i + "x".repeat(i))
        .toList();
  }

  private static Thread start(FileLog log) {
    Set<Thread> others = Thread.getAllStackTraces().keySet();
    log.start();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("weir-log") && !others.contains(thread))
        .findFirst()
        .orElseThrow();
  }

  private static void awaitRest(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private static void appendAndWait(FileLog log, String text) {
    CompletableFuture<Long> end = append(log, text, Runnable::run);
    assertThat(Mono.fromFuture(end).block(PATIENCE)).isPositive();
  }

  private static CompletableFuture<Long> append(FileLog log, String text, Executor starter) {
    CompletableFuture<Long> end = new CompletableFuture<>();
    ByteBuffer payload = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    LogBatch batch = new LogBatch(List.of(LogPayload.of(payload)), new LogBatch.Completion() {
      @Override
      public void acknowledged(long endPosition) {
        end.complete(endPosition);
      }

      @Override
      public void failed(LogFailed failure) {
        end.completeExceptionally(failure);
      }
    });
    assertThat(log.offer(batch, starter)).isTrue();
    return end;
  }

  private FileLog open(List<Shown> shown) throws IOException {
    return FileLog.open(
        new LogEnvironment(FolderOnDisk.in(temp.resolve("log")), background, System::nanoTime),
        LogConfig.forStore(LogRig.STORE).withSegmentBytes(64 << 10),
        0,
        0,
        (position, sequence, payload) -> shown.add(Shown.of(position, sequence, payload)));
  }
}
