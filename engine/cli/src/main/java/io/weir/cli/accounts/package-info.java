/**
 * The file of accounts: the names, and the keys of each. {@code weir account} writes it, {@code weir serve} reads it.
 *
 * <p>{@link io.weir.cli.accounts.AccountCommand} edits the file. {@link io.weir.cli.accounts.AccountsFile} reads and writes it, {@code
 * NewKey} makes keys.
 *
 * <p>Invariant: the file holds secrets. It is created for its owner alone, and refused if other users may read it. Keys are printed only
 * with {@code --show-keys}.
 *
 * <p>Callers: the launcher, and {@link io.weir.cli.serve}. Threads: the main thread, and {@code weir-renewal}, which looks for a changed
 * file.
 *
 * <p>Failures: {@link java.io.IOException} with a message for the user; {@link io.weir.cli.terminal.CommandFailure} from the command.
 */
@NullMarked
package io.weir.cli.accounts;

import org.jspecify.annotations.NullMarked;
