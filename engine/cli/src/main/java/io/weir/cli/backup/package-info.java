/**
 * The commands {@code backup}, {@code restore}, {@code reshard} and {@code check}: copies of whole stores.
 *
 * <p>{@link io.weir.cli.backup.BackupCommand} asks a running service for a backup and follows the lines of its answer. {@link
 * io.weir.cli.backup.RestoreCommand}, {@link io.weir.cli.backup.ReshardCommand} and {@link io.weir.cli.backup.CheckCommand} work on folders in
 * this process, with {@link io.weir.engine.backup}, {@link io.weir.engine.reshard} and {@link io.weir.engine.check}.
 *
 * <p>Invariant: a backup counts only when the service has said that it is whole. {@code check} changes nothing.
 *
 * <p>Callers: the launcher. Threads: the main thread, which blocks.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure}, {@link io.weir.engine.backup.BackupRefused}, {@link
 * io.weir.engine.reshard.ReshardRefused}. {@code check} has exit codes of its
 * own, which its help lists.
 */
@NullMarked
package io.weir.cli.backup;

import org.jspecify.annotations.NullMarked;
