/**
 * The endpoint as a whole: {@link io.weir.server.WeirServer} assembles the parts for tables,
 * {@link io.weir.server.QueueServer} those for queues ({@link io.weir.server.queue}).
 *
 * <p>{@link io.weir.server.http} owns the port, {@link io.weir.server.request} reads a request, and
 * {@link io.weir.server.answer} sends its answer. The dialects {@link io.weir.server.rest},
 * {@link io.weir.server.stream} and {@link io.weir.server.bulk} carry a request out, and
 * {@link io.weir.server.value} those for large values; {@link io.weir.server.json} holds their
 * JSON. {@link io.weir.server.operator} answers the operator, with metrics and an application for
 * browsers. {@link io.weir.server.auth} authenticates senders. {@link io.weir.server.files} watches
 * the operator's files and encrypts.
 *
 * <p>Depends on engine and contract, and for large values on one package of the library of
 * patterns. The command line, which reads settings and starts it, is the module {@code engine/cli}.
 *
 * <p>Threads: start and close block and belong to the launcher; requests run on the loops.
 */
@NullMarked
package io.weir.server;

import org.jspecify.annotations.NullMarked;
