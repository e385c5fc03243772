/**
 * Properties that only the client can read: encrypted before they are sent, decrypted when they come back.
 *
 * <p>{@link io.weir.client.encryption.EncryptingTableService} stands in front of any table service and is one itself. Whenever an entity
 * that has properties to be hidden is written, it draws a fresh AES-256 key, encrypts each of them with AES-GCM, and stores the key
 * beside them, wrapped by a {@link io.weir.client.encryption.KeyWrappingKey} which the service never sees:
 *
 * <pre>
 * property            type     content
 * the hidden ones     Binary   ciphertext and 16 bytes of tag of the value with its type
 * WeirKeyId           String   id of the wrapping key
 * WeirContentKey      Binary   the wrapped content key
 * WeirHidden          Binary   ciphertext and tag of the names of the hidden properties, joined by commas
 * </pre>
 *
 * <p>A wrapping key that is far away would be asked for every entity that is read; {@link
 * io.weir.client.encryption.KeyWrappingKey#branching} has it wrap branch keys, and these the content keys.
 *
 * <p>Authenticated with each ciphertext: table, both keys, name of the property, id of the wrapping key. So none can be moved to another
 * property, entity or table, and none can be left out unnoticed. A content key encrypts one version of one entity, so nonces are
 * counted, not drawn: the list has 0, the property at its index i has i + 1 (NIST SP 800-38D, 8.2.1).
 *
 * <p>Not protected: keys, the plain properties, names and sizes of the hidden ones; and a service may answer an older version of an
 * entity as a whole, or leave out all its hidden properties with what stands beside them.
 *
 * <p>Threads: any; no method blocks. Failures: what the service behind it fails with; {@link
 * io.weir.api.error.InvalidRequestException} for what is refused before anything is sent (a merge of a hidden property, a filter on
 * one); {@link io.weir.client.encryption.DecryptionException} for an answer that cannot be trusted or read.
 */
@NullMarked
package io.weir.client.encryption;

import org.jspecify.annotations.NullMarked;
