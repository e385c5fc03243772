/**
 * Loading many entities into a table, through any {@code TableService}.
 *
 * <p>{@link io.weir.cli.load.Loader} turns a stream of entities into batches ({@link io.weir.cli.load.OpenBatches}), keeps a bounded number
 * of them in flight and reports to a {@link io.weir.cli.terminal.LoadProgress}.
 *
 * <p>Callers: {@link io.weir.cli.transfer}, {@link io.weir.cli.archive} and {@link io.weir.cli.demo}. Threads: signals arrive on the threads
 * of the entities and of the service, one at a time.
 *
 * <p>Failures: those of the service. A load can be repeated, because it upserts.
 */
@NullMarked
package io.weir.cli.load;

import org.jspecify.annotations.NullMarked;
