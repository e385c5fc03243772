/**
 * The standard dialect: the REST protocol of the Azure Table service, for services that know no other.
 *
 * <p>{@link io.weir.client.rest.RestTables} is one attempt at each operation. {@code RestRequests} writes it, {@code
 * RestAnswer} reads what comes back, whole; {@code ChangeSet} and {@code ChangeSetAnswer} do so of a batch; {@code
 * RestRefusal} is what a failure means. The JSON is {@link io.weir.api.json}'s, which the endpoint uses too.
 *
 * <p>A stream is a chain of segments ({@code SegmentStream}): the service's tokens lead from one to the next. A {@link
 * io.weir.api.Continuation} names a key instead, so that it stays good and can be made by anybody; {@code RestPosition} asks for what is behind
 * a key by filters.
 *
 * <p>What the dialect lacks is refused with {@code NotImplemented} before anything is sent: descending order, {@code deleteRange}. What
 * it does not tell: access path and entities read; a place in a stream as long as nothing has matched.
 *
 * <p>Threads: any; answers are read on the loop of the connection.
 */
@NullMarked
package io.weir.client.rest;

import org.jspecify.annotations.NullMarked;
