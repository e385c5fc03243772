/**
 * How fast Weir is, beside RocksDB, on the same data in the same run.
 *
 * <p>{@link io.weir.perf.Perf} is what {@code java -jar perf/target/perf.jar} starts. Each class named {@code ...Benchmark} asks one
 * question in its first sentence and has a method for each store that answers it; both are given the same keys and entities of {@link
 * io.weir.perf.DataSet} and both answer with an {@link io.weir.api.entity.Entity}, so what is compared is what a program would do.
 * Stores live in temporary folders of {@code java.io.tmpdir}, which should be on the disk that is meant.
 *
 * <p>Every line has processor time beside throughput: {@link io.weir.perf.CpuTime}. On a machine that others use as well, it is the
 * number to trust.
 *
 * <p>Threads: benchmarks run on JMH's threads, which may block.
 *
 * <p>Failures: any exception ends the benchmark that it occurs in; nothing is measured around it.
 */
@NullMarked
package io.weir.perf;

import org.jspecify.annotations.NullMarked;
