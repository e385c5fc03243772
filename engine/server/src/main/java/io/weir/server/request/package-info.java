/**
 * What a client asks for: the head, the resource that the path names, the sender, and the limits of an endpoint.
 *
 * <p>{@link io.weir.server.request.RequestHead} is a parsed head. {@link io.weir.server.request.Addressing} finds the account in host
 * or path, and {@link io.weir.server.request.ResourcePath} reads the {@link io.weir.server.request.Resource} after it. {@link
 * io.weir.server.request.Authenticator} decides what the sender may do. The body is in {@code
 * io.weir.server.upload}.
 *
 * <p>Threads: a request belongs to the loop of its connection. Parsers have no state and run on any thread.
 *
 * <p>Failures are {@link io.weir.api.error.TableServiceException}s with the code that the client receives.
 *
 * <p>Start reading at {@link io.weir.server.request.RequestHead}.
 */
@NullMarked
package io.weir.server.request;

import org.jspecify.annotations.NullMarked;
