/**
 * Accounts and their keys: the file that holds them, and what a program without the key may send.
 *
 * <p>{@link io.weir.cli.accounts.AccountCommand} edits the file, which {@code weir serve} reads.
 * {@link io.weir.cli.accounts.AccountsFile} reads and writes it, {@code NewKey} makes keys.
 * {@link io.weir.cli.accounts.SignCommand} prints the headers that sign one URL for curl.
 * {@link io.weir.cli.accounts.SasCommand} makes shared access signatures, which allow some
 * operations for some time. {@link io.weir.cli.accounts.ConnectionStringCommand} prints what the
 * SDKs take. None of the three sends a request.
 *
 * <p>Invariant: the file holds secrets. It is created for its owner alone, and refused if other
 * users may read it. Keys are printed only with {@code --show-keys}.
 *
 * <p>Callers: the launcher, and {@link io.weir.cli.serve}. Threads: the main thread, and
 * {@code weir-renewal}, which looks for a changed file.
 *
 * <p>Failures: {@link java.io.IOException} with a message for the user;
 * {@link io.weir.cli.terminal.CommandFailure} from the commands, and for options that are wrong.
 */
@NullMarked
package io.weir.cli.accounts;

import org.jspecify.annotations.NullMarked;
