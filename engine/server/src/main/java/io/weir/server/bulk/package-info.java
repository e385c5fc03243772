/**
 * Bodies of many operations, carried out as they arrive, with the results sent meanwhile: the lines
 * of a bulk write, and the single reads or writes of a pipeline.
 *
 * <pre>
 * upload.BodyLines (JsonLineDecoder, FrameLineDecoder) -> TableService.bulk, get, write -> results -> chunks (server.stream)
 * </pre>
 *
 * <p>Backpressure: a line is read when the service requests one. A chunk is read from the network
 * when a line is wanted, the chunk before is used up, and there is room for the lines in flight:
 * see {@link io.weir.server.request}. A busy shard, a client that reads no results, and too many
 * uploads therefore stop the client's upload by flow control. A stopped upload holds one chunk of
 * the network, one incomplete line, and the lines in flight; all of it is counted. A client must
 * read results while it sends.
 *
 * <p>Threads: the loop of the connection. The service may request lines and signal results on any
 * thread.
 *
 * <p>Failures: an unreadable line of JSON, or one longer than {@code Dialect.LINE_BYTES}, is
 * refused in its place and the lines after it are read. The groups next to it are refused, because
 * it may belong to either. An unreadable frame ends the lines, as a truncated body does: the lines
 * before it are carried out and answered, an incomplete group is refused, and the last line or
 * frame reports the failure. A failure before the answer has begun has its own status. A client
 * that owes requested bytes for the endpoint's read timeout is cut off; a client that flow control
 * has stopped has no deadline.
 *
 * <p>Start reading at {@link io.weir.server.bulk.BulkDialect} or
 * {@link io.weir.server.bulk.PipelineDialect}; {@link io.weir.server.bulk.MessagePipeline} is the
 * pipeline of the port of queues.
 */
@NullMarked
package io.weir.server.bulk;

import org.jspecify.annotations.NullMarked;
