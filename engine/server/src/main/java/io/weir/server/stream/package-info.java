/**
 * The streaming dialect: the protocol's URLs, answered with a query's whole result as it is read, and the frames that our own client
 * speaks.
 *
 * <p>{@link io.weir.server.stream.LineDialect} streams lines of JSON to anybody. {@link io.weir.server.stream.BinaryDialect} speaks
 * {@link io.weir.api.wire.Frame}s in both directions. Both hand what a {@code TableService} emits to {@code ChunkFlux}, which packs
 * it into chunks of 12 to 64 KiB, no faster than the client reads: HTTP/2's window stops the chunks, the missing demand stops the
 * scan. For who takes gzip {@code GzipChunks} compresses them one by one.
 *
 * <p>Fairness: a stream gives its loop back after about a millisecond of work, counted over all that it does for its chunks and over all
 * streams of the loop: see {@link io.weir.engine.loop.LongWork}. A chunk that is requested outside a turn waits for one, so a reader of any
 * speed, a socket that takes everything at once, and many streams that begin together leave the loop to other requests in between.
 * Answers to pipelines and bulk writes have turns of their own and do not wait for streams.
 *
 * <p>The way up, bulk writes, is {@code server.bulk}, which answers through the same chunks.
 *
 * <p>Ahead of a client that does not read lie, for each stream: its HTTP/2 window, two chunks, and at most 64 entities (a chunk of
 * usual ones).
 *
 * <p>Threads: the loop of the connection. A service may signal on any thread.
 *
 * <p>Failures: before anything was answered, a reply with the status of the failure; afterwards a last frame, or line, that says it,
 * and then the proper end of the body. A client that finds neither the end nor a failure knows that the connection broke.
 *
 * <p>Start reading at {@code StreamReplies}.
 */
@NullMarked
package io.weir.server.stream;

import org.jspecify.annotations.NullMarked;
