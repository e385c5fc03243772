/**
 * Keys that sort as their parts do.
 *
 * <p>The service sorts keys as text, by UTF-16 unit: the text 10 comes before the text 9. A
 * {@link io.weir.pattern.key.KeyPart} writes a value as text whose order is the order of the
 * values, and reads it back. A {@link io.weir.pattern.key.CompoundKey} combines several parts, and
 * {@link io.weir.pattern.key.CompoundKeyReader} splits them. A {@link io.weir.pattern.key.KeyRange}
 * is a contiguous range of keys, such as all keys with one prefix, as a filter.
 *
 * <p>Invariants, for every part and for compound keys of the same parts: {@code read(write(v)) =
 * v}, and {@code v < w} if and only if {@code write(v) < write(w)}. The service accepts every key
 * that is written.
 *
 * <p>Threads: any; everything except the reader is immutable. Failures:
 * {@link io.weir.api.error.InvalidRequestException} as {@link io.weir.api.entity.EntityKey} throws
 * it (too long, a forbidden character), and with {@code InvalidInput} for a key that the reading
 * part did not write. Begin at {@link io.weir.pattern.key.CompoundKey}.
 */
@NullMarked
package io.weir.pattern.key;

import org.jspecify.annotations.NullMarked;
