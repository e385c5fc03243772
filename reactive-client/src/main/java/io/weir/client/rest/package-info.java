/**
 * The REST dialect: the protocol of the Azure Table service, for services that know no other.
 * Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.rest.RestTables} makes one attempt at each operation.
 * {@code RestRequests} writes the request, {@code RestAnswer} reads the complete answer;
 * {@code ChangeSet} and {@code ChangeSetAnswer} do the same for a batch. {@code RestRefusal} turns
 * refusals into failures. {@link io.weir.api.json} reads and writes the JSON, here and at the
 * service's endpoint.
 *
 * <p>A stream is a chain of segments ({@code SegmentStream}), linked by the service's tokens. A
 * {@link io.weir.api.Continuation} names a key instead, so it stays valid, and a caller can build
 * one. {@code RestPosition} asks for what follows a key by filters.
 *
 * <p>The dialect lacks descending order, an order by properties, and {@code deleteRange}; these are
 * refused with {@code NotImplemented} before anything is sent.
 * {@link io.weir.client.rest.RestSearches} sends full-text searches, in either dialect. Only Weir
 * knows them and indexes: another service refuses to create or drop one, and a query that forces
 * one fails with {@code NotImplemented} if the answer names no plan. A count reads the answer. The
 * dialect does not report the access path, the number of entities read, or the position of a stream
 * in which nothing has matched yet.
 *
 * <p>{@code RestValues} and {@code RestAdministration} send requests that Weir alone understands,
 * over HTTP/1.1 in either dialect: those of large values, and those of operators. A transfer of a
 * value, a backup and a collection may take long before the service answers; {@code PatientBody}
 * says how long, and counts what the connection takes as progress.
 *
 * <p>Threads: any; answers are read on the loop of the connection.
 */
@NullMarked
package io.weir.client.rest;

import org.jspecify.annotations.NullMarked;
