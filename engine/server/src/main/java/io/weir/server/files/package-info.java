/**
 * Files that an operator provides and may replace while the server runs: certificates, private keys, accounts, an issuer's public keys.
 *
 * <p>{@link io.weir.server.files.WatchedFiles} detects a change and reloads the files. A failed reload is logged once, and the previous
 * content stays in use. {@link io.weir.server.files.Refreshable} is the contract for anything that is checked in this way.
 *
 * <p>{@link io.weir.server.files.SecretFile} reports whether users other than the owner can access a file that holds a key. The code that
 * reads the file decides what follows: it rejects a file that only Weir writes, and logs a warning for a file that other programs write.
 *
 * <p>Threads: the caller's; never an event loop, because every method reads the file system.
 */
@NullMarked
package io.weir.server.files;

import org.jspecify.annotations.NullMarked;
