/**
 * The endpoint as a whole: {@link io.weir.server.WeirServer} puts the parts together.
 *
 * <p>{@link io.weir.server.http} owns the port and the path of a request; the dialects {@link io.weir.server.rest} and {@code
 * io.weir.server.stream} answer it in JSON made by {@link io.weir.server.json}; {@link io.weir.server.auth} says who asks; {@link
 * io.weir.server.bearer} takes tokens of an issuer; {@link io.weir.server.tls} encrypts; {@link io.weir.server.metrics} tells operators
 * how it goes.
 *
 * <p>Depends on engine and contract alone. The command line, which reads settings and starts it, is the module {@code engine/cli}.
 *
 * <p>Threads: start and close block and belong to the launcher; requests run on the loops.
 */
@NullMarked
package io.weir.server;

import org.jspecify.annotations.NullMarked;
