/**
 * Keys that sort as their parts do.
 *
 * <p>The service sorts keys as text, by UTF-16 unit, so 10 comes before 9 and a moment must be spelled with care. A {@link
 * io.weir.client.key.KeyPart} spells one value so that the order of the texts is the order of the values, and reads it back; a {@link
 * io.weir.client.key.CompoundKey} puts several into one key, and {@link io.weir.client.key.CompoundKeyReader} takes them apart; a
 * {@link io.weir.client.key.KeyRange} is a run of keys, such as all that begin alike, as a filter.
 *
 * <p>Invariants, for every part and every compound of the same parts: {@code read(write(v)) = v}, and {@code v < w} exactly where
 * {@code write(v) < write(w)}. Whatever is written is a key that the service takes.
 *
 * <p>Threads: any; everything but the reader is immutable. Failures: {@link io.weir.api.error.InvalidRequestException} as {@link
 * io.weir.api.entity.EntityKey} has it (too long, a character that no key may hold), and with {@code InvalidInput} for a key that was
 * not written by the part that reads it. Begin at {@link io.weir.client.key.CompoundKey}.
 */
@NullMarked
package io.weir.client.key;

import org.jspecify.annotations.NullMarked;
