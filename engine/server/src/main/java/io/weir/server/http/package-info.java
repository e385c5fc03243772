/**
 * One port, HTTP/1.1 and HTTP/2, encrypted or in clear text: from bytes to a request, from an
 * answer to bytes.
 *
 * <pre>
 * http  ->  answer  ->  request
 *   \          \
 *    `-> loop <-'
 * </pre>
 *
 * <p>Each arrow points to the package that is used; none points back. The dialects use
 * {@link io.weir.server.answer} and {@link io.weir.server.request} and do not know this package.
 *
 * <p>The path of a request: {@link io.weir.server.http.HttpEndpoint} binds the port.
 * {@code RequestHandler} reads the {@link io.weir.server.request.RequestHead}, asks the
 * {@link io.weir.server.request.Authenticator}, finds the {@link io.weir.server.request.Resource},
 * and gives the {@link io.weir.server.answer.HttpExchange} to the first
 * {@link io.weir.server.answer.DialectHandler} that accepts it.
 *
 * <p>Threads: a request belongs to the loop of its connection, {@code weir-loop-N}: see
 * {@link io.weir.server.loop.NettyLoops}.
 *
 * <p>Overload: a thread of its own accepts connections. A loop whose turns grow long refuses
 * requests at their heads: see {@code LoopAdmission}. {@link io.weir.server.request.RequestMemory}
 * bounds the memory that requests hold. Bulk writes and pipelines are slowed down instead of
 * refused.
 *
 * <p>Failures become the protocol's JSON error body: see
 * {@link io.weir.server.answer.ErrorReplies}. An internal failure is logged once with the id of its
 * request, and its cause is not shown to the client.
 *
 * <p>Start reading at {@code RequestHandler}.
 */
@NullMarked
package io.weir.server.http;

import org.jspecify.annotations.NullMarked;
