/**
 * What the client uploads: bodies that are made while they are sent, and the places of requests and operations that wait. Internal to the
 * client: not an API.
 *
 * <p>{@link io.weir.client.upload.Upload} makes the chunks of a body and sends them. {@link io.weir.client.upload.UploadBody} is one attempt
 * at it: the chunks that the transport has asked for. {@link io.weir.client.upload.Places} bounds those that wait or are in flight.
 *
 * <p>Bulk writes and pipelines both keep what is sent and not answered, in order to send it again. These windows stay with their owners,
 * because their rules differ. A bulk write counts bytes, keeps groups whole, and belongs to one thread at a time; a service that asks for
 * more chunks makes progress. A pipeline counts operations, whose subscribers may leave on any thread; only an answer is progress.
 *
 * <p>Threads: each type names its own.
 */
@NullMarked
package io.weir.client.upload;

import org.jspecify.annotations.NullMarked;
