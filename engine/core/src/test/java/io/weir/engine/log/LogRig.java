package io.weir.engine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/** A log on a simulated disk, stepped by hand, with the helpers that the log's tests share. */
public final class LogRig {
  public static final UUID STORE = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);

  public final SimulatedDisk disk;
  public final Deque<Runnable> background = new ArrayDeque<>();
  public LogConfig config = LogConfig.forStore(STORE).withSegmentBytes(LogConfig.MIN_SEGMENT_BYTES);
  public long nanos;

  /** The salt of the segment made last. */
  private long salt = 0x5eed;

  public LogRig() {
    this(1);
  }

  public LogRig(long seed) {
    disk = new SimulatedDisk(seed);
  }

  public LogRig withForceInterval(Duration interval) {
    config = config.withForceInterval(interval);
    return this;
  }

  public LogEnvironment environment() {
    return new LogEnvironment(
        disk.root(), background::add, () -> nanos, () -> 0, disk.root(), () -> ++salt);
  }

  public FileLog open() throws IOException {
    return open(0);
  }

  public FileLog open(long from) throws IOException {
    return FileLog.open(environment(), config, from, from, (position, sequence, payload) -> {});
  }

  /** Opens the log, returns the records that it shows, and leaves it as a killed process would. */
  public List<Shown> replay(long from) throws IOException {
    List<Shown> shown = new ArrayList<>();
    FileLog.open(
        environment(),
        config,
        from,
        from,
        (position, sequence, payload) -> shown.add(Shown.of(position, sequence, payload)));
    disk.killProcess();
    return shown;
  }

  public List<String> replayedTexts() throws IOException {
    return replay(0).stream().map(Shown::text).toList();
  }

  public void runBackground() {
    while (!background.isEmpty()) {
      background.remove().run();
    }
  }

  /** Returns the name of the only segment, or of the last one. */
  public String lastSegment() {
    List<String> names =
        disk.list().stream().filter(name -> name.endsWith(".log")).toList();
    return names.get(names.size() - 1);
  }

  /** Flips one bit durably. */
  public void damage(String file, int offset) {
    disk.bytes(file)[offset] ^= 4;
    disk.settle();
  }

  public void letTimePass(Duration time) {
    nanos += time.toNanos();
  }

  public static Heard offer(CommitLog log, String... texts) {
    return offer(log, 0, texts);
  }

  public static Heard offer(CommitLog log, long generation, String... texts) {
    Heard heard = new Heard();
    List<LogPayload> payloads = Arrays.stream(texts)
        .map(text -> LogPayload.of(ByteBuffer.wrap(text.getBytes(UTF_8))))
        .toList();
    heard.taken = log.offer(new LogBatch(payloads, heard, generation));
    return heard;
  }

  /** Returns the bytes that a payload writes. */
  public static ByteBuffer bytes(LogPayload payload) {
    ByteBuffer bytes = ByteBuffer.allocate(payload.lengthBytes());
    payload.writeTo(bytes);
    return bytes.flip();
  }

  /** Offers a record of any bytes. */
  public static Heard offer(CommitLog log, byte[] record) {
    Heard heard = new Heard();
    heard.taken = log.offer(
        new LogBatch(List.of(LogPayload.of(ByteBuffer.wrap(record))), heard, log.generation()));
    return heard;
  }

  /** Commits one record in a group of its own and returns the position of its end. */
  public static long append(FileLog log, String text) {
    Heard heard = offer(log, text);
    log.runOnce();
    return heard.position();
  }

  public static String textOf(int length) {
    return "x".repeat(length);
  }

  public record Shown(long position, long sequence, String text) {
    public static Shown of(long position, long sequence, ByteBuffer payload) {
      return new Shown(position, sequence, UTF_8.decode(payload).toString());
    }
  }

  /** Records the outcome of a batch. */
  public static final class Heard implements LogBatch.Completion {
    public boolean taken;
    private final List<Long> positions = new ArrayList<>();
    private final List<LogFailed> failures = new ArrayList<>();

    @Override
    public void acknowledged(long endPosition) {
      positions.add(endPosition);
    }

    @Override
    public void failed(LogFailed failure) {
      failures.add(failure);
    }

    public boolean isPending() {
      return positions.isEmpty() && failures.isEmpty();
    }

    public boolean isAcknowledged() {
      return positions.size() == 1 && failures.isEmpty();
    }

    public boolean isFailed() {
      return positions.isEmpty() && failures.size() == 1;
    }

    public long position() {
      return positions.get(0);
    }

    public LogFailed failure() {
      return failures.get(0);
    }
  }
}
