/**
 * The command {@code search}: declares, lists, rebuilds and drops full-text searches of a running service, and searches.
 *
 * <p>{@link io.weir.cli.search.SearchCommand} has the subcommands, {@code HitLines} prints what is found.
 *
 * <p>Threads: the command's own, which waits. Failures: those of the service, and wrong usage.
 */
@NullMarked
package io.weir.cli.search;

import org.jspecify.annotations.NullMarked;
