/**
 * How a request is answered: the dialects' view of a request, replies of known length, streamed
 * bodies, errors.
 *
 * <p>A {@link io.weir.server.answer.DialectHandler} receives an
 * {@link io.weir.server.answer.HttpExchange} and answers it with a
 * {@link io.weir.server.answer.HttpReply} or with a stream. {@link io.weir.server.answer.Responder}
 * writes either to the connection. {@code StreamedBody} sends one chunk at a time, no faster than
 * the client reads. {@link io.weir.server.answer.ErrorReplies} turns every failure into the
 * protocol's JSON error body.
 *
 * <p>Threads: an answer belongs to the loop of its connection. A dialect may signal on any thread;
 * the answer is carried to the loop.
 *
 * <p>Failures: a failure before the answer has begun becomes an error reply. A later one cuts the
 * connection or the HTTP/2 stream.
 *
 * <p>Start reading at {@link io.weir.server.answer.HttpExchange}.
 */
@NullMarked
package io.weir.server.answer;

import org.jspecify.annotations.NullMarked;
