/**
 * The binary dialect and the signatures, for both ends of the wire.
 *
 * <p>{@link io.weir.api.wire.SharedKey} signs the protocol's requests.
 *
 * <p>{@link io.weir.api.wire.Frame} is a message of the binary dialect, which Weir's client and
 * Weir's endpoint speak without JSON. {@link io.weir.api.wire.FrameEncoder} defines its bytes and
 * {@link io.weir.api.wire.FrameDecoder} reads them. Bytes are arrays and {@code ByteBuffer}s; the
 * package uses no network library. {@link io.weir.api.wire.Dialect} lists media types, paths and
 * headers.
 *
 * <p>Threads: any. A {@link io.weir.api.wire.FrameDecoder} belongs to one thread at a time.
 * Failures: {@link io.weir.api.error.InvalidRequestException} for bytes that cannot be read.
 */
@NullMarked
package io.weir.api.wire;

import org.jspecify.annotations.NullMarked;
