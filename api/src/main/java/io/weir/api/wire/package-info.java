/**
 * What both ends of the wire must do alike.
 *
 * <p>{@link io.weir.api.wire.SharedKey} computes the signatures of the protocol's requests.
 *
 * <p>Threads: any. Failures: {@link io.weir.api.error.InvalidRequestException} for what cannot be read.
 */
@NullMarked
package io.weir.api.wire;

import org.jspecify.annotations.NullMarked;
