/**
 * Whole stores: how one is opened, copied, checked, divided anew, and what its shards do.
 *
 * <p>A {@link io.weir.cli.store.StoreOpening} opens a {@link io.weir.cli.store.BackingStore} for
 * {@link io.weir.cli.serve}: a folder of this machine, or what a
 * {@link io.weir.cli.store.StoreProvider} finds at an address. A provider comes with a jar of its
 * own, such as {@code weir-hbase.jar}. Opening and closing block, on the thread of the launcher or
 * of a stop. What a backend offers is called on loops.
 *
 * <p>The commands: {@link io.weir.cli.store.BackupCommand} asks a running service for a backup, by
 * its client, and follows the lines of its answer. {@link io.weir.cli.store.RestoreCommand},
 * {@link io.weir.cli.store.RepairCommand}, {@link io.weir.cli.store.ReshardCommand} and
 * {@link io.weir.cli.store.CheckCommand} work on folders in this process, with
 * {@link io.weir.engine.backup} and {@link io.weir.engine.offline}. {@code ShardsCommand} shows
 * what the shards and loops of a running service cost, and moves shards between loops:
 * {@code HeatRates} computes rates from two documents of the service, and {@code HeatText} makes
 * lines of them.
 *
 * <p>Invariant: a backup counts only when the service has said that it is whole. {@code check}
 * changes nothing.
 *
 * <p>Threads of the commands: the main thread, which blocks.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure}, also for an address that no provider
 * takes; {@link java.io.IOException} for a store that cannot be opened;
 * {@link io.weir.engine.backup.BackupRefused}, {@link io.weir.engine.offline.ReshardRefused}. Each
 * message says what to do. {@code check} has exit codes of its own, which its help lists.
 */
@NullMarked
package io.weir.cli.store;

import org.jspecify.annotations.NullMarked;
