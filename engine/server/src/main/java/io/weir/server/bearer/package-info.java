/**
 * Bearer tokens of an issuer: JSON Web Tokens whose signature, issuer, audience and time are verified, and the roles that they name.
 *
 * <p>{@link io.weir.server.bearer.JwtVerifier} verifies them with the keys that {@link io.weir.server.bearer.IssuerKeys} holds. The keys
 * come from a file or from the issuer's address; whoever runs the server fetches them again from time to time.
 *
 * <p>The only home of the library for tokens. Threads: verifying runs on the loops and reads one reference; fetching blocks, and
 * belongs to a thread of its own.
 */
@NullMarked
package io.weir.server.bearer;

import org.jspecify.annotations.NullMarked;
