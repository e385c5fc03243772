/**
 * The command {@code index}: declares, lists and drops the secondary indexes of a table of a running service.
 *
 * <p>Threads: the command's own, which waits. Failures: those of the service, and wrong usage.
 */
@NullMarked
package io.weir.cli.index;

import org.jspecify.annotations.NullMarked;
