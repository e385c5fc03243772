/**
 * The command {@code weir rehearse}: serves a temporary store and sends it requests of each kind.
 *
 * <p>The start script {@code weir} runs it once to record which classes a service loads, and from JDK 25 on how its methods behave. Later starts read that
 * archive and do not load, verify and profile the classes anew. The requests therefore go the way of real ones: over sockets, signed, in both
 * dialects.
 *
 * <p>Threads: the main thread, which blocks. Failures: those of the service and of the disk; the temporary store is deleted in any case.
 */
@NullMarked
package io.weir.cli.rehearse;

import org.jspecify.annotations.NullMarked;
