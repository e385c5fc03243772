/**
 * Runs all benchmarks of the embedded engine on Weir, RocksDB and LMDB and prints one report.
 *
 * <p>{@link io.weir.perf.engine.run.EngineRun} fills each store once, in a process of its own
 * ({@link io.weir.perf.engine.run.StoreLoader}), then measures every task on every store, the
 * stores in turns. {@link io.weir.perf.engine.run.BenchmarkRunner} starts JMH.
 * {@link io.weir.perf.engine.run.StartRun} measures how long a store takes to start.
 *
 * <p>Threads: a run belongs to the launcher's thread, which blocks. Failures: any exception ends
 * the run.
 */
@NullMarked
package io.weir.perf.engine.run;

import org.jspecify.annotations.NullMarked;
