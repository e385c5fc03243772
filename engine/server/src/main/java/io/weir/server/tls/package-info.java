/**
 * Encrypted connections: a certificate and its key from PEM files, TLS 1.2 and 1.3, and HTTP/2 or HTTP/1.1 by ALPN.
 *
 * <p>{@code PemFiles} reads a chain and a key and refuses what cannot work, saying how to mend it: a client would only see a
 * handshake that fails. {@link io.weir.server.tls.ServerTls} is what the endpoint encrypts with, and puts renewed files
 * in force without a restart.
 *
 * <p>Threads: files are read by the launcher and by whoever checks for renewed ones, never on a loop. A handshake runs on the loop of its
 * connection and reads one reference.
 *
 * <p>Failures: {@link io.weir.server.tls.CertificateUnusable}, which names the file and what to do.
 */
@NullMarked
package io.weir.server.tls;

import org.jspecify.annotations.NullMarked;
