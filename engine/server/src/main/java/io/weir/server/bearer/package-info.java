/**
 * Bearer tokens: JSON Web Tokens of an issuer. Verifies signature, issuer, audience and validity period, and reads the roles.
 *
 * <p>{@link io.weir.server.bearer.JwtVerifier} verifies tokens with the keys in {@link io.weir.server.bearer.IssuerKeys}. The keys come
 * from a file or from the issuer's address. The command line of the server refreshes them periodically.
 *
 * <p>No other package uses the token library. Threads: a verification runs on an event loop and does not block. Fetching keys blocks and
 * runs on a thread of its own.
 */
@NullMarked
package io.weir.server.bearer;

import org.jspecify.annotations.NullMarked;
