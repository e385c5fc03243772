package io.weir.engine.replication;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.EntityKey;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ModelCluster;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.log.append.NewLog;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A node whose log is stepped by hand, with a store that notes what it hears. */
final class NodeRig implements Replica {

  static final UUID STORE = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);

  static final long MOST_UNAPPLIED_BYTES = 20_000;

  final String id;
  final SimulatedDisk disk;
  final ArrayDeque<Runnable> background = new ArrayDeque<>();

  /**
   * What the store heard, in order: {@code +text} acknowledged, {@code -text} failed, {@code text}
   * applied, {@code leads n}, {@code follows}.
   */
  final List<String> heard = new ArrayList<>();

  /** Whether the store is ready to lead at once. */
  boolean readyAtOnce = true;

  final ArrayDeque<Runnable> ready = new ArrayDeque<>();
  final ArrayDeque<Runnable> unapplied = new ArrayDeque<>();

  /** The requests to close a time. */
  final ArrayDeque<LongConsumer> closings = new ArrayDeque<>();

  private volatile long appliedTicks;

  /** Hears the closed time of each entry; 0 for those that close none. */
  LongConsumer whenClosed = ticks -> {};

  /** The highest Timestamp in the marks of the log at the start. */
  long startTicks;

  /** Whether the store applies at once. */
  boolean appliesAtOnce = true;

  /** Called with the log of a life before it joins the other nodes. */
  Consumer<ReplicatedLog> beforeJoin = opened -> {};

  /** What happens while a thread waits. */
  Runnable pause = () -> {};

  /** Where the next start begins to replay. */
  long checkpoint;

  /** Where the first entry of this life begins. */
  long startPosition;

  private final ModelCluster cluster;
  private int segmentBytes = 16 << 10;
  private long nanos;
  private long salt;

  @Nullable
  ReplicatedLog log;

  NodeRig(ModelCluster cluster, String id, long seed) {
    this.cluster = cluster;
    this.id = id;
    this.disk = new SimulatedDisk(seed);
    this.salt = seed << 32;
  }

  /** A record and its place. */
  record Shown(long position, long sequence, String text) {}

  private LogEnvironment environment() throws IOException {
    var folder = disk.root().folder("log");
    return new LogEnvironment(folder, background::add, () -> nanos, () -> 0, folder, () -> ++salt);
  }

  private static LogConfig config(int segmentBytes) {
    return LogConfig.forStore(STORE)
        .withSegmentBytes(segmentBytes)
        .withForceInterval(Duration.ofMillis(10))
        .withoutEndMark();
  }

  private AppliedFile file() throws IOException {
    return new AppliedFile(disk.root(), STORE);
  }

  /** Begins a life, as a store does. */
  ReplicatedLog open() throws IOException {
    var known = file().read();
    var marks = new MarkReader(known.orElse(new Place(Applied.NONE, 0)));
    var files = FileLog.open(
        environment(),
        config(segmentBytes),
        checkpoint,
        Math.max(checkpoint, marks.last().endPosition()),
        marks.passingTo((position, sequence, payload) -> {}));
    var place = marks.last();
    if (known.isEmpty()) {
      place = new Place(Applied.NONE, files.durablePosition());
      file().write(place);
    }
    startPosition = place.endPosition();
    startTicks = marks.highestTicks();
    var opened = new ReplicatedLog(
        new ReplicatedLog.Parts(files, place, file(), cluster.join(id)),
        () -> nanos,
        () -> pause.run(),
        MOST_UNAPPLIED_BYTES);
    log = opened;
    beforeJoin.accept(opened);
    opened.join(this);
    return opened;
  }

  ReplicatedLog log() {
    return Objects.requireNonNull(log);
  }

  /** Lets the log do its turns, and the background its work, until there is none. */
  void run() {
    var worked = true;
    while (worked) {
      worked = log().runOnce() > 0 || runBackground();
    }
  }

  boolean runBackground() {
    var task = background.poll();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  void letTimePass(Duration time) {
    nanos += time.toNanos();
  }

  /** Lets forces become due, and does them. */
  void force() {
    nanos += Duration.ofSeconds(10).toNanos();
    run();
    nanos += Duration.ofSeconds(10).toNanos();
    run();
  }

  /** Begins to note a batch of records with these texts. */
  void offer(String... texts) {
    offer(log().generation(), texts);
  }

  void offer(long generation, String... texts) {
    var name = texts[texts.length - 1];
    var records = Arrays.stream(texts).map(NodeRig::record).toList();
    log().offer(new LogBatch(records, new Noted(name), generation));
  }

  private final class Noted implements LogBatch.Completion {

    private final String name;

    Noted(String name) {
      this.name = name;
    }

    @Override
    public void acknowledged(long endPosition) {
      heard.add("+" + name + "@" + endPosition);
    }

    @Override
    public void failed(LogFailed failure) {
      heard.add("-" + name + (failure.isNothingKept() ? " refused" : " unknown"));
    }
  }

  static LogPayload record(String text) {
    var key = TreeKeys.of(7, new EntityKey("p", "r").encoded());
    return LogRecord.of(text.length(), List.of(Change.put(key, text.getBytes(UTF_8))));
  }

  static String textOf(ByteBuffer payload) {
    if (LogRecord.isMark(payload)) {
      return LogRecord.placeOf(payload).toString();
    }
    var text = new StringBuilder();
    var unused = LogRecord.decode(payload.duplicate(), new LogRecord.Visitor() {
      @Override
      public void put(byte[] key, byte[] stored) {
        text.append(new String(stored, UTF_8));
      }

      @Override
      public void remove(byte[] key) {}

      @Override
      public void removeRange(int partitionGroup, byte[] from, byte[] to) {}
    });
    return text.toString();
  }

  /** Makes a log with these records, as a process before would have left it. */
  void plantLog(String... texts) throws IOException {
    var root = disk.root();
    for (var name : root.folder("log").list()) {
      root.folder("log").delete(name);
    }
    var writer = NewLog.create(root.folder("log"), config(segmentBytes), 0, 0);
    for (var text : texts) {
      writer.append(record(text));
    }
    writer.close();
    disk.killProcess();
  }

  void plantPlace(Place place) throws IOException {
    file().write(place);
    disk.killProcess();
  }

  /** Returns the records of the log on the disk. The log must be closed, or its process dead. */
  List<Shown> records() throws IOException {
    var shown = new ArrayList<Shown>();
    LogVisitor visitor =
        (position, sequence, payload) -> shown.add(new Shown(position, sequence, textOf(payload)));
    FileLog.open(environment(), config(segmentBytes), 0, 0, visitor);
    disk.killProcess();
    return shown;
  }

  /** Ends a life: the machine loses power. */
  void crash() {
    disk.cutPower();
    background.clear();
    cluster.node(id).kill();
  }

  /** Ends a life: the process is killed. */
  void kill() {
    disk.killProcess();
    background.clear();
    cluster.node(id).kill();
  }

  @Override
  public void apply(List<Kept> records, long closedTicks, Runnable applied) {
    records.forEach(kept -> heard.add(textOf(kept.payload()) + "@" + kept.endPosition()));
    appliedTicks = Math.max(appliedTicks, closedTicks);
    whenClosed.accept(closedTicks);
    if (appliesAtOnce) {
      applied.run();
    } else {
      unapplied.add(applied);
    }
  }

  @Override
  public void kept(long closedTicks) {
    appliedTicks = Math.max(appliedTicks, closedTicks);
    whenClosed.accept(closedTicks);
  }

  @Override
  public long appliedTicks() {
    return appliedTicks;
  }

  @Override
  public void closeTime(LongConsumer closed) {
    closings.add(closed);
  }

  @Override
  public void takeOver(long term, Runnable isReady) {
    if (readyAtOnce) {
      isReady.run();
    } else {
      ready.add(isReady);
    }
  }

  @Override
  public void leads(long term) {
    heard.add("leads " + term);
  }

  @Override
  public void follows(@Nullable String leader) {
    heard.add("follows");
  }

  @Override
  public boolean finish(Runnable pause) {
    return unapplied.isEmpty();
  }
}
