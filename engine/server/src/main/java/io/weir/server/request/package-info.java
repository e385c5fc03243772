/**
 * What a client sends: the head, the resource that the path names, the sender, and the body with its limits.
 *
 * <p>{@link io.weir.server.request.RequestHead} is a parsed head. {@link io.weir.server.request.Addressing} finds the account in host
 * or path, and {@link io.weir.server.request.ResourcePath} reads the {@link io.weir.server.request.Resource} after it. {@link
 * io.weir.server.request.Authenticator} decides what the sender may do. {@code BodyReader} collects a body; {@code TimedBody} gives
 * up on a client that stalls.
 *
 * <p>Memory: {@link io.weir.server.request.RequestMemory} bounds the memory of all requests together. {@link
 * io.weir.server.request.UploadWindows} makes uploads wait where it is short. {@link io.weir.server.request.UploadCredit} keeps such an
 * upload from stopping the other streams of its HTTP/2 connection.
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
