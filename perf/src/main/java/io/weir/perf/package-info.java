/**
 * How fast Weir is, beside others, on the same data in the same run.
 *
 * <p>{@link io.weir.perf.Perf} is what {@code java -jar perf/target/perf.jar} starts. {@code perf.engine} measures the embedded engine
 * beside the stores of {@code perf.peer}; {@code perf.endpoint} measures requests over HTTP; {@code perf.compare} puts the load of {@code
 * perf.load} on all of {@code perf.target} and has {@code perf.report} tell it. What they share is here: the {@link
 * io.weir.perf.DataSet}, the engine that holds it, and how a result is printed. Stores live in folders of {@code java.io.tmpdir},
 * which should be on the disk that is meant.
 *
 * <p>Threads: each class says.
 *
 * <p>Failures: any exception ends the measurement that it occurs in.
 */
@NullMarked
package io.weir.perf;

import org.jspecify.annotations.NullMarked;
