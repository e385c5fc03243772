/**
 * Loading many entities into a table, through any {@code TableService}.
 *
 * <p>{@link io.weir.cli.load.Loader} turns a stream of entities into batches ({@link io.weir.cli.load.OpenBatches}), keeps a bounded number
 * of them in flight and reports to a {@link io.weir.cli.terminal.LoadProgress}.
 *
 * <p>{@link io.weir.cli.load.Pull} turns a publisher into a stream of {@code java.util} for a thread that may wait. Invariant: a loop and the
 * waiting thread share no lock. The signals of a client arrive on a loop of Netty, which would have to wait for it, so they are moved to another
 * thread first. The caller bounds the demand.
 *
 * <p>Callers: {@link io.weir.cli.transfer}, {@link io.weir.cli.archive} and {@link io.weir.cli.demo}. Threads: signals arrive on the threads
 * of the entities and of the service, one at a time.
 *
 * <p>Failures: those of the service. A load can be repeated, because it upserts.
 */
@NullMarked
package io.weir.cli.load;

import org.jspecify.annotations.NullMarked;
