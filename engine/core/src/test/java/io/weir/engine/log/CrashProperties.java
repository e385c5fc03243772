package io.weir.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Seeds;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random lives of a log on a disk that loses, tears and reorders unforced bytes.
 *
 * <p>Each life offers batches, steps the log and the background executor, truncates, and ends by a
 * clean close, a kill or a power cut. Truncations make files of segments that later segments use
 * again. The kill or power cut may come in the middle of any operation on the disk, including those
 * of the opening. Afterwards the log must show a prefix of the offered records, in order and each
 * whole, and no fewer than were acknowledged.
 */
class CrashProperties {
  private static final Seeds SEEDS = Seeds.of(60, 150, 5_000);
  private static final int LIVES = 8;

  @Test
  void acknowledgedRecordsArePresentWhenEachGroupIsForced() throws IOException {
    int reuses = 0;
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      reuses += new Story(seed, Duration.ZERO).run();
    }
    if (SEEDS.areMany()) {
      assertThat(reuses).as("segments whose file was used again").isGreaterThan(SEEDS.count() / 10);
    }
  }

  @Test
  void forcedRecordsArePresentWhenForcesComeAtIntervals() throws IOException {
    int reuses = 0;
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      reuses += new Story(seed, Duration.ofNanos(100)).run();
    }
    if (SEEDS.areMany()) {
      assertThat(reuses).as("segments whose file was used again").isGreaterThan(SEEDS.count() / 10);
    }
  }

  /** One log, its lives, and a plain list of the records that it must hold. */
  private static final class Story {
    private final String name;
    private final boolean sync;
    private final Random random;
    private final LogRig rig;

    /**
     * Records offered and not known to be lost; the log holds a prefix of them, from
     * {@link #firstKept} on.
     */
    private final List<Long> offered = new ArrayList<>();

    /** The known ends of these records. */
    private final List<Long> ends = new ArrayList<>();

    private int promised;
    private int firstKept;
    private long snapshot;
    private int reuses;

    Story(long seed, Duration forceInterval) {
      name = "seed=" + seed + " forceInterval=" + forceInterval;
      sync = forceInterval.isZero();
      random = new Random(seed);
      rig = new LogRig(seed).withForceInterval(forceInterval);
    }

    /** Returns how many segments used a file again. */
    int run() throws IOException {
      for (int life = 0; life < LIVES; life++) {
        try {
          live();
        } catch (SimulatedDisk.Stopped e) {
          rig.background.clear();
        }
      }
      open();
      return reuses;
    }

    private void live() throws IOException {
      if (random.nextInt(3) == 0) {
        stopWithin(60);
      }
      FileLog log = open();
      if (random.nextInt(2) == 0) {
        stopWithin(200);
      }
      for (int step = random.nextInt(60); step > 0 && !log.isFailed(); step--) {
        step(log);
      }
      end(log);
      rig.background.clear();
    }

    private void stopWithin(int operations) {
      int n = 1 + random.nextInt(operations);
      if (random.nextBoolean()) {
        rig.disk.cutPowerAtOperation(n);
      } else {
        rig.disk.killProcessAtOperation(n);
      }
    }

    private void step(FileLog log) throws IOException {
      switch (random.nextInt(12)) {
        case 0 -> {
          long kept = keptFiles();
          rig.runBackground();
          reuses += (int) (kept - keptFiles());
        }
        case 1 -> snapshot(log);
        case 2, 3, 4 -> {
          rig.nanos += random.nextInt(80);
          long kept = keptFiles();
          log.runOnce();
          reuses += (int) (kept - keptFiles());
          notePromise(log);
        }
        default -> offer(log);
      }
    }

    private long keptFiles() {
      return rig.disk.list().stream().filter(name -> name.endsWith(".old")).count();
    }

    private void offer(FileLog log) {
      List<LogPayload> payloads = new ArrayList<>();
      for (int records = 1 + random.nextInt(4); records > 0; records--) {
        long record = random.nextLong();
        offered.add(record);
        payloads.add(LogPayload.of(payload(record)));
      }
      int count = offered.size();
      log.offer(new LogBatch(payloads, new LogBatch.Completion() {
        @Override
        public void acknowledged(long endPosition) {
          promised = sync ? count : promised;
          noteEnd(count, endPosition);
        }

        @Override
        public void failed(LogFailed failure) {}
      }));
    }

    private void noteEnd(int count, long endPosition) {
      while (ends.size() < count) {
        ends.add(-1L);
      }
      ends.set(count - 1, endPosition);
    }

    /** If forces come at intervals, only records below the durable position are guaranteed. */
    private void notePromise(FileLog log) {
      int durable = promised;
      for (int i = promised; i < ends.size(); i++) {
        if (ends.get(i) >= 0 && ends.get(i) <= log.durablePosition()) {
          durable = i + 1;
        }
      }
      promised = durable;
    }

    /** Replay may begin at the end of any durable batch. */
    private void snapshot(FileLog log) throws IOException {
      notePromise(log);
      if (promised > firstKept && promised <= ends.size() && ends.get(promised - 1) >= 0) {
        firstKept = promised;
        snapshot = ends.get(promised - 1);
        log.truncateBefore(snapshot);
      }
    }

    private void end(FileLog log) {
      int how = random.nextInt(3);
      if (how == 0) {
        close(log);
      } else if (how == 1) {
        rig.disk.killProcess();
      } else {
        rig.disk.cutPower();
      }
    }

    private void close(FileLog log) {
      boolean closed = !log.isFailed();
      try {
        log.close();
      } catch (LogFailed e) {
        closed = false;
      }
      if (closed) {
        promised = offered.size();
      }
      rig.disk.killProcess();
    }

    private FileLog open() throws IOException {
      List<Long> shown = new ArrayList<>();
      FileLog log = FileLog.open(
          rig.environment(),
          rig.config,
          snapshot,
          snapshot,
          (position, sequence, payload) -> shown.add(record(payload)));
      assertThat(firstKept + shown.size()).as(name).isBetween(promised, offered.size());
      assertThat(shown).as(name).isEqualTo(offered.subList(firstKept, firstKept + shown.size()));
      forgetFrom(firstKept + shown.size());
      promised = offered.size(); // records that an opening has shown are durable
      return log;
    }

    private void forgetFrom(int count) {
      offered.subList(count, offered.size()).clear();
      ends.subList(Math.min(count, ends.size()), ends.size()).clear();
    }

    /** A record of random length whose content follows from its first bytes. */
    private static ByteBuffer payload(long record) {
      Random contents = new Random(record);
      byte[] bytes = new byte
          [Long.BYTES
              + (contents.nextInt(10) == 0 ? contents.nextInt(9000) : contents.nextInt(200))];
      contents.nextBytes(bytes);
      return ByteBuffer.wrap(bytes).putLong(0, record);
    }

    private long record(ByteBuffer payload) {
      long record = payload.getLong(payload.position());
      assertThat(payload).as(name).isEqualTo(payload(record));
      return record;
    }
  }
}
