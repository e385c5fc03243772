/**
 * One attempt at a request: what is sent, by what, and how its answer is read; it knows no dialect.
 *
 * <p>A dialect makes a {@link io.weir.client.exchange.OutboundRequest} of an operation and an {@link io.weir.client.exchange.ResponseReader} of what
 * comes back, and hands both to an {@link io.weir.client.exchange.RequestSender}. So everything that is no matter of the dialect (proofs,
 * retries, deadlines, hedges, observations) is done once, for all of them.
 *
 * <p>Threads: any; answers are read on the loop of the connection. Begin at {@link io.weir.client.exchange.RequestSender}.
 */
@NullMarked
package io.weir.client.exchange;

import org.jspecify.annotations.NullMarked;
