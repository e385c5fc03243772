/**
 * The REST dialect: the protocol of the Azure Table service. Its SDKs and tools work unchanged.
 *
 * <p>{@link io.weir.server.rest.RestDialect} creates a {@code Route} for each request. The route maps resource and verb to an operation
 * of {@code ServiceOperations}, {@code TableOperations}, {@code PolicyOperations}, {@code EntityReads}, {@code EntityWrites},
 * {@code RangeDeletion} or {@code Transactions}, which runs it and creates the response.
 *
 * <p>Headers and options are parsed by {@code Negotiation}, {@code Preference}, {@code Preconditions}, {@code QueryReader} and
 * {@code ContinuationToken}.
 *
 * <p>Threads: the loop of the connection. The result of a write arrives on the loop of its shard; the response is written on the loop of
 * the connection again.
 *
 * <p>Failures: typed, with the codes of the protocol. {@link io.weir.server.http} converts them into responses. An unsupported request
 * fails with {@code NotImplemented}.
 */
@NullMarked
package io.weir.server.rest;

import org.jspecify.annotations.NullMarked;
