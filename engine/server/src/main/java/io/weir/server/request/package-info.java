/**
 * What a client asks for: the head, the resource that the path names, the sender, the body as it
 * arrives, and the limits of an endpoint.
 *
 * <p>{@link io.weir.server.request.RequestHead} is a parsed head.
 * {@link io.weir.server.request.Addressing} finds the account in host or path, and
 * {@link io.weir.server.request.ResourcePath} reads the {@link io.weir.server.request.Resource}
 * after it. {@link io.weir.server.request.Authenticator} decides what the sender may do.
 *
 * <p>The body, and the bounds on what a client may send:
 *
 * <pre>
 *                          RequestMemory: the account of bytes, one for the endpoint, one share for each request
 *                         /
 * chunks -> RequestBody -+- whole, kept -> BodyReader, stream.RequestFrames      one operation in a body
 *                         \
 *                          BodyLines -> LinesInFlight -> UploadWindows           many operations in a body
 * </pre>
 *
 * <p>{@link io.weir.server.request.RequestBody} is the door to it.
 * {@link io.weir.server.request.RequestMemory} counts the bytes of all requests.
 * {@code LinesInFlight} is the window of a single upload: the lines that the service has and has
 * not answered. {@code UploadWindows} is the line of uploads that wait for more memory.
 * {@code UploadCredit} keeps a waiting upload from stopping the other streams of its HTTP/2
 * connection. {@code TimedBody} gives up on a client that owes requested bytes.
 *
 * <p>Rules of each kind of body:
 *
 * <ul>
 *   <li>A body of one operation is refused where memory is short, and has a deadline for the whole
 *       of it. It does not wait for a window, because nothing of it can be carried out before its
 *       end: bodies that wait for each other's memory would wait forever.
 *   <li>A bulk write waits for a window and has no deadline as a whole. The lines it holds are
 *       carried out meanwhile.
 *   <li>A pipeline is a bulk write with a smaller part of the memory. It returns a window that
 *       another upload waits for, and ends properly after the read timeout, because its client may
 *       send later operations as single requests.
 * </ul>
 *
 * <p>{@link io.weir.server.request.OperatorStage} is the base of the endpoint's own Reactive
 * Streams operators. An operator that Reactor offers is preferred. Each class that extends the
 * stage says why it is not built from Reactor's operators.
 *
 * <p>Threads: a request and its body belong to the loop of their connection. Parsers have no state
 * and run on any thread. Memory and windows are shared by all loops.
 *
 * <p>Failures are {@link io.weir.api.error.TableServiceException}s with the code that the client
 * receives.
 *
 * <p>Start reading at {@link io.weir.server.request.RequestHead} and
 * {@link io.weir.server.request.RequestBody}.
 */
@NullMarked
package io.weir.server.request;

import org.jspecify.annotations.NullMarked;
