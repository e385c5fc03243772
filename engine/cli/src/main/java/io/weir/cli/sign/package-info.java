/**
 * The commands {@code sign} and {@code sas}: requests and URLs that a program without the key can send.
 *
 * <p>{@link io.weir.cli.sign.SignCommand} prints the headers that sign one URL for curl. {@link io.weir.cli.sign.SasCommand} makes shared
 * access signatures, which allow some operations for some time.
 *
 * <p>Invariant: neither prints a key, and neither sends a request.
 *
 * <p>Callers: the launcher. Threads: the main thread. Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong.
 */
@NullMarked
package io.weir.cli.sign;

import org.jspecify.annotations.NullMarked;
