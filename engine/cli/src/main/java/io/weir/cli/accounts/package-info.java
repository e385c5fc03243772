/**
 * The file of accounts that {@code serve} reads and {@code weir account} writes: names, and the keys of each.
 *
 * <p>{@code AccountsFile} reads and writes it; {@code NewKey} makes keys. The file holds secrets. It is created for its owner alone and
 * refused if other users may read it.
 *
 * <p>Threads: the main thread, and the thread that watches for a changed file. Failures: {@link java.io.IOException} with a message for the
 * user.
 */
@NullMarked
package io.weir.cli.accounts;

import org.jspecify.annotations.NullMarked;
