/**
 * Sends point reads and single writes over requests that stay open, so that an operation costs a frame instead of a request. Internal
 * to the client: not an API.
 *
 * <p>{@link io.weir.client.pipeline.Pipelining} finds the {@code Pipelines} for a table and kind of operation. These choose a {@code
 * Pipeline} with capacity, or open one; its {@code PipelineBody} writes the frames. {@code PipelineCapacity} bounds all pipelines of a client
 * together.
 *
 * <p>Threads: operations leave and are answered on the loop of the pipeline's connection; all else runs on any thread.
 */
@NullMarked
package io.weir.client.pipeline;

import org.jspecify.annotations.NullMarked;
