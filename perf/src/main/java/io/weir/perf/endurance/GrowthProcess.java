package io.weir.perf.endurance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.engine.Subjects;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.Programs;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import io.weir.perf.workload.Zipf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * A process that does one thing with a store and prints numbers: {@code VERB SUBJECT STORES
 * ENTITIES AMOUNT SEED}.
 *
 * <p>The amount is in MiB for {@link Verb#OVERWRITE} and {@link Verb#CRASH}, in seconds for
 * clients.
 */
final class GrowthProcess {

  /** The exit code of a process that ended without closing its store. */
  static final int HALTED = 9;

  private static final long MIB = 1 << 20;
  private static final long SECTOR_BYTES = 512;

  /** A log of this length before a checkpoint is due: none begins by itself. */
  private static final long NEVER_DUE = 1L << 40;

  private static final int SAMPLE = 1_000;

  /** The least warm-up of served reads. */
  private static final long SERVED_WARM_UP_SECONDS = 40;

  /** What a process does. */
  enum Verb {
    /** Fills the store and closes it. */
    LOAD,
    /** Overwrites rows in random order and closes the store. */
    OVERWRITE,
    /** Writes a checkpoint, overwrites rows until the log has the amount, and halts. */
    CRASH,
    /** Opens the store and halts. */
    START,
    /** Opens the store and closes it. */
    STOP,
    UNIFORM_READS,
    ZIPFIAN_READS,
    UPSERTS,
    /** Uniform reads over HTTP from a server of its own, which this process starts and ends. */
    SERVED_READS,
    /** Reads of rows that stay in memory, by a store with one loop. */
    WARM_READS,
    /** The same beside scans of those rows. */
    WARM_READS_BESIDE_A_WARM_SCAN,
    /** The same beside scans of the whole store. */
    WARM_READS_BESIDE_A_COLD_SCAN
  }

  private final String subject;
  private final StoreHome home;
  private final DataSet data;
  private final long amount;
  private final long seed;

  private GrowthProcess(String subject, StoreHome home, DataSet data, long amount, long seed) {
    this.subject = subject;
    this.home = home;
    this.data = data;
    this.amount = amount;
    this.seed = seed;
  }

  public static void main(String[] args) throws IOException {
    var process = new GrowthProcess(
        args[1],
        StoreHome.in(Path.of(args[2]), args[1]),
        new DataSet(Integer.parseInt(args[3]), RowSize.WIDE),
        Long.parseLong(args[4]),
        Long.parseLong(args[5]));
    process.run(Verb.valueOf(args[0]));
  }

  private void run(Verb verb) throws IOException {
    switch (verb) {
      case LOAD -> load();
      case OVERWRITE -> overwrite();
      case CRASH -> crash();
      case START -> start();
      case STOP -> open(Durability.INTERVAL, false).close();
      case UNIFORM_READS ->
        read(open(Durability.INTERVAL, false), random -> random.nextInt(data.entities()));
      case ZIPFIAN_READS -> read(open(Durability.INTERVAL, false), new Zipf(data.entities())::next);
      case UPSERTS -> upsert();
      case SERVED_READS -> readFromServer();
      case WARM_READS -> readWarm(WarmReads.Scan.NONE);
      case WARM_READS_BESIDE_A_WARM_SCAN -> readWarm(WarmReads.Scan.WARM);
      case WARM_READS_BESIDE_A_COLD_SCAN -> readWarm(WarmReads.Scan.COLD);
    }
  }

  private void load() throws IOException {
    var clock = Clock.begin();
    try (var store = open(Durability.INTERVAL, false)) {
      store.load();
      clock.tell(data.entities());
      Life.tell("heap MiB", heapBytes() / (double) MIB);
    }
    Life.tell("disk bytes a user byte", diskBytes() / (double) (data.entities() * rowBytes()));
  }

  private void overwrite() throws IOException {
    var writes = amount * MIB / rowBytes();
    try (var store = open(Durability.INTERVAL, false)) {
      var before = deviceBytes();
      var clock = Clock.begin();
      var latency = overwrite(store, writes);
      clock.tell(latency.getTotalCount());
      tell(latency);
      Life.tell("heap MiB", heapBytes() / (double) MIB);
      Life.tell(
          "written bytes a user byte",
          (deviceBytes() - before) / (double) (latency.getTotalCount() * rowBytes()));
      Life.tell("disk bytes a user byte", diskBytes() / (double) (data.entities() * rowBytes()));
    }
  }

  private Histogram overwrite(GrowingStore store, long writes) {
    var left = new AtomicLong(writes);
    return Clients.run(
        () -> random -> store.write(drawn(random)), () -> left.getAndDecrement() <= 0, seed);
  }

  private void crash() throws IOException {
    var store = (GrowingStore.OfWeir) open(Durability.INTERVAL, true);
    store.engine().checkpoint();
    var end = store.engine().logPosition() + amount * MIB;
    var unused = Clients.run(
        () -> random -> store.write(drawn(random)),
        () -> store.engine().logPosition() >= end,
        seed);
    halt();
  }

  private void start() throws IOException {
    var clock = Clock.begin();
    var store = open(Durability.INTERVAL, true);
    clock.tell(1);
    Life.tell("heap MiB", heapBytes() / (double) MIB);
    try (var reads = store.reads()) {
      reads.read(data.entities() / 2);
    }
    halt();
  }

  private void read(GrowingStore opened, ToIntFunction<SplittableRandom> numbers)
      throws IOException {
    try (var store = opened) {
      var clock = Clock.begin();
      tellReads(clock, readFor(amount, store, numbers));
    }
  }

  /** Reads for a while before it measures: two programs have to be compiled. */
  private void readFromServer() throws IOException {
    try (var store = GrowingStore.served(home, data)) {
      ToIntFunction<SplittableRandom> numbers = random -> random.nextInt(data.entities());
      var unused = readFor(Math.max(amount, SERVED_WARM_UP_SECONDS), store, numbers);
      var clock = Clock.begin();
      tellReads(clock, readFor(amount, store, numbers));
    }
  }

  private void readWarm(WarmReads.Scan scan) throws IOException {
    try (var store = GrowingStore.weir(home, data, 1, UnaryOperator.identity())) {
      var clock = Clock.begin();
      tellReads(clock, new WarmReads(store, seed).beside(scan, amount));
    }
  }

  private Histogram readFor(
      long seconds, GrowingStore store, ToIntFunction<SplittableRandom> numbers) {
    var end = System.nanoTime() + seconds * 1_000_000_000L;
    return Clients.run(
        () -> {
          var reads = store.reads(); // closed with the store
          return random -> reads.read(numbers.applyAsInt(random));
        },
        () -> System.nanoTime() > end,
        seed);
  }

  private static void tellReads(Clock clock, Histogram latency) {
    clock.tell(latency.getTotalCount());
    tell(latency);
  }

  private void upsert() throws IOException {
    try (var store = open(Durability.INTERVAL, false)) {
      var end = System.nanoTime() + amount * 1_000_000_000L;
      var clock = Clock.begin();
      var latency = Clients.run(
          () -> random -> store.write(drawn(random)), () -> System.nanoTime() > end, seed);
      clock.tell(latency.getTotalCount());
      tell(latency);
    }
  }

  private Entity drawn(SplittableRandom random) {
    return data.entity(random.nextInt(data.entities()), 1 + random.nextInt(Short.MAX_VALUE));
  }

  /**
   * Opens the store.
   *
   * @param keepsLog whether no checkpoint begins by itself
   */
  private GrowingStore open(Durability durability, boolean keepsLog) throws IOException {
    return subject.equals(Subjects.WEIR)
        ? GrowingStore.weir(home, data, loops(), options -> choose(options, durability, keepsLog))
        : GrowingStore.peer(subject, home, data, Runtime.getRuntime().maxMemory());
  }

  private static int loops() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static StoreOptions choose(
      StoreOptions options, Durability durability, boolean keepsLog) {
    var chosen = options.withDurability(durability);
    return keepsLog ? chosen.withCheckpointLogBytes(NEVER_DUE) : chosen;
  }

  private static void tell(Histogram latency) {
    Life.tell("p50 ms", latency.getValueAtPercentile(50) / 1e6);
    Life.tell("p99 ms", latency.getValueAtPercentile(99) / 1e6);
  }

  /** The beginning of what is measured. */
  private record Clock(long nanos, long cpuNanos) {

    static Clock begin() {
      return new Clock(System.nanoTime(), Cpu.ofThisProcess().used().toNanos());
    }

    void tell(long operations) {
      Life.tell(Life.SECONDS, (System.nanoTime() - nanos) / 1e9);
      Life.tell(Life.CPU_SECONDS, (Cpu.ofThisProcess().used().toNanos() - cpuNanos) / 1e9);
      Life.tell(Life.OPERATIONS, (double) operations);
    }
  }

  /** Returns the mean length of an entity's keys, names and values. */
  private long rowBytes() {
    var bytes = 0L;
    for (var number = 0; number < SAMPLE; number++) {
      bytes += data.entity(number).encoded().length;
    }
    return bytes / SAMPLE;
  }

  /** Returns the allocated blocks of the store's files. */
  private long diskBytes() throws IOException {
    var output = Programs.run(List.of("du", "-sB1", home.path().toString()));
    return Long.parseLong(output.substring(0, output.indexOf('\t')));
  }

  /**
   * Returns the bytes that were written to the store's device, by any process: sectors of 512 bytes
   * of proc_diskstats(5). What the page cache still holds is written before. The counter of this
   * process, {@code write_bytes} of proc(5), would count whole folios of the page cache when a part
   * of them becomes dirty.
   */
  private long deviceBytes() throws IOException {
    Programs.run(List.of("sync"));
    var device = Path.of(Files.getFileStore(home.path()).name()).getFileName().toString();
    return Files.readAllLines(Path.of("/proc/diskstats"), UTF_8).stream()
        .map(line -> line.strip().split(" +"))
        .filter(fields -> fields[2].equals(device))
        .mapToLong(fields -> SECTOR_BYTES * Long.parseLong(fields[9]))
        .findFirst()
        .orElseThrow(() -> new IOException("the device has no statistics device=" + device));
  }

  /** Returns the heap in use after a collection. */
  private static long heapBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Ends the process as a kill would. */
  private static void halt() {
    System.out.flush();
    Runtime.getRuntime().halt(HALTED);
  }
}
