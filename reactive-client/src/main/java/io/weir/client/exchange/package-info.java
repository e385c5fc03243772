/**
 * One attempt at a request: what is sent, over which protocol, and how its answer is read. Knows no
 * dialect. Internal to the client: not an API.
 *
 * <p>A dialect turns an operation into an {@link io.weir.client.exchange.OutboundRequest}, supplies
 * a {@link io.weir.client.exchange.ResponseReader} for the answer, and passes both to a
 * {@link io.weir.client.exchange.RequestSender}. All that does not depend on the dialect (proofs,
 * retries, deadlines, hedges, observations) is therefore implemented once.
 *
 * <p>{@link io.weir.client.exchange.Upload} is a body that is made while it is sent. It makes the
 * chunks and sends them. {@link io.weir.client.exchange.UploadBody} is one attempt at it: the
 * chunks that the transport has asked for. {@link io.weir.client.exchange.Places} bounds the
 * requests and operations that wait or are in flight.
 *
 * <p>Bulk writes and pipelines both keep what is sent and not answered, in order to send it again.
 * These windows stay with their owners, because their rules differ. A bulk write counts bytes,
 * keeps groups whole, and belongs to one thread at a time; a service that asks for more chunks
 * makes progress. A pipeline counts operations, whose subscribers may leave on any thread; only an
 * answer is progress.
 *
 * <p>Threads: any; answers are read on the loop of the connection. Begin at
 * {@link io.weir.client.exchange.RequestSender}.
 */
@NullMarked
package io.weir.client.exchange;

import org.jspecify.annotations.NullMarked;
