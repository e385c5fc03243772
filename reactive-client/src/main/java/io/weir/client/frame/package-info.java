/**
 * The requests and answers of the streaming dialect, in frames ({@link io.weir.api.wire}). Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.frame.StreamingRequests} writes requests, {@link io.weir.client.frame.ResponseFrames} reads the frames of an
 * answer, {@link io.weir.client.frame.ExpectedFrame} checks their kind.
 *
 * <p>Threads: any; answers are read on the loop of their connection.
 */
@NullMarked
package io.weir.client.frame;

import org.jspecify.annotations.NullMarked;
