package io.weir.engine.log;

import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures how many durable records per second the log takes, and the latency of each, for several
 * numbers in flight.
 *
 * <p>Run it by hand, on an idle machine and a real disk: {@code java -cp
 * target/classes:target/test-classes:$CP io.weir.engine.log.GroupCommitMeasurement FOLDER}. Prints
 * one line for each number in flight; the first is warm-up.
 */
final class GroupCommitMeasurement {
  private static final int PAYLOAD_BYTES = 500;
  private static final int WARM_UP = 64;
  private static final int NANOS_PER_MICRO = 1000;

  private final FileLog log;
  private final Semaphore permits;
  private final long[] waitNanos;
  private final AtomicInteger acknowledged = new AtomicInteger();

  private GroupCommitMeasurement(FileLog log, int inFlight, int records) {
    this.log = log;
    this.permits = new Semaphore(inFlight);
    this.waitNanos = new long[records];
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    for (Duration interval : List.of(Duration.ZERO, Duration.ofMillis(10))) {
      for (int inFlight : new int[] {WARM_UP, 1, 8, 64, 256, 1024}) {
        int records = interval.isZero() ? 5000 + 1500 * inFlight : 500_000;
        measure(
            folder.resolve(UUID.randomUUID().toString()),
            interval,
            inFlight,
            Math.min(records, 500_000));
      }
    }
  }

  private static void measure(Path folder, Duration interval, int inFlight, int records)
      throws Exception {
    ExecutorService background = Executors.newSingleThreadExecutor();
    LogConfig config = LogConfig.forStore(UUID.randomUUID()).withForceInterval(interval);
    FileLog log = FileLog.open(
        new LogEnvironment(FolderOnDisk.in(folder), background, System::nanoTime),
        config,
        0,
        0,
        (position, sequence, payload) -> {});
    log.start();
    new GroupCommitMeasurement(log, inFlight, records).run(interval, inFlight);
    log.close();
    background.shutdown();
    delete(folder);
  }

  private void run(Duration interval, int inFlight) throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < waitNanos.length; i++) {
      permits.acquire();
      offer(i);
    }
    permits.acquire(inFlight);
    long nanos = System.nanoTime() - start;
    report(interval, inFlight, nanos);
  }

  private void offer(int index) {
    long start = System.nanoTime();
    ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES);
    boolean taken =
        log.offer(new LogBatch(List.of(LogPayload.of(payload)), new LogBatch.Completion() {
          @Override
          public void acknowledged(long endPosition) {
            waitNanos[index] = System.nanoTime() - start;
            acknowledged.incrementAndGet();
            permits.release();
          }

          @Override
          public void failed(LogFailed failure) {
            throw new IllegalStateException(failure);
          }
        }));
    if (!taken) {
      throw new IllegalStateException("queue full");
    }
  }

  private void report(Duration interval, int inFlight, long nanos) {
    Arrays.sort(waitNanos);
    LogCounters counters = log.counters();
    System.out.printf(
        "forceInterval=%s inFlight=%d records/s=%d forces/s=%d records/group=%.1f force_us=%d wait_us p50=%d p99=%d"
            + " p99.9=%d max=%d rotations=%d%n",
        interval,
        inFlight,
        acknowledged.get() * 1_000_000_000L / nanos,
        counters.forces() * 1_000_000_000L / nanos,
        (double) counters.frames() / counters.groups(),
        counters.forceNanos() / Math.max(1, counters.forces()) / NANOS_PER_MICRO,
        waitMicros(0.5),
        waitMicros(0.99),
        waitMicros(0.999),
        waitMicros(1),
        counters.rotations());
  }

  private long waitMicros(double quantile) {
    return waitNanos[(int) ((waitNanos.length - 1) * quantile)] / NANOS_PER_MICRO;
  }

  private static void delete(Path folder) throws IOException {
    FolderOnDisk files = FolderOnDisk.in(folder);
    for (String name : files.list()) {
      files.delete(name);
    }
    java.nio.file.Files.delete(folder);
  }
}
