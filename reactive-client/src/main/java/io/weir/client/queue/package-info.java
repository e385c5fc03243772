/**
 * The queue protocol at the client's end: operations as requests that the original service
 * understands, apart from {@code waitSeconds} and the rule of dead letters, each sent once. A
 * {@code MessageSender} sends operations on messages as frames instead, if it may. Internal to the
 * client; {@link io.weir.client.WeirQueues} is the door.
 *
 * <p>Threads: any; answers are read on the loop of the connection. Failures: those of the service's
 * code, read from its XML, and those of the transport.
 */
@NullMarked
package io.weir.client.queue;

import org.jspecify.annotations.NullMarked;
