/**
 * Benchmarks of the embedded engine beside RocksDB and LMDB, on the same data in the same run.
 *
 * <p>Each class named {@code ...Benchmark} asks one question in its first sentence and has one
 * method for each store that can do it. All methods get the same keys and entities of
 * {@code DataSet} and return an {@link io.weir.api.entity.Entity}, as a program would. A benchmark
 * runs in a process of its own, over a store that was filled before or that it fills itself.
 * {@code engine.alone} has the benchmarks of indexes, of expiry, and of what else only Weir does.
 * The other classes are JMH states: data, stores, operations drawn before the run, and timers.
 *
 * <p>Every number has processor time beside throughput ({@link io.weir.perf.engine.CpuTime}); trust
 * it if the machine has other load.
 *
 * <p>Threads: benchmarks run on JMH's threads, which may block. Failures: any exception ends its
 * benchmark.
 */
@NullMarked
package io.weir.perf.engine;

import org.jspecify.annotations.NullMarked;
