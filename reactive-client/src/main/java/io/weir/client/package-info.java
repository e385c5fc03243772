/**
 * The remote door: a table service at the other end of HTTP.
 *
 * <p>The path of a request: {@link io.weir.client.WeirClient} hands it to {@code Calls}, which gives it its deadline, has it observed,
 * and sends it as often as it takes: {@code Backoff} says after which pauses, {@code WriteAttempts} what may be sent again at all,
 * {@code Hedges} when twice. Each attempt is a call of a {@link io.weir.api.TableService} in the dialect that {@code Dialects} knows:
 * {@code StreamingTables}, in frames ({@link io.weir.api.wire}), or {@link io.weir.client.rest}. What they ask goes through an {@link
 * io.weir.client.exchange.Exchange} to {@code Transport}, which proves it by its {@code Credential} and sends it. Point reads and single
 * writes leave by a {@code Pipeline} of their place where they may: {@code Pipelining} finds it. A stream goes through {@code
 * ResumingStream}, which begins again where the last attempt broke off.
 *
 * <p>A bulk write goes the other way: {@code BulkUpload} makes chunks of its lines as the transport asks for them and keeps each line
 * until it is answered, {@code BulkTransfer} numbers the answers.
 *
 * <p>Demand: nothing is read ahead of the subscriber but what two network chunks of 16 KiB hold, what the transport has handed up
 * already (at most 16 frames of HTTP/2, 256 KiB), and the window of the HTTP/2 stream; then the service stops.
 *
 * <p>Time: {@code DeadlineWatch} ends a request whose deadline passes. {@code SilenceWatch} gives up one whose service says nothing, and
 * leaves its connection; {@code LivenessProbe} closes a connection that is silent as a whole and does not acknowledge PINGs either. So a
 * slow service costs the request, a dead one the connection, and what is sent again goes by another.
 *
 * <p>Threads: signals run on the loop of the connection that the answer came by, {@code weir-client-*}; never block there. What is
 * signalled after waiting (a timeout, the first signal of a retry that could not connect) comes from Reactor's parallel scheduler.
 *
 * <p>Failures: always {@link io.weir.api.error.TableServiceException}; {@code Failures} says which, when the connection is at fault.
 */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
