/**
 * Defines what is done to which rows. All draws are reproducible from a seed.
 *
 * <p>A {@link io.weir.perf.workload.Workload} is read from a JSON file: the weights of the {@link io.weir.perf.workload.Operation}s, the
 * distribution of keys, the size of rows. {@link io.weir.perf.workload.OperationDraws} draws one operation after another from it. A
 * {@link io.weir.perf.workload.Population} numbers the rows of a table. {@link io.weir.perf.workload.DataSet} does the same for the
 * embedded engine, with numbers in the order of keys. {@link io.weir.perf.workload.IndexedProperties}
 * are added to the rows of tables with indexes.
 *
 * <p>Threads: values are immutable; {@code OperationDraws} belongs to one thread at a time. Failures: {@link
 * io.weir.perf.workload.InvalidFile} if a file does not describe a workload.
 */
@NullMarked
package io.weir.perf.workload;

import org.jspecify.annotations.NullMarked;
