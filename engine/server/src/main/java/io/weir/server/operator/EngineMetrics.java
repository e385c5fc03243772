package io.weir.server.operator;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.weir.engine.Engine;
import io.weir.engine.advice.AdviceKind;
import io.weir.engine.archive.ArchiveStatus;
import io.weir.engine.archive.ContinuousBackup;
import io.weir.engine.balance.ShardTraffic;
import io.weir.engine.log.LogCounters;
import io.weir.engine.loop.LoadMeter;
import io.weir.engine.loop.LoopState.Condition;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import io.weir.engine.tree.node.ColdEntries;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of an engine: its log and checkpoints as a whole, queues and pages for each shard.
 *
 * <p>A group commit is one turn of the log thread with at most one force. Records divided by groups
 * is the number of writes that share a force.
 *
 * <p>Any thread. A scrape reads counters that their owners write, and asks no shard. The engine
 * must stay open while it is scraped; the registry does not hold it.
 */
public final class EngineMetrics {

  private static final double NANOS_A_SECOND = 1e9;

  private final MeterRegistry registry;
  private final Engine engine;
  private final Store store;

  private EngineMetrics(MeterRegistry registry, Engine engine) {
    this.registry = registry;
    this.engine = engine;
    this.store = engine.store();
  }

  /** Registers the engine's meters. */
  public static void bind(ServerMetrics metrics, Engine engine) {
    var binding = new EngineMetrics(metrics.registry(), engine);
    binding.bindStore();
    binding.bindLog();
    binding.bindAdvice();
    for (var shard = 0; shard < engine.store().shards().size(); shard++) {
      binding.bindShard(shard);
      binding.bindHeat(shard);
    }
    binding.bindLoopTimes();
    if (engine.store().log() instanceof ReplicatedLog log) {
      NodeMetrics.bind(metrics, engine.store(), log);
    }
  }

  /** Registers how far an archive is behind. */
  public static void bind(ServerMetrics metrics, ContinuousBackup archive) {
    bind(
        metrics.registry(),
        archive,
        "weir.archive.lag.bytes",
        "Bytes of the durable log that the archive does not have.",
        ArchiveStatus::lagBytes);
    bind(
        metrics.registry(),
        archive,
        "weir.archive.lag.seconds",
        "Time since the moment up to which the archive has every acknowledged write.",
        status -> status.lag().toNanos() / NANOS_A_SECOND);
    bind(
        metrics.registry(),
        archive,
        "weir.archive.last.success.seconds",
        "That moment, in seconds since 1970; 0 before the first success.",
        status -> status.lastSuccess().map(Instant::getEpochSecond).orElse(0L));
    bind(
        metrics.registry(),
        archive,
        "weir.archive.bases",
        "Complete checkpoints in the archive.",
        ArchiveStatus::bases);
    bind(
        metrics.registry(),
        archive,
        "weir.archive.gaps",
        "Gaps that the archive has got since the start.",
        ArchiveStatus::gaps);
    bind(
        metrics.registry(),
        archive,
        "weir.archive.troubled",
        "1 while /health/ready warns of the archive.",
        status -> status.trouble().isPresent() ? 1 : 0);
  }

  private static void bind(
      MeterRegistry registry,
      ContinuousBackup archive,
      String name,
      String text,
      ToDoubleFunction<ArchiveStatus> value) {
    Gauge.builder(name, archive, each -> value.applyAsDouble(each.status()))
        .description(text)
        .register(registry);
  }

  /** Registers the state of the loops. */
  public static void bind(ServerMetrics metrics, LoopWatch watch) {
    var registry = metrics.registry();
    bindLoops(
        registry,
        watch,
        "weir.loops.stuck",
        "Loops that are stuck and run no task.",
        Condition.STUCK);
    bindLoops(registry, watch, "weir.loops.dead", "Loops that have ended.", Condition.DEAD);
    for (var state : watch.states()) {
      var number = state.loop();
      Gauge.builder("weir.loop.lag", watch, w -> w.lag(number).toNanos() / NANOS_A_SECOND)
          .description("Time that the last probe task waited for its turn on the loop.")
          .baseUnit("seconds")
          .tag("loop", Integer.toString(number))
          .register(registry);
    }
  }

  private static void bindLoops(
      MeterRegistry registry, LoopWatch watch, String name, String text, Condition condition) {
    Gauge.builder(
            name,
            watch,
            w -> w.states().stream()
                .filter(state -> state.condition() == condition)
                .count())
        .description(text)
        .register(registry);
  }

  private void bindStore() {
    gauge(
        "weir.store.writable", "1 while the store accepts writes.", e -> e.acceptsWrites() ? 1 : 0);
    gauge(
        "weir.checkpoints.failed",
        "Failed checkpoints since the last successful one.",
        e -> e.health().failedCheckpoints());
    storeCounter(
        "weir.pages.damaged",
        "Damaged pages found, the first of each shard that had to be rebuilt.",
        Store::damagedPages);
    storeCounter(
        "weir.shards.rebuilt", "Shards rebuilt while the others served.", Store::shardRebuilds);
    storeCounter(
        "weir.joint.commits",
        "Joint commits carried out, those without a write not counted.",
        s -> s.jointPublications().finished());
    storeCounter(
        "weir.entities.expired", "Expired entities removed.", s -> s.sweepers().entitiesRemoved());
    storeCounter(
        "weir.messages.expired",
        "Expired messages of queues that the sweep has removed.",
        s -> s.sweepers().messagesRemoved());
    gauge(
        "weir.queues.waiting",
        "Requests that wait for a message of a queue.",
        Engine::waitingTakes);
    bindPageMemory();
    gauge(
        "weir.feeds",
        "Change feeds that are being read.",
        e -> e.store().feedUse().feeds());
    gauge(
        "weir.feed.retained.bytes",
        "Bytes of the log that are kept for change feeds only.",
        e -> e.store().feedUse().keptBytes());
    gauge(
        "weir.consumers",
        "Named consumers of change feeds.",
        e -> e.store().feedUse().consumers());
    gauge(
        "weir.consumers.lost",
        "Named consumers whose changes are no longer kept, until they are reset or deleted.",
        e -> e.store().feedUse().lostConsumers());
    gauge(
        "weir.consumer.lag.bytes",
        "Bytes of the log after the slowest named consumer that is not lost.",
        e -> e.store().feedUse().lagBytes());
    gauge(
        "weir.consumer.lag.seconds",
        "Age of what the slowest named consumer reads next, as it was read at most 30 seconds ago.",
        e -> e.store().feedUse().lag().toNanos() / NANOS_A_SECOND);
    gauge(
        "weir.checkpoint.position",
        "Log position from which a start would replay.",
        e -> e.store().checkpointPosition());
    gauge(
        "weir.log.durable.position",
        "Log position below which every byte is forced to disk.",
        e -> e.store().log().durablePosition());
  }

  private void bindPageMemory() {
    gauge(
        "weir.pages.resident.bytes",
        "Bytes of the pages that count as being in memory.",
        e -> e.store().pageMemory().residentBytes());
    gauge(
        "weir.pages.target.bytes",
        "Bytes that pages may take in memory at present.",
        e -> e.store().pageMemory().targetBytes());
    gauge(
        "weir.pages.budget.bytes",
        "Bytes that pages may take in memory at most.",
        e -> e.store().pageMemory().budgetBytes());
    gauge(
        "weir.page.reads.waiting",
        "Reads of pages from the disk that wait or are carried out.",
        e -> e.store().coldReads().waiting());
    storeCounter(
        "weir.pages.read",
        "Pages that were read from the disk for a reader.",
        s -> s.coldReads().pagesRead());
    storeCounter(
        "weir.page.waits",
        "How often a reader on a loop waited for a page.",
        s -> s.coldReads().reads());
    storeCounter(
        "weir.page.cold.entries",
        "How often a thread entered a page itself that was not in memory by the book.",
        s -> ColdEntries.total());
  }

  private void bindAdvice() {
    for (var kind : AdviceKind.values()) {
      Gauge.builder("weir.advice", engine, e -> e.adviceCounts().of(kind))
          .description(
              "Pieces of advice on tables, as weir advise shows them; counted once a minute at most.")
          .tag("kind", kind.code())
          .register(registry);
    }
  }

  private void bindLog() {
    var counters = store.log().counters();
    counter("weir.log.groups", "Group commits.", counters, LogCounters::groups);
    counter("weir.log.records", "Records appended.", counters, LogCounters::frames);
    counter("weir.log.bytes", "Bytes appended.", counters, LogCounters::bytes);
    counter("weir.log.segments", "Log segments started.", counters, LogCounters::rotations);
    FunctionTimer.builder(
            "weir.log.force",
            counters,
            LogCounters::forces,
            LogCounters::forceNanos,
            TimeUnit.NANOSECONDS)
        .description("Forces of the log to disk.")
        .register(registry);
  }

  private void bindShard(int number) {
    shard(number, "queue.depth", "Commands that wait in the shard's queue.", Shard::waiting);
    shard(number, "pinned", "1 while a reader holds a version.", s -> s.tree().isPinned() ? 1 : 0);
    shard(
        number,
        "retired.pages",
        "Pages of old versions that are not freed yet.",
        s -> s.tree().retiredPages());
    shard(
        number,
        "published.position",
        "Log position after the last change that readers see.",
        Shard::publishedPosition);
    shard(
        number,
        "refused",
        "1 while a damaged page has the shard answer server busy.",
        s -> s.isRefused() ? 1 : 0);
    pages(number, "pages", "Pages in use.", PageStoreStats::pages);
    pages(number, "page.bytes", "Bytes of the pages in use.", PageStoreStats::bytes);
    pages(
        number, "disk.bytes", "Bytes that the page files use on disk.", PageStoreStats::diskBytes);
    pages(number, "free.bytes", "Free bytes in the page files.", PageStoreStats::freeBytes);
  }

  private void bindHeat(int number) {
    var load = store.placement().ofShard(number).load();
    var traffic = store.shards().get(number).traffic();
    var tag = Tags.of("shard", Integer.toString(number));
    shard(
        number, "loop", "The loop that runs the shard.", s -> store.placement().loopOf(number));
    registerSeconds(
        "busy", "Time that the shard's tasks have taken.", load, LoadMeter::busyNanos, tag);
    registerSeconds(
        "waited",
        "Time for which the shard's turns have waited.",
        load,
        LoadMeter::waitedNanos,
        tag);
    FunctionCounter.builder("weir.shard.reads", traffic, ShardTraffic::reads)
        .description("Reads that pinned the shard's version, a long one once for each slice.")
        .tags(tag)
        .register(registry);
    FunctionCounter.builder("weir.shard.commands", traffic, ShardTraffic::commands)
        .description("Writes, batches, parts of joint commits and background work of the shard.")
        .tags(tag)
        .register(registry);
    FunctionCounter.builder("weir.shard.written.bytes", traffic, ShardTraffic::writtenBytes)
        .description("Bytes of the log records of these commands, joint commits excepted.")
        .tags(tag)
        .register(registry);
  }

  private void registerSeconds(
      String name, String text, LoadMeter load, ToLongFunction<LoadMeter> nanos, Tags tag) {
    FunctionCounter.builder(
            "weir.shard." + name, load, meter -> nanos.applyAsLong(meter) / NANOS_A_SECOND)
        .description(text)
        .baseUnit("seconds")
        .tags(tag)
        .register(registry);
  }

  private void bindLoopTimes() {
    storeCounter(
        "weir.shards.moved",
        "Moves of shards between loops.",
        s -> s.placement().moves());
    for (var loop = 0; loop < store.placement().loops(); loop++) {
      var number = loop;
      FunctionCounter.builder(
              "weir.loop.cpu", store, s -> s.load().loopCpuNanos(number) / NANOS_A_SECOND)
          .description("Processor time of the loop's thread.")
          .baseUnit("seconds")
          .tag("loop", Integer.toString(number))
          .register(registry);
    }
  }

  private void gauge(String name, String text, ToDoubleFunction<Engine> value) {
    Gauge.builder(name, engine, value).description(text).register(registry);
  }

  private void storeCounter(String name, String text, ToDoubleFunction<Store> value) {
    FunctionCounter.builder(name, store, value).description(text).register(registry);
  }

  private void counter(
      String name, String text, LogCounters counters, ToDoubleFunction<LogCounters> value) {
    FunctionCounter.builder(name, counters, value).description(text).register(registry);
  }

  private void shard(int number, String name, String text, ToDoubleFunction<Shard> value) {
    Gauge.builder("weir.shard." + name, store.shards().get(number), value)
        .description(text)
        .tag("shard", Integer.toString(number))
        .register(registry);
  }

  private void pages(int number, String name, String text, ToLongFunction<PageStoreStats> value) {
    Gauge.builder("weir.shard." + name, store, s -> value.applyAsLong(s.pages(number)))
        .description(text)
        .tag("shard", Integer.toString(number))
        .register(registry);
  }
}
