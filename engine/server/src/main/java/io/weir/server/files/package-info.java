/**
 * Files that an operator provides and may replace while the server runs: certificates, private
 * keys, accounts, an issuer's public keys; and TLS from them.
 *
 * <p>{@link io.weir.server.files.WatchedFiles} detects a change and reloads the files. A failed
 * reload is logged once, and the previous content stays in use.
 * {@link io.weir.server.files.Refreshable} is the contract for anything that is checked in this
 * way.
 *
 * <p>{@link io.weir.server.files.SecretFile} reports whether users other than the owner can access
 * a file that holds a key. The code that reads the file decides what follows: it rejects a file
 * that only Weir writes, and logs a warning for a file that other programs write.
 *
 * <p>{@link io.weir.server.files.ServerTls} is the TLS context of the endpoint: a certificate and
 * its key from PEM files, TLS 1.2 and 1.3, and HTTP/2 or HTTP/1.1 chosen by ALPN. It reloads
 * changed files without a restart. {@code PemFiles} reads a chain and a key. It rejects files that
 * cannot work and says how to correct them, because a client would only see a failed handshake.
 * {@link io.weir.server.files.PeerTls} is the TLS context of the nodes of a cluster, which prove
 * themselves to each other.
 *
 * <p>Threads: the launcher and the thread that checks for changes read files; an event loop never
 * does. A handshake runs on the loop of its connection.
 *
 * <p>Failures: {@link io.weir.server.files.CertificateUnusable}, which names the file and the
 * remedy.
 */
@NullMarked
package io.weir.server.files;

import org.jspecify.annotations.NullMarked;
