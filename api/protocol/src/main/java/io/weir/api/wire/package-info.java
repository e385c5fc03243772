/**
 * What both ends of the wire must do alike.
 *
 * <p>{@link io.weir.api.wire.SharedKey} computes the signatures of the protocol's requests.
 *
 * <p>{@link io.weir.api.wire.Frame} is one message of the binary dialect, in which our own client speaks to our own endpoint
 * without JSON; {@link io.weir.api.wire.FrameEncoder} draws its bytes, {@link io.weir.api.wire.FrameDecoder} reads them back.
 * Bytes are arrays and {@code ByteBuffer}s: no network library is known here. {@link io.weir.api.wire.Dialect} names media type,
 * paths and headers.
 *
 * <p>Threads: any. Failures: {@link io.weir.api.error.InvalidRequestException} for what cannot be read.
 */
@NullMarked
package io.weir.api.wire;

import org.jspecify.annotations.NullMarked;
