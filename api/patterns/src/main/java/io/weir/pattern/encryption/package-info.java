/**
 * Properties that only the client can read: encrypted before they are sent, decrypted when they
 * come back.
 *
 * <p>{@link io.weir.pattern.encryption.EncryptingTableService} wraps any table service and is one
 * itself. When it writes an entity with properties to hide, it draws a new AES-256 key, encrypts
 * each of the properties with AES-GCM, and stores the key with them, wrapped by a
 * {@link io.weir.pattern.encryption.KeyWrappingKey} that the service never sees:
 *
 * <pre>
 * property            type     content
 * hidden properties   Binary   ciphertext, and tag of 16 bytes, of the value with its type
 * WeirKeyId           String   id of the wrapping key
 * WeirContentKey      Binary   the wrapped content key
 * WeirHidden          Binary   ciphertext and tag of the names of the hidden properties, joined by commas
 * </pre>
 *
 * <p>Each entity that is read costs a call of the wrapping key. For a remote key,
 * {@link io.weir.pattern.encryption.KeyWrappingKey#branching} wraps content keys with branch keys,
 * and only these with the remote key.
 *
 * <p>Each ciphertext is authenticated together with the table, both keys, the name of the property
 * and the id of the wrapping key. No ciphertext can therefore be moved to another property, entity
 * or table, and none can be removed unnoticed. A content key encrypts one version of one entity, so
 * nonces are counted: the list of names has 0, the property at its index i has i + 1 (NIST SP
 * 800-38D, 8.2.1).
 *
 * <p>Not protected: keys, plain properties, and the names and sizes of hidden ones. A service may
 * also return an older version of an entity as a whole, or remove all its hidden properties
 * together with their metadata.
 *
 * <p>Threads: any; no method blocks. Failures: those of the underlying service;
 * {@link io.weir.api.error.InvalidRequestException} for an operation refused before anything is
 * sent (a merge of a hidden property, a filter on one, an index over one, an order by one);
 * {@link io.weir.pattern.encryption.DecryptionException} for an answer that cannot be trusted or
 * read.
 */
@NullMarked
package io.weir.pattern.encryption;

import org.jspecify.annotations.NullMarked;
