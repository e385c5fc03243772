/**
 * The streaming dialect upwards: a body of lines without end, carried out as they come, and their results on the way back meanwhile: of
 * bulk writes, and of pipelines, whose lines are single reads or writes.
 *
 * <pre>
 * chunks -> BodyLines (JsonLines, FrameLines) -> TableService.bulk, get, write -> results -> lines or frames, in chunks (server.stream)
 * </pre>
 *
 * <p>Backpressure: a line is read when the service asks for one, a chunk is taken from the network when a line is wanted and the chunk
 * before is used up, and while there is room for what the service holds: {@link io.weir.server.bulk.LinesInFlight}. A shard that takes nothing,
 * a client that reads no results, or uploads that are too many so stop the client's upload by flow control. Of an upload that is stopped
 * lie here one chunk of the network, one line that is not whole, and what the service was given and has not answered; all of it counts. A
 * client has to read results while it sends.
 *
 * <p>Threads: the loop of the connection. The service may ask for lines, and signal results, on any thread.
 *
 * <p>Failures: a line of JSON that cannot be read, or is longer than {@code Dialect.LINE_BYTES}, is refused in its place and the next ones
 * are read; groups beside it are refused, since it may have been of them. A frame that cannot be read ends the lines, as a body that breaks
 * off does: what came before is carried out and answered, a group that was not complete is refused, and the last line or frame says why.
 * Before anything was answered a failure has its own status. A client that owes bytes and is silent for the endpoint's read timeout is
 * given up; one that was stopped by flow control has all the time it takes.
 *
 * <p>Start reading at {@link io.weir.server.bulk.BulkDialect}, or {@link io.weir.server.bulk.PipelineDialect}.
 */
@NullMarked
package io.weir.server.bulk;

import org.jspecify.annotations.NullMarked;
