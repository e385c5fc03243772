/**
 * Files that an operator may replace while the server runs: certificates, accounts, the keys of an issuer of tokens.
 *
 * <p>{@link io.weir.server.renewal.WatchedFiles} notices the change and has the new content put in force. Whatever cannot be used
 * changes nothing, and is logged once.
 *
 * <p>Threads: whoever calls; never a loop, for files are read.
 */
@NullMarked
package io.weir.server.renewal;

import org.jspecify.annotations.NullMarked;
