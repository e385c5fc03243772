/**
 * TLS for the endpoint: a certificate and its key from PEM files, TLS 1.2 and 1.3, and HTTP/2 or HTTP/1.1 chosen by ALPN.
 *
 * <p>{@code PemFiles} reads a chain and a key. It rejects files that cannot work and says how to correct them, because a client would
 * only see a failed handshake. {@link io.weir.server.tls.ServerTls} is the TLS context of the endpoint; it reloads changed files without
 * a restart.
 *
 * <p>Threads: the launcher and the thread that checks for changes read files; an event loop never does. A handshake runs on the loop of
 * its connection.
 *
 * <p>Failures: {@link io.weir.server.tls.CertificateUnusable}, which names the file and the remedy.
 */
@NullMarked
package io.weir.server.tls;

import org.jspecify.annotations.NullMarked;
