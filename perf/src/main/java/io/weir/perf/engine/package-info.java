/**
 * The embedded engine beside RocksDB and LMDB, on the same data in the same run.
 *
 * <p>{@link io.weir.perf.engine.run.EngineRun} measures all there is and prints it as a report. Each class named {@code ...Benchmark} asks
 * one question in its first sentence and has a method for each store that answers it; all are given the same keys and entities of
 * {@link io.weir.perf.workload.DataSet} and all end with an {@link io.weir.api.entity.Entity}, so what is compared is what a program would do.
 * A benchmark runs in a process of its own, over a store that {@link io.weir.perf.engine.run.StoreLoader} filled before, or that it fills
 * itself when it is not told of one.
 *
 * <p>Every number has processor time beside throughput: {@link io.weir.perf.engine.CpuTime}. On a machine that others use as well, it
 * is the one to trust.
 *
 * <p>Threads: benchmarks run on JMH's threads, which may block.
 *
 * <p>Failures: any exception ends the benchmark that it occurs in; nothing is measured around it.
 */
@NullMarked
package io.weir.perf.engine;

import org.jspecify.annotations.NullMarked;
