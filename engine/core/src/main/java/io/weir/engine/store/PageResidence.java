package io.weir.engine.store;

import io.weir.engine.loop.Loop;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.residence.ColdReads;
import io.weir.engine.store.residence.MajorFaults;
import io.weir.engine.store.residence.PageMemory;
import io.weir.engine.store.residence.PassingReads;
import io.weir.engine.tree.Pin;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;

/** Which pages of a store are in memory, and the threads that read the others. Any thread. */
final class PageResidence {

  private final StorePages pages;
  private final ExecutorService threads;
  private final PageMemory memory;
  private final ColdReads coldReads;

  /**
   * Keeps nothing within a budget yet.
   *
   * @param pins pins the published version of a shard; fails when the store closes
   * @param threads read pages, and block
   */
  PageResidence(
      List<ShardTree> trees, IntFunction<Pin> pins, StoreMemory budget, ExecutorService threads) {
    this.pages = new StorePages(trees, pins);
    this.threads = threads;
    this.memory = new PageMemory(pages, budget.pageBytes(), MajorFaults.ofProcess());
    this.coldReads = new ColdReads(pages, memory, threads);
  }

  PageMemory memory() {
    return memory;
  }

  ColdReads coldReads() {
    return coldReads;
  }

  ExecutorService threads() {
    return threads;
  }

  /** Begins to keep pages in memory within their budget, until {@link #stop}. */
  void watchOn(Loop loop) {
    memory.watchOn(loop, threads);
  }

  /** Begins to empty sparse page files. */
  void compact(List<Shard> shards, IntFunction<SliceTurn> turns) {
    var reads = new PassingReads(pages, threads);
    for (var number = 0; number < shards.size(); number++) {
      shards.get(number).compact(turns.apply(number), reads::readAll);
    }
  }

  void stop() {
    memory.stop();
  }
}
