/**
 * The REST dialect: the protocol of the Azure Table service, so that its SDKs and tools work unchanged.
 *
 * <p>{@link io.weir.server.rest.RestDialect} hands a request to its {@code Route}, which knows what each verb means on each
 * resource; {@code ServiceOperations}, {@code TableOperations}, {@code PolicyOperations}, {@code EntityReads}, {@code EntityWrites} and
 * {@code Transactions} carry it out and say what the answer is. What a request's headers and options mean stands in classes of its own:
 * {@code Negotiation}, {@code Preference}, {@code Preconditions}, {@code QueryReader}, {@code ContinuationToken}.
 *
 * <p>Threads: the loop of the connection. A write's outcome arrives on the loop of the shard that carried it out; its answer is
 * written on the loop of the connection again.
 *
 * <p>Failures: typed, with the protocol's codes; {@link io.weir.server.http} turns them into answers. What the
 * protocol does not know is {@code NotImplemented}.
 */
@NullMarked
package io.weir.server.rest;

import org.jspecify.annotations.NullMarked;
