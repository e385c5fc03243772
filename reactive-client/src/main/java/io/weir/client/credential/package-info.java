/**
 * The proofs of a client's requests: an account key, a shared access signature, or bearer tokens.
 *
 * <p>{@link io.weir.client.credential.Credential} and {@link io.weir.client.credential.BearerToken}
 * are the API. {@link io.weir.client.credential.Authorizer} and
 * {@link io.weir.client.credential.Authorization} are internal to the client: not an API.
 *
 * <p>Threads: any. No text here shows a secret.
 */
@NullMarked
package io.weir.client.credential;

import org.jspecify.annotations.NullMarked;
