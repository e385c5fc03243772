/**
 * The remote client: a table service, and queues, at the other end of HTTP.
 *
 * <p>The public API is this package, {@link io.weir.client.options},
 * {@link io.weir.client.credential} and {@link io.weir.client.value}. All other packages are
 * internal to the client: their types are public because Java needs it, and may change at any time.
 * Typed access, encryption and the patterns are a library of their own, which works over any table
 * service.
 *
 * <p>A call travels from top to bottom. A package depends only on packages further down; a test
 * checks the graph.
 *
 * <pre>
 * client       WeirClient, WeirQueues, Options   puts the parts together
 * queue        RemoteQueues, MessageSender       turns an operation on a queue into frames, or into requests of the queue protocol
 * stream       Dialects, Pipelining, BulkWrites  the streaming dialect: requests and answers, pipelines, bulk writes; chooses the dialect
 * rest         RestTables, RestValues            the REST dialect's requests and answers; those of values and of administration
 * value        ValueName, UploadTerms, ..        what names and describes a large value
 * transport    Transport, Nodes, Connections     sends one request over a connection to the node that leads; watches for silence
 * credential   Credential, Authorizer            proves who sends the request
 * call         Calls, Hedges, Resolution         deadlines, retries, hedges, observations of one call; what became of an unanswered write
 * options      PoolOptions, RetryOptions, ..     what a user sets
 * exchange     OutboundRequest, ResponseReader   one request, what it uploads, and how its answer is read, in no dialect
 * </pre>
 *
 * <p>Demand: the client reads ahead of its subscriber only what two network chunks of 16 KiB hold,
 * what the transport has handed up already (at most 16 frames of HTTP/2, 256 KiB), and the window
 * of the HTTP/2 stream. Then the service stops sending.
 *
 * <p>Time: {@code DeadlineWatch} ends a call whose deadline passes. {@code SilenceWatch} gives up a
 * request that the service does not answer, and leaves its connection open. {@code LivenessProbe}
 * closes a connection on which nothing arrives, not even the acknowledgement of a PING. A slow
 * service therefore costs a request, and a dead one a connection; the next attempt uses another
 * connection.
 *
 * <p>Threads: signals run on the loop of the connection that the answer came by,
 * {@code weir-client-*}; never block there. Signals after a wait (a timeout, a pause between
 * attempts) run on Reactor's parallel scheduler.
 *
 * <p>Failures: always {@link io.weir.api.error.TableServiceException}. {@code Failures} translates
 * those of a connection.
 */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
