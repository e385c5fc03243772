package io.weir.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.engine.Engine;
import io.weir.engine.log.LogCounters;
import io.weir.engine.loop.LoopState.Condition;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What an engine tells of itself: its log and snapshots as a whole, queue and pages by shard.
 *
 * <p>A group commit is one turn of the log thread and, at most, one force: records divided by groups is how many writes share one.
 *
 * <p>Any thread; a scrape reads counters that their owners write, and asks no shard. The engine must stay open as long as it is
 * scraped; the registry does not keep it.
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

  /** Adds the engine's meters to a server's. */
  public static void bind(ServerMetrics metrics, Engine engine) {
    var binding = new EngineMetrics(metrics.registry(), engine);
    binding.bindStore();
    binding.bindLog();
    for (var shard = 0; shard < engine.store().shards().size(); shard++) {
      binding.bindShard(shard);
    }
  }

  /** Adds what a watch sees of the loops, and whether all in all the server is ready. */
  public static void bind(ServerMetrics metrics, LoopWatch watch, Readiness readiness) {
    var registry = metrics.registry();
    Gauge.builder("weir.ready", readiness, r -> r.reasons().isEmpty() ? 1 : 0)
        .description("1 while requests should be sent, as /health/ready has it.")
        .register(registry);
    bindLoops(registry, watch, "weir.loops.stuck", "Loops that run no task.", Condition.STUCK);
    bindLoops(registry, watch, "weir.loops.dead", "Loops that have ended.", Condition.DEAD);
    for (var state : watch.states()) {
      var number = state.loop();
      Gauge.builder("weir.loop.lag", watch, w -> w.lag(number).toNanos() / NANOS_A_SECOND)
          .description("How long the last task of the watch waited for its turn.")
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
    gauge("weir.store.writable", "1 while writes are taken.", e -> e.acceptsWrites() ? 1 : 0);
    gauge(
        "weir.snapshots.failed",
        "Snapshots that failed since the last that did not.",
        e -> e.health().failedSnapshots());
    gauge(
        "weir.snapshot.position",
        "Position in the log up to which the last snapshot holds everything.",
        e -> e.store().snapshotPosition());
    gauge(
        "weir.log.durable.position",
        "Position in the log below which everything is forced.",
        e -> e.store().log().durablePosition());
  }

  private void bindLog() {
    var counters = store.log().counters();
    counter("weir.log.groups", "Group commits.", counters, LogCounters::groups);
    counter("weir.log.records", "Records appended.", counters, LogCounters::frames);
    counter("weir.log.bytes", "Bytes appended.", counters, LogCounters::bytes);
    counter("weir.log.segments", "Segments begun.", counters, LogCounters::rotations);
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
    shard(number, "queue.depth", "Commands that wait.", Shard::waiting);
    shard(number, "pinned", "1 while a reader holds a version.", s -> s.tree().isPinned() ? 1 : 0);
    shard(
        number,
        "retired.pages",
        "Pages of old versions that wait to be freed.",
        s -> s.tree().retiredPages());
    shard(
        number,
        "published.position",
        "Position in the log behind the last change that readers see.",
        Shard::publishedPosition);
    pages(number, "pages", "Pages in use.", PageStoreStats::pages);
    pages(number, "page.bytes", "Bytes of the pages in use.", PageStoreStats::bytes);
    pages(number, "disk.bytes", "Bytes that the page files take.", PageStoreStats::diskBytes);
    pages(number, "free.bytes", "Bytes of pages before the files grow.", PageStoreStats::freeBytes);
  }

  private void gauge(String name, String text, ToDoubleFunction<Engine> value) {
    Gauge.builder(name, engine, value).description(text).register(registry);
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
