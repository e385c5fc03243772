/**
 * The commands {@code weir changes}, which prints the change feed of a table or of an account as lines of JSON, and {@code weir feed}, which says
 * what a table keeps for it.
 *
 * <p>Threads: the main thread, which takes one item after another. The feed is read no faster than standard output is.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong; those of the contract.
 */
@NullMarked
package io.weir.cli.changes;

import org.jspecify.annotations.NullMarked;
