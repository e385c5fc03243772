/**
 * Authentication and authorisation of requests: accounts, account keys, shared access signatures
 * (SAS) and bearer tokens.
 *
 * <p>{@link io.weir.server.auth.Authentication} chooses one of three authenticators for a request:
 *
 * <p>{@code SharedKeyAuthenticator} verifies the {@code Authorization} header, in the long and the
 * short form, against the path as the client sent it. {@link io.weir.api.wire.SharedKey} computes
 * the signature to expect. {@link io.weir.server.auth.AccountRegistry} holds the accounts.
 *
 * <p>{@code SharedAccessAuthenticator} verifies a SAS in the query. A SAS lets a client without a
 * key perform some operations for some time. Its terms stand in the SAS itself or in a stored
 * policy of {@link io.weir.server.settings}. {@code GrantedTables} enforces them for every dialect,
 * because it stands between the dialect and the table service.
 *
 * <p>{@code BearerAuthenticator} accepts tokens of an issuer if a
 * {@link io.weir.server.auth.TokenVerifier} is configured. A token grants a
 * {@link io.weir.server.auth.Role}. {@link io.weir.server.auth.JwtVerifier} verifies JSON Web
 * Tokens: signature, issuer, audience and validity period, with the keys in
 * {@link io.weir.server.auth.IssuerKeys}. The keys come from a file or from the issuer's address.
 * The command line of the server refreshes them periodically. No other package uses the token
 * library.
 *
 * <p>Threads: any. Everything is immutable except the content of the registry and the keys of an
 * issuer. A verification does not block. Fetching keys blocks and runs on a thread of its own.
 *
 * <p>Failures: {@code AuthenticationFailed} if the credentials are wrong, {@code Authorization...}
 * codes if they do not allow the operation. The text names the problem and never contains the
 * expected signature.
 */
@NullMarked
package io.weir.server.auth;

import org.jspecify.annotations.NullMarked;
