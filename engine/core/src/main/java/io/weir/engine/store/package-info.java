/**
 * A store on disk and in memory: its folder, its shards, its log, its snapshots, put together.
 *
 * <pre>
 * DIR/STORE            identity: id, format, number of partition groups
 * DIR/LOCK             held while the store is open
 * DIR/DURABLE          how far the log was durable, see {@link io.weir.engine.log.DurableRecord}
 * DIR/MANIFEST         names the snapshot that counts
 * DIR/snapshot-*.weir  see {@link io.weir.engine.snapshot}
 * DIR/log/             see {@link io.weir.engine.log}
 * DIR/pages/           leaf pages of a running store; scratch, but after an orderly stop
 * DIR/CLEAN            left by an orderly stop, see {@link io.weir.engine.cleanshutdown}
 * DIR/fences/          left by an orderly stop, of use only together with CLEAN
 * </pre>
 *
 * <p>{@link io.weir.engine.store.Store#open} finds or founds the store, opens its pages as an orderly stop left them or rebuilds them
 * from snapshot and log, and starts the shards; {@link io.weir.engine.store.Store#close} finishes what was accepted, stops them, and
 * leaves the store for such a start. {@code Checkpoints} writes snapshots as the log grows, and before the store serves when earlier lives
 * ended before their snapshots counted. {@link io.weir.engine.store.StartWork} counts the work of a start. {@code Scrub} verifies the pages
 * that an orderly stop left, after the start. {@code ShardRepairs} rebuilds a shard with a damaged page while the others serve. {@code
 * DurableWatch} records how far the log is durable.
 *
 * <p>Threads: opening and closing block and belong to a thread of the caller's that may; the rest says so itself.
 *
 * <p>Failures: {@link io.weir.engine.store.StoreUnusable} with what to do about it.
 */
@NullMarked
package io.weir.engine.store;

import org.jspecify.annotations.NullMarked;
