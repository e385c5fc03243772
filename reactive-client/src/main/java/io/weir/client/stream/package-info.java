/**
 * The streaming dialect: requests and answers in frames, streams that resume, single operations
 * over shared requests, and bulk writes. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.stream.Dialects} makes single attempts in the dialect that the service
 * speaks. {@code StreamingTables} speaks this one, {@link io.weir.client.rest.RestTables} the
 * other. {@link io.weir.client.stream.DialectProbe} finds out which of them the service knows.
 * {@link io.weir.client.stream.ResumingStream} continues a stream after its connection was lost.
 *
 * <p><b>Frames</b> ({@link io.weir.api.wire}). {@link io.weir.client.stream.StreamingRequests}
 * writes requests, {@link io.weir.client.stream.ResponseFrames} reads the frames of an answer,
 * {@link io.weir.client.stream.ExpectedFrame} checks their kind.
 *
 * <p><b>Pipelines</b> carry point reads and single writes over requests that stay open, so that an
 * operation costs a frame instead of a request. {@link io.weir.client.stream.Pipelining} finds the
 * {@code Pipelines} for a table and kind of operation. These choose a {@code Pipeline} with
 * capacity, or open one; its {@code PipelineBody} writes the frames. {@code PipelineCapacity}
 * bounds all pipelines of a client together.
 *
 * <p><b>Bulk writes</b>: lines leave while results arrive. {@link io.weir.client.stream.BulkWrites}
 * is the door. {@code BulkUpload} sends chunks of lines at the pace of the transport,
 * {@code UploadWindow} keeps each line until the service has answered it, {@code BulkTransfer}
 * numbers the results, {@code BulkRecovery} finds out about lines whose results were lost with a
 * connection. A bulk write keeps at most 1,024 lines or 8 MiB.
 *
 * <p>Threads: any; answers are read, and signals of bulk writes run, on the loop of their
 * connection. Operations of a pipeline leave and are answered on the loop of the pipeline's
 * connection.
 */
@NullMarked
package io.weir.client.stream;

import org.jspecify.annotations.NullMarked;
