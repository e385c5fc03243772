/**
 * One port, HTTP/1.1 and HTTP/2, encrypted or in clear text: from bytes to a request, from an answer to bytes.
 *
 * <p>The path of a request: {@link io.weir.server.http.HttpEndpoint} binds the port and hands each request to a {@code
 * RequestHandler}, which reads the {@link io.weir.server.http.RequestHead}, asks the {@link io.weir.server.http.Authenticator},
 * finds the {@link io.weir.server.http.Resource}, and gives the {@link io.weir.server.http.Exchange} to the first {@link
 * io.weir.server.http.Dialect} that accepts it. The dialect answers with a {@link io.weir.server.http.Reply} of known length or
 * with a stream.
 *
 * <p>Threads: everything about a request belongs to the loop of its connection, {@code weir-loop-N}; see {@link
 * io.weir.server.http.NettyLoops}. A dialect may signal on other threads; what it sends is handed to the loop.
 *
 * <p>Overload: connections are accepted beside the loops; a loop whose turns grow long refuses requests at their heads, see {@code
 * Admission}; what they hold in memory is bounded by {@code RequestMemory}. Bulk writes and pipelines are slowed down instead.
 *
 * <p>Failures become the protocol's JSON error body, whatever failed: authentication, a limit, a dialect, or a fault of ours,
 * which is logged once with the id of the request and shown to nobody.
 *
 * <p>Start reading at {@code RequestHandler}.
 */
@NullMarked
package io.weir.server.http;

import org.jspecify.annotations.NullMarked;
