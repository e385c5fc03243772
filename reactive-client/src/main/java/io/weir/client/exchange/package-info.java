/**
 * One attempt at a request: what is sent, over which protocol, and how its answer is read. Knows no dialect. Internal to the client: not
 * an API.
 *
 * <p>A dialect turns an operation into an {@link io.weir.client.exchange.OutboundRequest}, supplies a {@link
 * io.weir.client.exchange.ResponseReader} for the answer, and passes both to a {@link io.weir.client.exchange.RequestSender}. All that does
 * not depend on the dialect (proofs, retries, deadlines, hedges, observations) is therefore implemented once.
 *
 * <p>Threads: any; answers are read on the loop of the connection. Begin at {@link io.weir.client.exchange.RequestSender}.
 */
@NullMarked
package io.weir.client.exchange;

import org.jspecify.annotations.NullMarked;
