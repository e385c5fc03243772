/**
 * The streaming dialects: the protocol's URLs, answered with a query's whole result as it is read.
 *
 * <p>{@link io.weir.server.stream.LineDialect} streams lines of JSON to any client.
 * {@link io.weir.server.stream.BinaryDialect} exchanges {@link io.weir.api.wire.Frame}s with Weir's
 * own client. Both pass the items of a {@code TableService} to {@code ChunkFlux}, which packs them
 * into chunks of 12 to 64 KiB, no faster than the client reads: HTTP/2's window stops the chunks,
 * and the missing demand stops the scan. {@code GzipChunks} compresses the chunks for clients that
 * accept gzip.
 *
 * <p>Fairness: a stream yields its loop after about one millisecond of work. The time counts all
 * work for its chunks and all streams of the loop: see {@link io.weir.engine.loop.LongWork}. A
 * chunk that is requested outside a turn waits for one. Other requests therefore run in between,
 * whatever the speed of the readers and the number of streams. Answers to pipelines and bulk writes
 * have turns of their own and do not wait for streams.
 *
 * <p>The other direction is {@link io.weir.server.bulk}, which answers through the same chunks.
 *
 * <p>Memory: for each stream of a client that does not read, its HTTP/2 window, two chunks, and at
 * most 64 entities (a chunk of usual ones).
 *
 * <p>Threads: the loop of the connection. A service may signal on any thread.
 *
 * <p>Failures: before the answer has begun, a reply with the status of the failure; afterwards a
 * last frame or line that reports it, and then the proper end of the body. A client that finds
 * neither an end nor a failure knows that the connection broke.
 *
 * <p>Start reading at {@code StreamReplies}.
 */
@NullMarked
package io.weir.server.stream;

import org.jspecify.annotations.NullMarked;
