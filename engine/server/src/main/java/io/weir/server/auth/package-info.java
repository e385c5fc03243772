/**
 * Who sent a request: accounts, their keys, and the signatures that prove one is held.
 *
 * <p>{@link io.weir.server.auth.Authentication} takes one or the other. {@code SharedKeyAuthenticator} verifies the {@code
 * Authorization} header in both of its forms against the path as it was sent; {@link io.weir.api.wire.SharedKey} computes what must
 * stand there. {@link io.weir.server.auth.AccountRegistry} holds the accounts that are served.
 *
 * <p>{@code SharedAccessAuthenticator} verifies signatures in the query, which let somebody without a key do some things for some
 * time, on terms of their own or of a stored policy of {@link io.weir.server.settings}; {@code GrantedTables} holds every dialect to what
 * they allow, because it stands between the dialect and the tables.
 *
 * <p>{@code BearerAuthenticator} takes tokens of an issuer where a {@link io.weir.server.auth.TokenVerifier} is given: {@link
 * io.weir.server.auth.Role} is what they give.
 *
 * <p>Threads: any; everything is immutable but which accounts are served. Failures: {@code AuthenticationFailed}, whose facts say what to
 * mend and never what the signature should have been.
 */
@NullMarked
package io.weir.server.auth;

import org.jspecify.annotations.NullMarked;
